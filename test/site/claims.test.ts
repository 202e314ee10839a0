import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { proxySettings } from '../../build/contract/proxy-settings.ts';
import { resolveSettings } from '../../build/settings.ts';
import { documentation } from '../support/printed.ts';

const read = (page: string): string => readFileSync(/[./]/.test(page) ? page : `site/docs/${page}.md`, 'utf8');
const { partLimit } = resolveSettings({ url: 'https://www.example.com' }, 'test');
const seconds = ({ default: value }: { readonly default: number }): string => `${value / 1000}`;
const mebibytes = ({ default: value }: { readonly default: number }): string => `${value / 2 ** 20}`;
const number = (value: number | false): string => value.toLocaleString('en');

describe('figures of the documentation are those of the code', () => {
  it.each([
    ['proxy', /At most ([\d,]+) connections are open/, number(proxySettings.maxConnections.default)],
    ['proxy', /An idle connection is kept for (\d+) seconds/, seconds(proxySettings.keepAliveTimeout)],
    ['proxy', /for one more second \(`--drain-delay`\)/, seconds(proxySettings.drainDelay)],
    ['proxy', /Files above (\d+) MiB \(`--memory-file-limit`\)/, mebibytes(proxySettings.memoryFileLimit)],
    ['production', /`--max-connections` is ([\d,]+)/, number(proxySettings.maxConnections.default)],
    ['production', /The proxy keeps them for (\d+) seconds/, seconds(proxySettings.keepAliveTimeout)],
    ['growing', /`--drain-delay` \((\d+) second;/, seconds(proxySettings.drainDelay)],
    ['growing', /`--drain-timeout` \((\d+) seconds\)/, seconds(proxySettings.drainTimeout)],
    ['growing', /keeps idle connections for (\d+) seconds/, seconds(proxySettings.keepAliveTimeout)],
    ['twins', /`partLimit` \(([\d,]+) characters by default\)/, number(partLimit)],
  ])('%s: %s is %s', (page, claim, value) => {
    const [whole, found = '1'] = claim.exec(read(page)) ?? [];
    expect([whole, found]).toEqual([expect.any(String), value]);
  });

  it('the floors of the gate', () => {
    const gate = /const floors = \{([\s\S]*?)\};/.exec(read('test/bench/gate.mjs'))![1]!;
    const floors = new Map([...gate.matchAll(/^ {2}'?(.+?)'?: ([\d.]+),$/gm)].map(([, name, floor]) => [name, floor]));
    const table = [...read('benchmarks').matchAll(/^\| (.+?) \| [\d.]+ to [\d.]+ \| ([\d.]+) \|$/gm)];
    expect(table).toHaveLength(8);
    for (const [, name, floor] of table) expect([name, floors.get(name)]).toEqual([name, floor]);
  });
});

it('the entry for the Eleventy directory names the package', () => {
  const { npm, author, description } = JSON.parse(read('.github/eleventy-directory/diptych.json')) as Record<string, string>;
  const own = JSON.parse(read('package.json')) as { name: string; repository: { url: string } };
  expect([npm, own.repository.url]).toEqual([own.name, `git+https://github.com/${author}/diptych.git`]);
  expect(description!.length).toBeLessThanOrEqual(160);
});

it('the page on performance answers in 300 words', () => {
  const [, , body = ''] = read('performance').split(/^---$/m);
  expect(body.trim().split(/\s+/).length).toBeLessThanOrEqual(300);
});

it.each(documentation.filter((page) => page.endsWith('.md')))('%s: no sentence has more than 40 words', (page) => {
  const prose = read(page)
    .replace(/^---[\s\S]*?^---/m, '')
    .replace(/^(`{3,})[\s\S]*?^\1/gm, '')
    .replace(/\]\([^)]*\)/g, ']');
  const sentences = prose
    .split(/\n|\|/)
    .flatMap((line) => line.replace(/`[^`]*`/g, 'Code').split(/(?<=[.!?:]\S?) +(?=[A-Z*[“\d])/));
  expect(sentences.filter((sentence) => sentence.split(/ +/).filter((word) => /\w/.test(word)).length > 40)).toEqual([]);
});

it.each(documentation)('%s: no dialect words', (page) => {
  expect(read(page).match(/\b(?:walker|whoever|nobody)s?\b/gi) ?? []).toEqual([]);
});
