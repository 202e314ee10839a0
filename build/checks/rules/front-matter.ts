import { distance } from 'fastest-levenshtein';
import { frontMatter, frontMatterOf } from '../../page/front-matter.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';

/** The keys of the starter's schema, and those of Eleventy. */
const known = [
  ...frontMatter.map(({ name }) => name),
  ...['layout', 'tags', 'pagination', 'templateEngineOverride', 'eleventyComputed', 'eleventyExcludeFromCollections'],
];

/** Front matter without effect, which nothing else would report. The author's own keys are not reported. */
export const idleFrontMatter: Check = {
  severity: 'warning',
  summary: 'Front matter has no effect: a key is misspelt or lacks its space, or the block does not begin on the first line.',
  *find({ pages, sourceText, site, refused = [] }) {
    for (const { source, old, message, fix } of refused)
      yield { on: { file: source, source }, tokens: [old], line: 1, message, fix: `${fix[0]!.toUpperCase()}${fix.slice(1)}.` };
    if (!site.settings.starter) return;
    for (const source of new Set(pages.flatMap(({ source }) => source ?? []))) yield* defectsOf(source, sourceText(source) ?? '');
  },
};

/** Empty lines before what would otherwise be front matter. */
const late = /^\uFEFF?(?:[ \t]*\r?\n)+---[ \t]*\r?\n(?:[A-Za-z][\w-]*:.*\r?\n)+---[ \t]*$/m;

function* defectsOf(source: string, text: string): Generator<Defect> {
  const on = { file: source };
  // A quick test first, because the search scans the whole text.
  if (/^\uFEFF?\s/.test(text) && text.search(late) === 0) {
    const message = 'front matter that does not begin on the first line is shown as text';
    yield { on, line: 1, message, fix: 'Remove the empty lines before it.', key: source };
    return;
  }
  const lines = frontMatterOf(text).split('\n');
  const keys = lines.map((line) => /^([A-Za-z][\w-]*):/.exec(line)?.[1]);
  for (const [at, line] of lines.entries()) {
    const key = keys[at];
    if (key === undefined) continue;
    const [, value] = /^\w+:(\S.*)$/.exec(line) ?? [];
    const meant = meantBy(key);
    const place = { on, line: at + 2, key: `${source}:${key}` };
    if (value !== undefined && known.includes(key))
      yield { ...place, message: `front matter "${key}:${value}" sets nothing`, fix: `Write a space: "${key}: ${value}".` };
    else if (meant !== undefined && !keys.includes(meant))
      yield { ...place, message: `the build does not know the front matter "${key}"`, fix: `Did you mean "${meant}"?` };
  }
}

/** The key that is probably meant: other cases and separators, letters in another order, or a slip for each five letters. */
function meantBy(key: string): string | undefined {
  if (known.includes(key)) return undefined;
  return known.find((name) => {
    const [written, right] = [plain(key), plain(name)];
    if (written === right) return true;
    // Short words that are alike differ in meaning.
    if (written.length < 5 || written[0] !== right[0] || written === `${right}s`) return false;
    return sorted(written) === sorted(right) || distance(written, right) <= Math.floor((right.length - 1) / 5);
  });
}

const plain = (key: string): string => key.toLowerCase().replace(/[-_]/g, '');
const sorted = (word: string): string => [...word].sort().join('');
