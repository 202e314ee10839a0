import { isLocalUrl, notAtRoot } from '../contract/site-url.ts';
import { groupBy } from '../contract/std/collections.ts';
import { counted, firstNames, printable } from '../contract/std/words.ts';
import type { Summary } from '../publish/summary.ts';

/** Approximate characters per token, in English text and markup. */
const charactersPerToken = 4;

/** The summary of a build: the output, the savings of twins, and the duration. */
export function buildSummary(summary: Summary, folder: string, milliseconds: number): string {
  const { pages, artifacts, bytes, htmlCharacters, twinCharacters, parity, leftOut, unmeasured, kept, times, url } = summary;
  const saved = Math.max(0, Math.round((htmlCharacters - twinCharacters) / charactersPerToken));
  const phases = Object.entries(times).map(([name, took]) => `${name} ${seconds(took)}`);
  return [
    `Wrote ${folder} in ${seconds(milliseconds)}: ${counted(pages, 'page')}, ${counted(artifacts, 'document')}, ${size(bytes)}`,
    `  Markdown saves about ${saved.toLocaleString('en')} tokens (${share(htmlCharacters, twinCharacters)} %)${parity === undefined ? '; parity not measured' : `; parity of every page at least ${percent(parity)}`}`,
    ...listed('  Left out: ', leftOut.map(({ file, reason }) => `${file} (${reason})`).join(', ')),
    ...listed('  Parity not measured (no-parity): ', unmeasured.join(', ')),
    ...listed('  Kept existing files: ', kept.join(', ')),
    `  ${phases.join(', ')}`,
    ...warnings(url, '; set "url" in the settings or SITE_URL before you publish'),
    '',
  ].join('\n');
}

/** The summary of `diptych twin`: figures, content elements, then the excluded files by reason. */
export function twinSummary(summary: Summary, folder: string, milliseconds: number): string {
  const { pages, htmlBytes, twinBytes, parity, leftOut, kept, unmeasured, artifacts, layouts, url } = summary;
  const rows: [string, string | number][] = [
    ['pages', pages],
    ['documents written', artifacts],
    ['bytes saved', `${Math.max(0, htmlBytes - twinBytes).toLocaleString('en')} (${share(htmlBytes, twinBytes)} %)`],
    ['lowest parity', parity === undefined ? 'not measured' : percent(parity)],
    ['parity not measured', unmeasured.length],
    ['left out', leftOut.length],
    ['existing files kept', kept.length],
    ['time', seconds(milliseconds)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const reasons = [...groupBy(leftOut, ({ reason }) => reason)];
  return [
    `Twins of ${folder} for ${url}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value.toLocaleString('en')}`),
    ...layouts
      .slice(0, 3)
      .map(({ root, pages, example }) => `  content: ${root} (${counted(pages, 'page')}, such as ${example})`),
    ...reasons.map(([reason, group]) => `  left out: ${firstNames(group.map(({ file }) => file))}: ${reason}`),
    ...listed('  parity not measured: ', firstNames(unmeasured), ' (no-parity)'),
    ...listed('  kept existing file: ', firstNames(kept)),
    ...warnings(url, ', which is this machine'),
    '',
  ].join('\n');
}

/** A line, unless its list is empty. */
const listed = (label: string, list: string, end = ''): string[] => (list === '' ? [] : [label + printable(list) + end]);

function warnings(url: string, local: string): string[] {
  return [...(isLocalUrl(url) ? [`  Warning: the site URL is ${url}${local}`] : []), ...listed('  ', notAtRoot(url) ?? '')];
}

const share = (before: number, after: number): number => (before > 0 ? Math.max(0, Math.round((1 - after / before) * 100)) : 0);
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
/** Rounded down: 99.96 % is not 100 %. */
const percent = (ratio: number): string => `${(Math.floor(ratio * 1000) / 10).toFixed(1)} %`;
const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${(bytes / 1000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
