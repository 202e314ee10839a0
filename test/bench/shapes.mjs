// Hostile pages → Markdown: time and peak memory of each shape, each in its own process. Shapes over the documented limits of
// `diptych/markdown` are marked and fail. node test/bench/shapes.mjs [--size CHARACTERS] [--as twin] [part of a name …]
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { shapes } from '../support/hostile-shapes.mjs';

const mostSeconds = 3;
const mostMegabytes = 300;
const args = process.argv.slice(2);
const option = (name, otherwise) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : otherwise);
const size = Number(option('--size', 1_000_000));
/** `twin`: as a page of a site of another generator, with parity; `library`: as an application calls `diptych/markdown`. */
const as = option('--as', 'library');
const lib = resolve(option('--lib', 'lib'));
const only = option('--only', undefined);

if (only !== undefined) measure(only);
else {
  const chosen = shapes.map(([name]) => name).filter((name) => args.length === 0 || args.some((part) => name.includes(part)));
  for (const name of chosen) {
    const { stdout } = spawnSync(
      process.execPath,
      [fileURLToPath(import.meta.url), '--only', name, '--size', `${size}`, '--as', as, '--lib', lib],
      { encoding: 'utf8', timeout: 30_000, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const [seconds = Number.POSITIVE_INFINITY, megabytes = Number.POSITIVE_INFINITY, result = ''] = stdout
      ? JSON.parse(stdout)
      : [];
    const isOver = seconds > mostSeconds || megabytes > mostMegabytes;
    if (isOver) process.exitCode = 1;
    console.log(
      `${isOver ? '! ' : '  '}${seconds.toFixed(2).padStart(8)} s ${megabytes.toFixed(0).padStart(5)} MB  ${name}  ${result}`,
    );
  }
}

async function measure(name) {
  const load = (path) => import(pathToFileURL(`${lib}/build/${path}`).href);
  const { toMarkdown } = await load('commands/to-markdown.js');
  const { readPage } = await load('page/read-page.js');
  const { convert } = await load('page/convert.js');
  const html = shapes.find(([own]) => own === name)[1](size);
  const url = 'https://site.example';
  const settings = { url, language: 'en', exclude: [], parity: true, adopted: true, withoutFacts: true };
  const begun = process.cpuUsage();
  let result;
  try {
    const length =
      as === 'twin'
        ? readPage({ file: 'page.html', html }, settings, (part, at) => convert(part, at, settings)).body.length
        : toMarkdown(html, { url: `${url}/page` }).markdown.length;
    result = `${length} characters`;
  } catch (error) {
    result = error.message.slice(0, 60);
  }
  const { user, system } = process.cpuUsage(begun);
  console.log(JSON.stringify([(user + system) / 1e6, process.resourceUsage().maxRSS / 1024, result]));
}
