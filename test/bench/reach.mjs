import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileOfUrl, pagesAmong, pageUrlOf, twinUrlOf } from '../../lib/build/contract/permalinks.js';
import { parseDocument } from '../../lib/build/page/parse-html.js';
import { contentRootOf } from '../../lib/build/twin/content-root.js';

/** Letters and digits alone: neither markup nor white space count. */
export const bare = (text) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
/** Text of Markdown, about as a reader sees it. */
export const bareMarkdown = (text) =>
  bare(
    text
      .replace(/\]\([^)\s]*(?: "(?:\\.|[^"])*")?\)/g, '')
      .replace(/<\/?[a-z][^>]*>/gi, '')
      .replace(/&[a-z]+;/g, ''),
  );

/** The sentences of the paragraphs and items of a page, of at least five words. */
export function sentencesOf(html) {
  const root = contentRootOf(parseDocument(html));
  const sentences = new Set();
  for (const element of root.querySelectorAll('p, li, dd, td'))
    if (!element.querySelector('p, li, dd, td, pre'))
      for (const sentence of element.textContent
        .replace(/[¶#]/g, ' ')
        .replace(/\s+/g, ' ')
        .split(/(?<=[.!?])\s+/))
        if (/^(\S+\s+){4,}\S+[.!?]$/.test(sentence.trim())) sentences.add(sentence.trim());
  return [...sentences];
}

/** How many of the sentences of a folder with twins lie within the first `reach` characters of some document of their page. */
export function reachOf(folder, reach = 20_700) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const isPage = pagesAmong(new Set(files));
  let all = 0;
  let read = 0;
  let whole = 0;
  const missing = [];
  for (const file of files.filter((each) => each.endsWith('.html'))) {
    const twin = fileOfUrl(twinUrlOf(pageUrlOf(file), isPage));
    if (!files.includes(twin)) continue;
    const parts = files.filter((each) => each.startsWith(`${twin.slice(0, -3)}.parts/`));
    const texts = [twin, ...parts].map((each) => readFileSync(join(folder, each), 'utf8'));
    const starts = texts.map((text) => bareMarkdown(text.slice(0, reach)));
    const full = bareMarkdown(texts[0]);
    for (const sentence of sentencesOf(readFileSync(join(folder, file), 'utf8'))) {
      const wanted = bare(sentence);
      if (!full.includes(wanted)) continue;
      whole++;
      if (starts[0].includes(wanted)) read++;
      if (starts.some((start) => start.includes(wanted))) all++;
      else missing.push(`${file}: ${sentence.slice(0, 100)}`);
    }
  }
  return { sentences: whole, byTwin: read / whole, byParts: all / whole, missing };
}

if (process.argv[2])
  for (const folder of process.argv.slice(2)) {
    const { missing, ...reach } = reachOf(folder);
    console.log(
      folder,
      reach,
      missing.filter((_, at) => at % Math.ceil(missing.length / 15) === 0),
    );
  }
