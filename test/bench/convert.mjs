// HTML → Markdown: milliseconds a page at 5, 40 and 400 KB, against naive linkedom + Turndown, mdream and node-html-markdown.
// Interleaved rounds in one process, medians, ratios to naive. node test/bench/convert.mjs [--rounds N]
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import MarkdownIt from 'markdown-it';
import TurndownService from 'turndown';
import { convert } from '../../lib/build/page/convert.js';
import { scanHtml } from '../../lib/build/page/html-scan.js';
import { readHtml } from '../../lib/build/page/parse-html.js';
import { pageOf } from './rig/corpus.mjs';

const args = process.argv.slice(2);
const rounds = Number(args.includes('--rounds') ? args[args.indexOf('--rounds') + 1] : 15);

const peers = 'test/bench/peers';
if (!existsSync(`${peers}/node_modules/mdream`))
  execFileSync('npm', ['ci', '--prefix', peers, '--ignore-scripts'], { stdio: 'inherit' });
const { resolve } = createRequire(`${process.cwd()}/${peers}/package.json`);
const { htmlToMarkdown } = await import(resolve('mdream'));
const { NodeHtmlMarkdown } = await import(resolve('node-html-markdown'));
const { gfm } = await import(resolve('turndown-plugin-gfm'));

const { parseHTML } = createRequire(import.meta.url)('linkedom');

const markdown = new MarkdownIt({ html: true });
const url = 'https://bench.example';

/** A page with a navigation and about `kilobytes` of HTML in its main element. */
function pageOfSize(kilobytes, seed) {
  let content = '';
  for (let at = seed; content.length < kilobytes * 1024; at++) content += markdown.render(pageOf(at, 1_000));
  const links = Array.from({ length: 20 }, (_, at) => `<a href="/s${at}/">Section ${at}</a>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav>${links}</nav></header><main>${content}</main><footer><p>Footer.</p></footer></body></html>`;
}

const settings = { url, parity: false };
const mainOf = (html) => {
  const { main } = scanHtml(html);
  return html.slice(main.start, main.end);
};
const converters = {
  'naive linkedom + Turndown': (html) => new TurndownService().turndown(parseHTML(html).document.querySelector('main')),
  // The GFM plugin throws on tables of linkedom, so Turndown parses the HTML here.
  'Turndown with its GFM plugin': (_, main) => new TurndownService().use(gfm).turndown(main),
  'node-html-markdown': (html) => NodeHtmlMarkdown.translate(html),
  mdream: (html) => htmlToMarkdown(html),
  'Diptych, the whole page': (html) => convert(readHtml(html).partOf('all'), `${url}/page`, settings).body,
  'Diptych, as in a build: main only': (_, main) => convert(readHtml(main).partOf('all'), `${url}/page`, settings).body,
  'Diptych, main only, with parity': (_, main) =>
    convert(readHtml(main).partOf('all'), `${url}/page`, { url, parity: true }).body,
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

for (const kilobytes of [5, 40, 400]) {
  const pages = Array.from({ length: Math.max(1, Math.min(40, 400 / kilobytes)) }, (_, at) => pageOfSize(kilobytes, at * 100));
  const mains = pages.map(mainOf);
  const times = Object.fromEntries(Object.keys(converters).map((name) => [name, []]));
  // node-html-markdown is quadratic: at 400 KB one round is enough.
  const slow = new Set(kilobytes > 100 ? ['node-html-markdown'] : []);
  for (let round = -2; round < rounds; round++)
    for (const [name, run] of Object.entries(converters)) {
      if (slow.has(name) && round > 0) continue;
      const began = performance.now();
      for (const [at, html] of pages.entries())
        if (typeof run(html, mains[at]) !== 'string') throw new Error(`${name} gave no text`);
      if (round >= 0) times[name].push((performance.now() - began) / pages.length);
    }
  const naive = median(times['naive linkedom + Turndown']);
  console.log(`\n${kilobytes} KB of HTML in main`);
  console.table(
    Object.entries(times).map(([converter, own]) => ({
      converter,
      'ms a page': median(own).toFixed(2),
      'of naive': (median(own) / naive).toFixed(2),
    })),
  );
}
