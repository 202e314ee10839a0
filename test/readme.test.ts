import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts;

describe('README.md says what the code says', () => {
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
