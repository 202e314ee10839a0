import { distance } from 'fastest-levenshtein';
import { frontMatter, frontMatterOf } from '../../page/front-matter.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import { unknownSectionKeys } from './section-keys.ts';

/** Keys of Eleventy, besides those of {@link frontMatter}. */
const eleventyKeys = [
  'layout',
  'tags',
  'pagination',
  'templateEngineOverride',
  'eleventyComputed',
  'eleventyExcludeFromCollections',
  'eleventyNavigation',
  // Other tools' key for the date of publication.
  'publishedAt',
];
const known = [...frontMatter.map(({ name }) => name), ...eleventyKeys];

/** Ineffective front matter, which nothing else would report. The author's own keys are not reported. */
export const idleFrontMatter: Check = {
  severity: 'warning',
  summary: 'Front matter has no effect: a key is misspelt or lacks its space, or the block does not begin on the first line.',
  *find({ pages, sourceText, site, includes = () => [], refused = [] }) {
    for (const { source, old, message, fix } of refused)
      yield { on: { file: source, source }, tokens: [old], line: 1, message, fix: `${fix[0]!.toUpperCase()}${fix.slice(1)}.` };
    const layouts = (): string[] => includes().map(({ text }) => text);
    // Memoized: pages of a site have the same few keys.
    const meant = new Map<string, string | undefined>();
    for (const source of new Set(pages.flatMap(({ source }) => source ?? []))) {
      yield* defectsOf(source, sourceText(source) ?? '', (key) => {
        // On a site that got the plugin every key is its own.
        if (!meant.has(key)) meant.set(key, site.settings.starter ? meantBy(key) : undefined);
        return meant.get(key);
      });
      if (site.settings.starter) yield* unknownSectionKeys(source, sourceText(source) ?? '', layouts);
    }
  },
};

/** Empty lines before what would otherwise be front matter. */
const late = /^\uFEFF?(?:[ \t]*\r?\n)+---[ \t]*\r?\n(?:[A-Za-z][\w-]*:.*\r?\n)+---[ \t]*$/m;

function* defectsOf(source: string, text: string, meantFor: (key: string) => string | undefined): Generator<Defect> {
  const on = { file: source };
  // A quick test first, because the search scans the whole text.
  if (/^\uFEFF?\s/.test(text) && text.search(late) === 0) {
    const message = 'front matter that does not begin on the first line is shown as text';
    yield { on, line: 1, message, fix: 'Remove the empty lines before it.', key: source };
    return;
  }
  const lines = frontMatterOf(text).split('\n');
  const keys = lines.map((line) => /^([A-Za-z][\w-]*):(?:\s|$)/.exec(line)?.[1]);
  for (const [at, line] of lines.entries()) {
    const [, glued, value] = /^([A-Za-z]\w*):(\S.*)$/.exec(line) ?? [];
    if (glued && known.includes(glued))
      yield {
        on,
        line: at + 2,
        message: `front matter "${glued}:${value}" sets nothing`,
        fix: `Put a space after the colon: "${glued}: ${value}".`,
        key: `${source}:${glued}`,
      };
    const key = keys[at];
    const meant = key && meantFor(key);
    if (meant && !keys.includes(meant))
      yield {
        on,
        line: at + 2,
        message: `the build does not know the front matter "${key}"`,
        fix: `Did you mean "${meant}"?`,
        key: `${source}:${key}`,
      };
  }
}

/**
 * The probable key, if there is little doubt: the same letters in another case or order or with other separators, or a slip in
 * a long word. Short similar words may have another meaning (`sections`, `border`, `party`).
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
