import { isLocalUrl, notAtRoot } from '../contract/site-url.ts';
import { counted } from '../contract/std/words.ts';
import type { Summary } from '../publish/summary.ts';

/** Approximate characters per token, in English text and markup. */
const charactersPerToken = 4;

/** The summary of a build: what was written where, what the twins save, and how long it took. */
export function summaryText(summary: Summary, folder: string, milliseconds: number): string {
  const { pages, artifacts, bytes, htmlCharacters, twinCharacters, parity, leftOut, unmeasured, kept, times, url } = summary;
  const saved = Math.max(0, Math.round((htmlCharacters - twinCharacters) / charactersPerToken));
  const share = htmlCharacters > 0 ? Math.round((1 - twinCharacters / htmlCharacters) * 100) : 0;
  const below = notAtRoot(url);
  const phases = Object.entries(times).map(([name, took]) => `${name} ${seconds(took)}`);
  return [
    `Wrote ${folder} in ${seconds(milliseconds)}: ${counted(pages, 'page')}, ${counted(artifacts, 'document')}, ${size(bytes)}`,
    `  Markdown saves about ${saved.toLocaleString('en')} tokens (${share} %)${parity === undefined ? '; parity not measured' : `; parity of every page at least ${percent(parity)}`}`,
    ...(leftOut.length > 0 ? [`  Left out: ${leftOut.map(({ file, reason }) => `${file} (${reason})`).join(', ')}`] : []),
    ...(unmeasured.length > 0 ? [`  Parity not measured (no-parity): ${unmeasured.join(', ')}`] : []),
    ...(kept.length > 0 ? [`  Kept existing files: ${kept.join(', ')}`] : []),
    `  ${phases.join(', ')}`,
    ...(isLocalUrl(url) ? [`  Warning: the site URL is ${url}; set "url" in the settings or SITE_URL before you publish`] : []),
    ...(below ? [`  ${below}`] : []),
    '',
  ].join('\n');
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
/** Rounded down: 99.96 % is not 100 %. */
const percent = (ratio: number): string => `${(Math.floor(ratio * 1000) / 10).toFixed(1)} %`;
const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${(bytes / 1000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
