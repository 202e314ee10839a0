// Twins that are longer than the output of Turndown with its GFM plugin for the same content. Turndown gets input in which it loses
// nothing: fenced code, terms above their definitions, spanning cells repeated, line breaks in cells. Front matter and the line
// with links to the indexes, which only twins have, are not counted. npm run bench -- longer DIR
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import TurndownService from 'turndown';
import { twinFolder } from '../../lib/build/commands/twin.js';
import { contentOf } from '../../lib/build/page/convert.js';
import { learnBoilerplate } from '../../lib/build/page/learn-boilerplate.js';
import { readHtml } from '../../lib/build/page/parse-html.js';

const [folder] = process.argv.slice(2);
const peers = 'test/bench/peers';
if (!folder || !existsSync(`${peers}/node_modules`)) {
  console.log(`skipped: needs a folder of HTML, and npm ci --prefix ${peers}`);
  process.exit();
}
const url = 'https://docs.example';
const { gfm } = createRequire(import.meta.url)(`${process.cwd()}/${peers}/node_modules/turndown-plugin-gfm`);
const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' }).use(gfm);
const lines = (text) => text.trim().replace(/\n+/g, '<br>');
const cell = turndown.rules.array.find(({ filter }) => String(filter) === 'th,td').replacement;
const rules = {
  pre: (_, node) => `\n\n\`\`\`\n${node.textContent.replace(/\n$/, '')}\n\`\`\`\n\n`,
  dt: (content) => `\n\n- **${content.trim()}**\n\n`,
  dd: (content) => `\n\n  ${content.trim().replace(/\n(?=.)/g, '\n  ')}\n\n`,
};
for (const [filter, replacement] of Object.entries(rules)) turndown.addRule(filter, { filter, replacement });
turndown.addRule('cell', { filter: ['th', 'td'], replacement: (content, node) => cell(lines(content), node) });

const out = mkdtempSync(join(tmpdir(), 'diptych-longer-'));
await twinFolder(folder, { settings: { url, parity: false }, out });
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
const boilerplate = learnBoilerplate(files.sort(), (file) => readFileSync(join(folder, file), 'utf8'));
const longer = [];
let [pages, ours, theirs] = [0, 0, 0];
for (const file of files) {
  const twin = join(out, file.replace(/\.html$/, '.md'));
  if (!existsSync(twin)) continue;
  const part = readHtml(readFileSync(join(folder, file), 'utf8')).partOf('main if that is all');
  const content = contentOf(part, { boilerplate, adopted: true });
  const length = turndown.turndown(htmlOf(content.root, `${url}/${file}`, content.out)).trim().length;
  const own = bodyOf(readFileSync(twin, 'utf8')).length;
  pages++;
  [ours, theirs] = [ours + own, theirs + length];
  if (own > length) longer.push({ file, more: own - length, length });
}
rmSync(out, { recursive: true });
console.log(
  `${pages} twins, ${((longer.length / pages) * 100).toFixed(1)} % longer; all: ${(ours / theirs).toFixed(3)} of Turndown's`,
);
for (const { file, more, length } of longer.sort((a, b) => b.more - a.more).slice(0, 10))
  console.log(`  ${file}  +${more} of ${length}`);

/** A twin without the parts that Turndown does not write: front matter, links to the indexes, the outline of a long page. */
function bodyOf(twin) {
  return twin
    .replace(/^---\n.*?\n---\n\n/s, '')
    .replace(/^> (?:For the complete index|This page is long|Long page)[^\n]*\n\n/gm, '')
    .replace(/^Sections of this page, each a document of its own[^\n]*\n\n[\s\S]*?\n\n---\n\n/m, '')
    .trim();
}

/** The HTML of the content, with absolute links and spanning cells repeated in each row. */
function htmlOf(node, page, leftOut) {
  const text = (data) => data.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
  return write(node);

  function write(at) {
    if (at.nodeType === 3) return text(at.data);
    const { localName: name } = at;
    if (at.nodeType !== 1 || leftOut.has(at) || /^(?:script|style|template|noscript)$/.test(name)) return '';
    const named = Array.from(at.attributes ?? [], ({ name: key, value }) => ` ${key}="${text(absolute(key, value))}"`).join('');
    if (/^(?:br|hr|img|input|col|wbr|source)$/.test(name)) return `<${name}${named}>`;
    const inner = name === 'tr' ? rowOf(at).map(write) : Array.from(at.childNodes ?? [], write);
    return `<${name}${named}>${name === 'pre' ? '\n' : ''}${inner.join('')}</${name}>`;
  }

  function absolute(key, value) {
    return /^(?:href|src)$/.test(key) && URL.canParse(value, page) ? new URL(value, page).href : value;
  }
}

/** The cells of a row, including cells of rows above that span it. */
function rowOf(row) {
  const rows = Array.from(row.parentNode.children).filter(({ localName }) => localName === 'tr');
  const grid = rows.map(() => []);
  for (const [y, each] of rows.entries()) {
    let x = 0;
    for (const cell of Array.from(each.children)) {
      while (grid[y][x]) x++;
      for (let down = 0; down < Number(cell.getAttribute('rowspan') ?? 1); down++) if (grid[y + down]) grid[y + down][x] = cell;
      x++;
    }
    if (each === row) return grid[y].filter(Boolean);
  }
  return [];
}
