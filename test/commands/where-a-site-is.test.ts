import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { runCli, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';
import { writeSmallSite } from '../support/small-site.ts';

/* A site that is missing or incomplete: the message says so, and with the suggested fix the command passes. */

type Step = (at: (path: string) => string) => void;
type Row = readonly [what: string, wrong: Step, message: string, fix: Step];

const write =
  (files: Readonly<Record<string, string | Uint8Array>>): Step =>
  (at) =>
    writeFiles(at('.'), files);
const remove =
  (...paths: string[]): Step =>
  (at) => {
    for (const path of paths) rmSync(at(path), { recursive: true });
  };
const both =
  (...steps: Step[]): Step =>
  (at) => {
    for (const step of steps) step(at);
  };

const settings = (more: object): Step =>
  write({ 'site/_data/site.json': JSON.stringify({ url: 'https://www.example.com', name: 'Small', ...more }, null, 1) });
const configuration = (body: string): Step =>
  both(
    write({
      'package.json': '{"type":"module"}',
      'eleventy.config.js': `import starter from 'diptych/starter';\nexport default async (eleventyConfig) => {\n  ${body}\n};\n`,
    }),
    (at) => rmSync(at('node_modules'), { recursive: true, force: true }),
    (at) => mkdirSync(at('node_modules')),
    (at) => symlinkSync(packageFolder, at('node_modules/diptych')),
  );

const rows: readonly Row[] = [
  [
    'two different declarations of the site path',
    configuration("return { ...starter(eleventyConfig), pathPrefix: '/docs/' };"),
    'the site URL is https://www.example.com and Eleventy\'s pathPrefix "/docs/"; set the URL to https://www.example.com/docs, or remove pathPrefix',
    configuration('return starter(eleventyConfig);'),
  ],
  [
    'a path of the URL that templates ignore',
    both(
      settings({ url: 'https://www.example.com/docs' }),
      configuration("return { ...starter(eleventyConfig), pathPrefix: '/' };"),
    ),
    "the site URL is https://www.example.com/docs and Eleventy's pathPrefix \"/\"; return { pathPrefix: '/docs/' } from the configuration, or take the path off the URL",
    settings({}),
  ],
  [
    'no site',
    remove('site'),
    'there is no site here: neither a folder site/ nor an Eleventy configuration; start one with npx diptych init my-site',
    (at) => writeSmallSite(at('.')),
  ],
  [
    'no settings',
    remove('site/_data/site.json'),
    'site/_data/site.json: not found; it holds the settings of the site',
    settings({}),
  ],
];

it.each(rows.map(([what, ...row]) => ({ what, row })))('$what', async ({ row: [wrong, message, fix] }) => {
  const cwd = writeSmallSite(temporaryFolder());
  const at = (path: string): string => join(cwd, path);
  wrong(at);
  const first = await runWarm(['build'], { cwd });
  expect([first.code, first.stderr]).toEqual([1, `diptych: ${message.replaceAll('FOLDER', cwd)}\n`]);
  fix(at);
  const { stderr, ...second } = await runWarm(['build'], { cwd });
  expect({ code: second.code, stderr }).toEqual({ code: 0, stderr: '' });
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
