// npm run bench -- reload [--files 100000]
//
// Start, search for a similar URL and reload on a folder of many small pages, with and without a manifest. Prints the longest
// block of the event loop, in ms of CPU time of its thread, and the duration of each step.
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createProxy } from '../../lib/proxy/index.js';

const { values } = parseArgs({ allowPositionals: true, options: { files: { type: 'string', default: '100000' } } });
const files = Number(values.files);
const work = resolve('test/bench/serve/.work');

for (const [shape, folders, isBuilt] of [
  ['in 100 folders', 100],
  ['in one folder', 1],
  ['with a manifest', 100, true],
]) {
  rmSync(work, { recursive: true, force: true });
  for (let i = 0; i < folders; i++) mkdirSync(`${work}/s${i}`, { recursive: true });
  for (let i = 0; i < files; i++) writeFileSync(`${work}/s${i % folders}/page-${i}.html`, `<h1>${i}</h1>`);
  const list = (build) => {
    const rows = Array.from({ length: files }, (_, i) => {
      const text = `<h1>${i}</h1>`;
      return `"s${i % folders}/page-${i}.html":{"size":${text.length},"hash":"${hash('sha256', text, 'base64url')}"}`;
    });
    writeFileSync(`${work}/.well-known/diptych.json`, `{"version":1,"build":"${build}","files":{\n${rows.join(',\n')}\n}}\n`);
  };
  if (isBuilt) list('one');
  let proxy;
  await measured(`${shape}: start`, async () => {
    proxy = createProxy({ dir: work, watch: false });
  });
  await measured(`${shape}: first missing page`, async () => proxy.origin.site.nearest('/s0/pgae-0'));
  if (isBuilt) list('two');
  await measured(`${shape}: reload, every file new`, () => proxy.reload());
  // A reload reads recently changed files again: wait until no file is recent.
  await new Promise((done) => setTimeout(done, 3_000));
  await proxy.reload();
  if (!isBuilt) writeFileSync(`${work}/s0/page-0.html`, '<h1>changed</h1>');
  await measured(`${shape}: reload, one file new`, () => proxy.reload());
  await measured(`${shape}: reload, nothing new but that`, () => proxy.reload());
  await proxy.close();
}
rmSync(work, { recursive: true, force: true });

async function measured(what, work) {
  // Only the thread of the event loop: garbage collection in other threads does not block it.
  const threadTime = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  const begun = performance.now();
  let longest = 0;
  let last = threadTime();
  let running = true;
  const turn = () => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  const took = performance.now() - begun;
  await new Promise((done) => setTimeout(done, 20));
  running = false;
  console.log(`${what.padEnd(56)} longest stop ${longest.toFixed(0).padStart(6)} ms   in all ${took.toFixed(0).padStart(6)} ms`);
}
