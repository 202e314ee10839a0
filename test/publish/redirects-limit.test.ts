import { expect, it } from 'vitest';
import { redirectRules } from '../../build/contract/redirects.ts';
import { redirectMap } from '../../build/publish/redirect-map.ts';
import { pluginSite, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const [bytes, rules] = [8_388_608, 100_000];
const home = { 'index.html': '<title>Home</title><main><h1>Home</h1></main>' };
const lines = (count: number): string => Array.from({ length: count }, (_, i) => `/${i} /about\n`).join('');

/** The redirects of a page that had other paths: two for each, for the page and its twin. */
const redirectsOf = (old: readonly string[]) =>
  redirectMap([{ file: 'moved.html', source: 'site/moved.md', from: old }], ['/moved']).redirects;
const paths = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, i) => `/${String(i).padStart(length, 'a')}`);

it('redirect_from: as many redirects as are served, and not two more', () => {
  expect(redirectsOf(paths(rules / 2, 6)).size).toBe(rules);
  expect(() => redirectsOf(paths(rules / 2 + 1, 6))).toThrow(`redirect_from: ${rules + 2} redirects (two for each old path)`);
});

it('redirect_from: as many bytes as are served, and not more', () => {
  // The lines of each old path, without it.
  const rest = '/ /moved 301\n/.md /moved.md 301\n'.length;
  const [first, ...others] = paths(1_024, (bytes / 1_024 - rest) / 2);
  expect(redirectsOf([first!, ...others]).size).toBe(2_048);
  expect(() => redirectsOf([`${first}a`, ...others])).toThrow(`at most ${rules} of ${bytes} bytes are served`);
});

it('a _redirects file: as many rules and bytes as allowed, and no more', () => {
  expect([...redirectRules(lines(rules))]).toHaveLength(rules);
  expect(() => [...redirectRules(lines(rules + 1))]).toThrow(`_redirects holds more than ${rules} rules`);
  expect([...redirectRules('#'.repeat(bytes))]).toEqual([]);
  expect(() => [...redirectRules('#'.repeat(bytes + 1))]).toThrow(`_redirects is longer than ${bytes} bytes`);
});

it('a _redirects file of the author over the limit: the build and the checks say so', async () => {
  const text = `${'#'.repeat(bytes)}\n`;
  const files = { 'src/index.html': home['index.html'], 'public/_redirects': text };
  const folder = pluginSite(temporaryFolder(), { name: 'Own' }, files);
  const fault = `_redirects is longer than ${bytes} bytes`;
  expect(await runWarm(['build'], { cwd: folder })).toMatchObject({ code: 1, stderr: expect.stringContaining(fault) });
  const other = temporaryFolder();
  writeFiles(other, { ...home, _redirects: text });
  expect(await runWarm(['check', other], { cwd: folder })).toMatchObject({ stderr: expect.stringContaining(fault) });
});
