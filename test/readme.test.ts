import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { proxySettings } from '../build/contract/proxy-settings.ts';

const readme = readFileSync('README.md', 'utf8');
const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts;

describe('numbers in prose equal numbers in the code', () => {
  const numberIn = (file: string, before: string, after: string): number =>
    Number(new RegExp(`${before}([\\d,]+)${after}`).exec(readFileSync(file, 'utf8'))?.[1]?.replaceAll(',', ''));

  it('SECURITY.md: the number of random requests, half from each test file', () => {
    const each = numberIn('test/fuzz/vitest.config.ts', "FC_REQUESTS \\?\\? '", "'");
    expect(numberIn('SECURITY.md', 'sends ', ' generated requests')).toBe(2 * each);
  });

  it.each([
    ['site/docs/production.md', 'An idle connection is kept for ', ' seconds', proxySettings.keepAliveTimeout.default / 1000],
    ['site/docs/production.md', 'At most ', ' connections are open', proxySettings.maxConnections.default],
  ])('%s: %s…%s', (file, before, after, value) => {
    expect(numberIn(file, before, after)).toBe(value);
  });
});

describe('README.md matches the code', () => {
  it.each(
    [...readme.matchAll(/(?:`|^|&& )npm (?:run )?([a-z]+)/gm)]
      .map(([, name]) => name!)
      .filter((name) => !['ci', 'install'].includes(name)),
  )('npm %s is a script', (name) => {
    expect(scripts).toHaveProperty(name);
  });

  it.each([
    ...new Set(
      [...readme.matchAll(/[`(]((?:build|proxy|test|site|\.ci|\.github)\/[\w./-]+)[`)]/g)].map(([, path]) =>
        path!.replace(/\/$/, ''),
      ),
    ),
  ])('%s exists', (path) => {
    expect(existsSync(path)).toBe(true);
  });
});
