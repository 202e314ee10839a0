import { parseDocument } from '../../build/page/parse-html.ts';
import { resolveReferences } from '../../build/twin/page-reference.ts';
import { Reading } from '../../build/twin/reading.ts';
import { toMarkdown } from '../../build/twin/to-markdown.ts';

export const context = { pageUrl: 'https://site.example/docs/page', siteUrl: 'https://site.example' };

/** A page as it was read, and its twin, in which links within the site are not resolved. */
export function converted(html: string): { readonly reading: Reading; readonly twin: string } {
  const reading = new Reading(parseDocument(html));
  const { heading, body } = toMarkdown(reading, context);
  return { reading, twin: heading ? `# ${heading}\n\n${body}` : body };
}

/** A twin with absolute links. */
export const resolved = (twin: string): string => resolveReferences(twin, (path) => context.siteUrl + path);
