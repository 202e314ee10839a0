import { isLocalUrl, notAtRoot } from '../contract/site-url.ts';
import { groupBy } from '../contract/std/collections.ts';
import { counted } from '../contract/std/words.ts';
import type { Summary } from '../publish/summary.ts';

/** The summary of `diptych twin`: a table of figures, where the content was found, then the files that were left out, by reason. */
export function twinTable(summary: Summary, folder: string, milliseconds: number): string {
  const { pages, words, htmlBytes, twinBytes, parity, leftOut, kept, unmeasured, artifacts, layouts, url } = summary;
  const rows: [string, string][] = [
    ['pages', pages.toLocaleString('en')],
    ['words', words.toLocaleString('en')],
    ['documents written', artifacts.toLocaleString('en')],
    ['bytes saved', `${Math.max(0, htmlBytes - twinBytes).toLocaleString('en')} (${share(htmlBytes, twinBytes)} %)`],
    ['lowest parity', parity === undefined ? 'not measured' : `${(Math.floor(parity * 1000) / 10).toFixed(1)} %`],
    ['parity not measured', unmeasured.length.toLocaleString('en')],
    ['left out', leftOut.length.toLocaleString('en')],
    ['existing files kept', kept.length.toLocaleString('en')],
    ['time', `${(milliseconds / 1000).toFixed(2)} s`],
  ];
  const below = notAtRoot(url);
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    `Twins of ${folder} for ${url}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    ...layouts
      .slice(0, 3)
      .map(({ root, pages, example }) => `  content: ${root} (${counted(pages, 'page')}, such as ${example})`),
    ...[...groupBy(leftOut, ({ reason }) => reason)].map(
      ([reason, group]) => `  left out: ${some(group.map(({ file }) => file))}: ${reason}`,
    ),
    ...(unmeasured.length > 0 ? [`  parity not measured: ${some(unmeasured)} (no-parity)`] : []),
    ...(kept.length > 0 ? [`  kept existing file: ${some(kept)}`] : []),
    ...(isLocalUrl(url) ? [`  Warning: the site URL is ${url}, which is this machine`] : []),
    ...(below ? [`  ${below}`] : []),
    '',
  ].join('\n');
}

/** The first of them by name, the others by number. */
const some = (files: readonly string[]): string =>
  files.length > 4 ? `${files.slice(0, 3).join(', ')} and ${(files.length - 3).toLocaleString('en')} more` : files.join(', ');

const share = (before: number, after: number): number => (before > 0 ? Math.max(0, Math.round((1 - after / before) * 100)) : 0);
