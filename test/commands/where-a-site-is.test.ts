import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { runCli, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { writeSmallSite } from '../support/small-site.ts';

/* A site that is missing or incomplete: the message says so, and with the suggested fix the command passes. */

type Step = (folder: string) => void;

it.each<[what: string, wrong: Step, message: string, fix: Step]>([
  [
    'no site',
    (folder) => rmSync(join(folder, 'site'), { recursive: true }),
    'there is no site here: neither a folder site/ nor an Eleventy configuration; start one with npx diptych init my-site',
    writeSmallSite,
  ],
  [
    'no settings',
    (folder) => rmSync(join(folder, 'site/_data/site.json')),
    'site/_data/site.json: not found; it holds the settings of the site',
    (folder) => writeFiles(folder, { 'site/_data/site.json': '{"url":"https://www.example.com"}' }),
  ],
])('%s', async (_, wrong, message, fix) => {
  const cwd = writeSmallSite(temporaryFolder());
  wrong(cwd);
  expect(await runWarm(['build'], { cwd })).toMatchObject({ code: 1, stderr: `diptych: ${message}\n` });
  fix(cwd);
  expect(await runWarm(['build'], { cwd })).toMatchObject({ code: 0, stderr: '' });
});

it.each([
  ['temml', { markdown: { math: true } }, 'needs.md', '# Needs\n\n$x^2$', 1, 'diptych: site/_data/site.json: "markdown.math"'],
  ['pagefind', { search: true }, 'needs.md', '# Needs\n\nText.', 0, 'site/_data/site.json: "search"'],
])('a package that is not installed: %s', async (name, more, file, text, code, what) => {
  const cwd = writeSmallSite(temporaryFolder());
  writeFiles(cwd, {
    // The module that `require` or `import` looks for is missing.
    'absent.cjs': `const { Module } = require('node:module');\nconst resolve = Module._resolveFilename;\nModule._resolveFilename = function (name, ...rest) {\n  if (String(name).startsWith('${name}')) throw Object.assign(new Error(name), { code: 'MODULE_NOT_FOUND' });\n  return resolve.call(this, name, ...rest);\n};\n`,
    'hooks.mjs': `export const resolve = (name, context, next) => {\n  if (name === '${name}') throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });\n  return next(name, context);\n};\n`,
    'absent.mjs': "import { register } from 'node:module';\nregister('./hooks.mjs', import.meta.url);\n",
    'site/_data/site.json': JSON.stringify({ url: 'https://www.example.com', ...more }),
    [`site/${file}`]: `${text}\n`,
  });
  const absent = `--require ${join(cwd, 'absent.cjs')} --import ${pathToFileURL(join(cwd, 'absent.mjs'))}`;
  const without = await runCli('build', ['build'], { cwd, env: { NODE_OPTIONS: absent } });
  expect(without.code).toBe(code);
  expect(without.stdout + without.stderr).toContain(`${what} needs the package ${name}`);
  expect(without.stdout + without.stderr).toContain(`run npm install ${name}\n`);
});
