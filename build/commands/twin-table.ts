import { notAtRoot } from '../contract/site-url.ts';
import type { Summary } from '../publish/summary.ts';
import { isLocalUrl } from '../settings.ts';

/** The summary of `diptych twin`: a table of figures, then the files that were left out and why. */
export function twinTable(summary: Summary, folder: string, milliseconds: number): string {
  const { pages, words, htmlBytes, twinBytes, parity, leftOut, kept, unmeasured, artifacts, site } = summary;
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
  const below = notAtRoot(site.settings.url);
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    `Twins of ${folder} for ${site.settings.url}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    ...leftOut.map(({ file, reason }) => `  left out: ${file}: ${reason}`),
    ...unmeasured.map((file) => `  parity not measured: ${file} (no-parity)`),
    ...kept.map((file) => `  kept existing file: ${file}`),
    ...(isLocalUrl(site.settings.url) ? [`  Warning: the site URL is ${site.settings.url}, which is this machine`] : []),
    ...(below ? [`  ${below}`] : []),
    '',
  ].join('\n');
}

const share = (before: number, after: number): number => (before > 0 ? Math.max(0, Math.round((1 - after / before) * 100)) : 0);
