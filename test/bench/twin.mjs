// `diptych twin` on 1,000, 10,000 and 30,000 pages, or on a folder: the first run, a run with nothing changed, and one with a tenth
// of the pages changed, against naive conversion (linkedom + Turndown, sequential, only the Markdown). Interleaved rounds,
// medians, ratios. node test/bench/twin.mjs [pages …] [--folder DIR] [--rounds N]
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';
import TurndownService from 'turndown';
import { pageOf } from './rig/corpus.mjs';

const args = process.argv.slice(2);
const option = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise);
const pagesIn = (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));

if (args[0] === '--naive') {
  const { parseHTML } = createRequire(import.meta.url)('linkedom');
  for (const file of pagesIn(args[1])) {
    const { document } = parseHTML(readFileSync(join(args[1], file), 'utf8'));
    const root = document.querySelector('main') ?? document.body ?? document.documentElement;
    const target = join(args[2], `${file}.md`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, root ? new TurndownService().turndown(root) : '');
  }
  process.exit();
}

const work = join(tmpdir(), 'diptych-bench-twin');
const rounds = Number(option('--rounds', 3));
const numbers = args.filter((arg, at) => /^\d+$/.test(arg) && args[at - 1] !== '--rounds').map(Number);
const given = option('--folder');
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Runs a command. @returns wall-clock and CPU time in seconds, peak resident memory in MB */
function run(command) {
  const { status, stderr } = spawnSync('/usr/bin/time', ['-f', '%e %U %S %M', process.execPath, ...command], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${command.join(' ')} exited with ${status}\n${stderr}`);
  const [seconds, user, system, kilobytes] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { seconds, processor: user + system, mb: kilobytes / 1024 };
}

function writePages(folder, count) {
  const markdown = new MarkdownIt({ html: true });
  const links = Array.from({ length: 20 }, (_, at) => `<a href="/s${at}/p${at}.html">Section ${at}</a>`).join(' ');
  for (let at = 0; at < count; at++) {
    const file = join(folder, `s${at % 20}/p${at}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${at}</title></head><body><nav>${links}</nav><main>${markdown.render(pageOf(at, count))}</main><footer><p>Footer.</p></footer></body></html>`,
    );
  }
}

const rows = [];
for (const count of given ? [0] : numbers.length > 0 ? numbers : [1_000, 10_000, 30_000]) {
  rmSync(work, { recursive: true, force: true });
  const [folder, out, cache] = ['site', 'out', 'cache'].map((name) => join(work, name));
  if (given) cpSync(given, folder, { recursive: true });
  else writePages(folder, count);
  const pages = pagesIn(folder);
  const twin = () =>
    run([resolve('lib/build/cli.js'), 'twin', folder, '--url', 'https://bench.example', '--out', out, '--cache', cache]);
  const cases = {
    'naive conversion': () => run([fileURLToPath(import.meta.url), '--naive', folder, join(work, 'naive')]),
    'twin, first run': () => {
      for (const each of [out, cache]) rmSync(each, { recursive: true, force: true });
      return twin();
    },
    'twin, nothing changed': twin,
    'twin, a tenth changed': () => {
      for (const file of pages.filter((_, at) => at % 10 === 0)) appendFileSync(join(folder, file), '<p>Changed.</p>\n');
      return twin();
    },
  };
  const taken = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) for (const [name, measure] of Object.entries(cases)) taken[name].push(measure());
  const of = (name, what) => median(taken[name].map((each) => each[what]));
  for (const name of Object.keys(cases))
    rows.push({
      pages: pages.length,
      run: name,
      'ms a page': ((of(name, 'seconds') * 1000) / pages.length).toFixed(2),
      'processor, ms a page': ((of(name, 'processor') * 1000) / pages.length).toFixed(2),
      'of naive': (of(name, 'seconds') / of('naive conversion', 'seconds')).toFixed(2),
      'processor, of first': (of(name, 'processor') / of('twin, first run', 'processor')).toFixed(2),
      'peak MB': of(name, 'mb').toFixed(0),
    });
}
rmSync(work, { recursive: true, force: true });
console.table(rows);
