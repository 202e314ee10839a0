import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { surfaceList } from '../build/contract/surfaces.ts';

const readme = readFileSync('README.md', 'utf8');
const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts;

describe('README.md says what the code says', () => {
  it('the table of surfaces is build/contract/surfaces.ts', () => {
    const rows = readme.match(/^\| `(?:GET|POST) .*\|$/gm);
    expect(rows).toEqual(
      surfaceList.map(
        ({ method, path, kind, mediaType, summary }) =>
          `| \`${method} ${path}\` | ${kind === 'stub' ? 501 : 200} | \`${mediaType.split(';')[0]}\` | ${summary} |`,
      ),
    );
  });

  it.each(
    [...readme.matchAll(/(?:`|^|&& )npm (?:run )?([a-z]+)/gm)]
      .map(([, name]) => name!)
      .filter((name) => !['ci', 'install'].includes(name)),
  )('npm %s is a script', (name) => {
    expect(scripts).toHaveProperty(name);
  });

  it.each([
    ...new Set([...readme.matchAll(/`((?:build|proxy|test|site|\.ci)\/[\w./-]+)`/g)].map(([, path]) => path!.replace(/\/$/, ''))),
  ])('%s exists', (path) => {
    expect(existsSync(path)).toBe(true);
  });
});
