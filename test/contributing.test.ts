import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proxySettingList } from '../build/contract/proxy-settings.ts';
import { hosts } from '../build/hosts/index.ts';
import { hostNames } from '../build/hosts/names.ts';
import { settingsJsonSchema } from '../build/settings.ts';

const text = readFileSync('.github/CONTRIBUTING.md', 'utf8');
const table = text.slice(text.indexOf('## Where new things go'), text.indexOf('## Tests'));
const read = (file: string): string => readFileSync(file, 'utf8');

describe('“Where new things go” in CONTRIBUTING', () => {
  it.each([...new Set([...text.matchAll(/`((?:build|proxy|test|site)\/[\w./-]+)`/g)].map(([, path]) => path!))])(
    '%s exists',
    (path) => {
      expect(existsSync(path)).toBe(true);
    },
  );

  it.each([...table.matchAll(/vitest run ([^`]+)`/g)].map(([, words]) => words!))(
    'vitest run %s: names tests that exist',
    (words) => {
      for (const word of words.split(' ')) expect(word === '--project' || word === 'conformance' || existsSync(word)).toBe(true);
    },
  );

  it('a rule: each file that has rules is in the index', () => {
    const folder = 'build/twin/rules';
    const withRules = readdirSync(folder).filter((file) => /: Rules\b/.test(read(join(folder, file))));
    expect(withRules.length).toBeGreaterThan(10);
    expect(withRules.filter((file) => file !== 'index.ts' && !read(join(folder, 'index.ts')).includes(`./${file}`))).toEqual([]);
  });

  it('a host: each name has a target, and all but “fetch” a word in the table of hosts', () => {
    expect(Object.keys(hosts).sort()).toEqual([...hostNames].sort());
    const page = read(join('site/docs', 'hosting.md')).toLowerCase();
    expect(hostNames.filter((name) => name !== 'fetch' && !page.includes(name.replace('-', ' ')))).toEqual([]);
  });

  it('a setting: each has a description', () => {
    const { properties } = settingsJsonSchema() as { properties: Record<string, { description?: string }> };
    expect(Object.entries(properties).filter(([, { description }]) => !description)).toEqual([]);
    expect(proxySettingList.filter(({ summary }) => !summary)).toEqual([]);
  });
});
