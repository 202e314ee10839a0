// Preview: the time from saving a page until browser and agent get the change, against Eleventy's server on the same pages.
// node test/bench/preview.mjs [pages] [--rounds N]
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeCorpus } from './rig/corpus.mjs';

const args = process.argv.slice(2);
const rounds = Number(args.includes('--rounds') ? args[args.indexOf('--rounds') + 1] : 7);
const count = Number(args.find((arg, at) => /^\d+$/.test(arg) && args[at - 1] !== '--rounds') ?? 1000);
const work = join(tmpdir(), 'diptych-bench-preview');
const plain =
  "export default (c) => { c.addPassthroughCopy({ public: '/' }); return { dir: { input: 'src', output: '_site' } }; };\n";
const ours = `import diptych from 'diptych';
export default (c) => {
  c.addPlugin(diptych, { url: 'https://bench.example', name: 'Bench', maxCharacters: 1e9, checks: { oversize: 'off' } });
  c.addPassthroughCopy({ public: '/' });
  return { dir: { input: 'src', output: '_site' } };
};
`;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function project(name, config) {
  const folder = join(work, name);
  writeCorpus(folder, count);
  writeFileSync(join(folder, 'eleventy.config.js'), config);
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(resolve('.'), join(folder, 'node_modules/diptych'));
  return folder;
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

async function text(url) {
  try {
    return await (await fetch(url, { cache: 'no-store', headers: { accept: url.endsWith('/') ? 'text/html' : '*/*' } })).text();
  } catch {
    return '';
  }
}

/** Waits until the text at a URL contains a word. @returns milliseconds */
async function until(url, word, limit = 120_000) {
  const began = performance.now();
  while (!(await text(url)).includes(word)) {
    if (performance.now() - began > limit) throw new Error(`${url} never shows ${word}`);
    await pause(3);
  }
  return performance.now() - began;
}

let number = 0;
/** Saves a page with a new word, and times its appearance at each URL. */
async function save(folder, change, urls) {
  const word = `word${++number}x`;
  const path = join(folder, 'src/s1/p1.md');
  writeFileSync(path, change(readFileSync(path, 'utf8'), word));
  return Object.fromEntries(await Promise.all(Object.entries(urls).map(async ([name, url]) => [name, await until(url, word)])));
}

const inContent = (page, word) => `${page}\n${word}\n`;
const inDescription = (page, word) => page.replace(/^description: .*$/m, `description: About ${word} and nothing else.`);

async function measure(name, command, folder, port, cases) {
  const child = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const page = `http://127.0.0.1:${port}/s1/p1/`;
    const began = performance.now();
    await until(page, 'Page 1');
    const first = performance.now() - began;
    // The watcher is ready a little after the first build, and documents are generated after the pages.
    await Promise.all(Object.values(cases).flatMap(({ urls }) => Object.values(urls(port)).map((url) => until(url, 'Page 1'))));
    await pause(3_000);
    const rows = { first };
    for (const [label, { change, urls }] of Object.entries(cases)) {
      const times = [];
      for (let round = 0; round < rounds; round++) {
        times.push(await save(folder, change, urls(port)));
        await pause(700);
      }
      for (const key of Object.keys(times[0])) rows[`${label} → ${key}`] = median(times.map((each) => each[key]));
    }
    for (const [label, ms] of Object.entries(rows))
      console.log(`${name.padEnd(28)} ${label.padEnd(28)} ${ms.toFixed(0).padStart(6)} ms`);
    return rows;
  } finally {
    child.kill('SIGTERM');
    await new Promise((done) => child.once('exit', done));
  }
}

const html = (port) => ({ HTML: `http://127.0.0.1:${port}/s1/p1/` });
const all = (port) => ({
  HTML: `http://127.0.0.1:${port}/s1/p1/`,
  twin: `http://127.0.0.1:${port}/s1/p1.md`,
  'llms-full.txt': `http://127.0.0.1:${port}/s1/llms-full.txt`,
});
const index = (port) => ({ twin: `http://127.0.0.1:${port}/s1/p1.md`, 'llms.txt': `http://127.0.0.1:${port}/s1/llms.txt` });
const eleventy = resolve('node_modules/@11ty/eleventy/cmd.cjs');
const plainFolder = project('plain', plain);
const oursFolder = project('ours', ours);
console.log(`${count} pages, medians of ${rounds} saves`);
const port = async () => String(await freePort());
let at = await port();
const base = await measure(
  'eleventy --serve --incremental',
  [eleventy, '--serve', '--incremental', '--quiet', '--port', at],
  plainFolder,
  at,
  { content: { change: inContent, urls: html } },
);
at = await port();
const whole = await measure('eleventy --serve', [eleventy, '--serve', '--quiet', '--port', at], plainFolder, at, {
  content: { change: inContent, urls: html },
});
at = await port();
const own = await measure('diptych dev', [resolve('lib/build/cli.js'), 'dev', '--port', at], oursFolder, at, {
  content: { change: inContent, urls: all },
  description: { change: inDescription, urls: index },
});
const ratio = (ours, theirs) => (ours / theirs).toFixed(2);
for (const [label, theirs] of [
  ['eleventy --serve', whole],
  ['eleventy --serve --incremental', base],
])
  console.log(
    `of ${label}: first preview ${ratio(own.first, theirs.first)}; content saved: ${Object.entries(own)
      .filter(([key]) => key.startsWith('content'))
      .map(([key, ms]) => `${key.slice('content → '.length)} ${ratio(ms, theirs['content → HTML'])}`)
      .join(', ')}`,
  );
rmSync(work, { recursive: true, force: true });
