import { distance } from 'fastest-levenshtein';
import { frontMatter, frontMatterOf } from '../front-matter.ts';
import type { Check, Defect } from './check.ts';
import type { Inspection } from './inspection.ts';

/** What Eleventy itself reads of front matter, beside what {@link frontMatter} lists. */
const eleventyKeys = [
  'layout',
  'tags',
  'pagination',
  'templateEngineOverride',
  'eleventyComputed',
  'eleventyExcludeFromCollections',
  'eleventyNavigation',
];
const known = [...frontMatter.map(({ name }) => name), ...eleventyKeys];

/** A misspelt key has no effect, and nothing else would say so. Keys of the author's own are the author's business. */
export const misspeltKey: Check = {
  name: 'front-matter',
  severity: 'warning',
  summary: 'A key of front matter is a misspelling of one that the build knows.',
  find: ({ pages, sourceText }: Inspection) => {
    const sources = new Set(pages.flatMap(({ source }) => source ?? []));
    return [...sources].flatMap((source) => defectsOf(source, sourceText(source) ?? ''));
  },
};

function defectsOf(source: string, text: string): Defect[] {
  const lines = frontMatterOf(text).split('\n');
  const keys = lines.map((line) => /^([A-Za-z][\w-]*):(?:\s|$)/.exec(line)?.[1]);
  return keys.flatMap((key, at) => {
    const meant = key && meantBy(key);
    if (!meant || keys.includes(meant)) return [];
    return {
      on: { file: source },
      line: at + 2,
      message: `front matter "${key}" is no key that the build knows`,
      fix: `Did you mean "${meant}"?`,
      key: `${source}:${key}`,
    };
  });
}

/**
 * The key that was meant, where that is beyond reasonable doubt: the same letters in another case, order or with other
 * separators, or a slip in a long word. Other words are near as well (`sections`, `border`, `party`, `data`).
 */
function meantBy(key: string): string | undefined {
  if (known.includes(key)) return undefined;
  return known.find((name) => {
    const [written, right] = [plain(key), plain(name)];
    if (written === right) return true;
    if (written === `${right}s` || written[0] !== right[0] || right.length < 5) return false;
    if (sorted(written) === sorted(right)) return distance(written, right) <= 2;
    if (right.length < 6) return false;
    const slips = right.length < 9 ? 1 : 2;
    return written.length >= Math.max(6, right.length - slips) && distance(written, right) <= slips;
  });
}

const plain = (key: string): string => key.toLowerCase().replace(/[-_]/g, '');
const sorted = (word: string): string => [...word].sort().join('');
