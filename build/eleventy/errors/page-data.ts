import type { Fault } from '../../contract/std/errors.ts';
import { expectedOfKind } from '../../page/front-matter.ts';
import { adviceForLayout } from './layout-names.ts';
import { lineHolding } from './source-excerpt.ts';

/**
 * Explains errors of Eleventy about page data, and about references between templates; undefined for other messages.
 *
 * @param file in the message
 */
export function refusedData(cause: string, file: string): Omit<Fault, 'excerpt'> | undefined {
  const lineOf = (key: string): { line?: number } => {
    const line = lineHolding(file, new RegExp(`^\\s*["']?${key}["']?\\s*:`));
    return line ? { line } : {};
  };
  const [, date] = /value for `date` \((.*?)\) is invalid/.exec(cause) ?? [];
  if (date) return { ...lineOf('date'), message: `front matter "date" is "${date}", expected ${expectedOfKind.date}` };
  const [, permalink] = /`permalink` value: '([^']+)'.* does not include a file extension/.exec(cause) ?? [];
  if (permalink)
    return {
      ...lineOf('permalink'),
      message: `the permalink ${permalink} names no file`,
      advice: `write ${permalink}.html, or ${permalink}/`,
    };
  const layout = lineOf('layout');
  if (/"path" argument must be of type string/.test(cause) && layout.line)
    return {
      ...layout,
      message: 'front matter "layout" is not a name',
      advice: adviceForLayout('site/_includes/layouts/page', 'layouts/page'),
    };
  if (/layouts have a circular reference/.test(cause))
    return { ...layout, message: 'the layout is its own layout', advice: 'name another layout there, or remove the line' };
  return undefined;
}
