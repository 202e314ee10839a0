import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { runCli, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';
import { writeSmallSite } from '../support/small-site.ts';

/* Files in the wrong place, with a wrong name or missing: the message names them, and with the suggested fix the command passes. */

type Step = (at: (path: string) => string) => void;
type Row = readonly [what: string, wrong: Step, message: string, fix: Step, args?: readonly string[]];

const write =
  (files: Readonly<Record<string, string | Uint8Array>>): Step =>
  (at) =>
    writeFiles(at('.'), files);
const remove =
  (...paths: string[]): Step =>
  (at) => {
    for (const path of paths) rmSync(at(path), { recursive: true });
  };
const move =
  (from: string, to: string): Step =>
  (at) =>
    renameSync(at(from), at(to));
const link =
  (path: string, target: string): Step =>
  (at) =>
    symlinkSync(target, at(path));
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
    'a file that is not UTF-8',
    write({ 'site/latin.md': Buffer.from('# Latin\n\nCaf\u00e9.\n', 'latin1') }),
    'site/latin.md:3: not UTF-8 text; save the file as UTF-8',
    write({ 'site/latin.md': '# Latin\n\nCaf\u00e9.\n' }),
  ],
  [
    'a link out of the site',
    both(write({ 'outside.md': '# Outside\n' }), link('site/linked.md', '../outside.md')),
    'site/linked.md: a symbolic link that leaves site (to FOLDER/outside.md); copy the file instead',
    both(remove('site/linked.md'), write({ 'site/linked.md': '# Outside\n\nText.\n' })),
  ],
  [
    'a link to its parent folder',
    link('site/docs/again', '..'),
    'site/docs/again: a symbolic link to a folder that it lies in, which never ends; remove it',
    remove('site/docs/again'),
  ],
  [
    'a key that would change all objects (__proto__)',
    write({ 'site/data.md': '---\ntitle: Data\n__proto__: { a: 1 }\n---\n# Data\n\nText.\n' }),
    'site/data.md:3: the key "__proto__" is refused, for it would change every object; rename it',
    write({ 'site/data.md': '---\ntitle: Data\nproto: { a: 1 }\n---\n# Data\n\nText.\n' }),
  ],
  [
    'two names that are equal on some systems',
    write({ 'site/About.md': '# About us\n\nText.\n' }),
    'site/About.md writes "About.html" and site/about.md writes "about.html", which differ only in case or Unicode form and are one file on many systems; rename one',
    move('site/About.md', 'site/about-us.md'),
  ],
  [
    'a file and a folder of the same name',
    write({ 'site/both.md': '---\npermalink: about.html/index.html\n---\n# Both\n\nText.\n' }),
    'site/both.md:2: its output "about.html/index.html" and another page or file need the same name, once for a file and once for a folder; change its permalink',
    write({ 'site/both.md': '---\npermalink: both/index.html\n---\n# Both\n\nText.\n' }),
  ],
  [
    'a page at a path of the proxy',
    both(settings({ mcp: true }), write({ 'site/mcp.md': '# MCP\n\nText.\n' })),
    'site/mcp.md: its URL is /mcp, which the server answers by itself; give it another, or switch that off in the settings',
    move('site/mcp.md', 'site/about-mcp.md'),
  ],
  [
    'a configuration under another name',
    both(configuration('return starter(eleventyConfig);'), move('eleventy.config.js', 'eleventy.js')),
    'eleventy.js: a configuration under a name that is not read; rename it to eleventy.config.js, or name it with --config eleventy.js',
    move('eleventy.js', 'eleventy.config.js'),
  ],
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
  [
    'init in a non-empty folder',
    () => {},
    '.: not empty (it holds site); name a new folder: diptych init my-site',
    remove('site'),
    ['init', '.'],
  ],
  [
    'init at the path of a file',
    write({ 'my-site': '' }),
    'my-site: is a file; name a new folder: diptych init my-site',
    remove('my-site'),
    ['init', 'my-site'],
  ],
];

it.each(rows.map(([what, ...row]) => ({ what, row })))('$what', async ({ row: [wrong, message, fix, args = ['build']] }) => {
  const cwd = writeSmallSite(temporaryFolder());
  const at = (path: string): string => join(cwd, path);
  wrong(at);
  const first = await runWarm(args, { cwd });
  expect([first.code, first.stderr]).toEqual([1, `diptych: ${message.replaceAll('FOLDER', cwd)}\n`]);
  fix(at);
  const { stderr, ...second } = await runWarm(args, { cwd });
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
