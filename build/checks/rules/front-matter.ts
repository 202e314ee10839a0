import { distance } from 'fastest-levenshtein';
import { frontMatter, frontMatterOf } from '../../page/front-matter.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';

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

/** What has no effect, and nothing else would say so. Keys of the author's own are the author's business. */
export const idleFrontMatter: Check = {
  name: 'front-matter',
  severity: 'warning',
  summary: 'Front matter has no effect: a key is misspelt or lacks its space, or the block does not begin on the first line.',
  find: ({ pages, sourceText }: Inspection) => {
    const sources = new Set(pages.flatMap(({ source }) => source ?? []));
    // Pages of a site have the same few keys.
    const meant = new Map<string, string | undefined>();
    const memo = (key: string): string | undefined => {
      if (!meant.has(key)) meant.set(key, meantBy(key));
      return meant.get(key);
    };
    return [...sources].flatMap((source) => defectsOf(source, sourceText(source) ?? '', memo));
  },
};

/** Empty lines, and then what would be front matter without them. */
const late = /^\uFEFF?(?:[ \t]*\r?\n)+---[ \t]*\r?\n(?:[A-Za-z][\w-]*:.*\r?\n)+---[ \t]*$/m;

function defectsOf(source: string, text: string, meantFor: (key: string) => string | undefined): Defect[] {
  // Nearly all texts begin with something, and the search goes through the rest.
  if (/^\uFEFF?\s/.test(text) && text.search(late) === 0)
    return [
      {
        on: { file: source },
        line: 1,
        message: 'front matter that does not begin on the first line is shown as text',
        fix: 'Remove the empty lines before it.',
        key: source,
      },
    ];
  const lines = frontMatterOf(text).split('\n');
  const keys = lines.map((line) => /^([A-Za-z][\w-]*):(?:\s|$)/.exec(line)?.[1]);
  const glued = lines.flatMap((line, at) => {
    const [, key, value] = /^([A-Za-z]\w*):(\S.*)$/.exec(line) ?? [];
    if (!key || !value || !known.includes(key)) return [];
    return {
      on: { file: source },
      line: at + 2,
      message: `front matter "${key}:${value}" sets nothing`,
      fix: `Put a space after the colon: "${key}: ${value}".`,
      key: `${source}:${key}`,
    };
  });
  const misspelt = keys.flatMap((key, at) => {
    const meant = key && meantFor(key);
    if (!meant || keys.includes(meant)) return [];
    return {
      on: { file: source },
      line: at + 2,
      message: `front matter "${key}" is no key that the build knows`,
      fix: `Did you mean "${meant}"?`,
      key: `${source}:${key}`,
    };
  });
  return [...glued, ...misspelt];
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
