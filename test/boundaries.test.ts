import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Every source file with what it imports: relative imports as paths from the root, packages by name. */
const sources = ['build', 'proxy'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(join(folder, file))),
);

interface Source {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function read(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const specifiers = [...code.matchAll(/(?:from\s+|import\s*\(\s*|^import\s+|new URL\(\s*)'([^']+)'/gm)].map(
    ([, specifier]) => specifier!,
  );
  return {
    file,
    text: code,
    imports: specifiers.map((specifier) =>
      specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier.replace(/^node:/, ''),
    ),
  };
}

const importersOf = (target: (specifier: string) => boolean): string[] =>
  sources
    .filter(({ imports }) => imports.some(target))
    .map(({ file }) => file)
    .sort();
const usersOf = (pattern: RegExp): string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort();

describe('who may know whom (design.md §3)', () => {
  it('reads the whole house', () => {
    expect(sources.length).toBeGreaterThan(60);
    expect(sources.find(({ file }) => file === 'build/page/parse-html.ts')!.imports).toContain('linkedom');
  });

  it('contract imports nothing outside itself', () => {
    const leaving = sources
      .filter(({ file }) => file.startsWith('build/contract/'))
      .flatMap(({ file, imports }) =>
        imports.filter((specifier) => !specifier.startsWith('build/contract/')).map((specifier) => `${file} → ${specifier}`),
      );
    expect(leaving).toEqual([]);
  });

  it('proxy → build/contract is the only edge between the halves', () => {
    const crossing = sources.flatMap(({ file, imports }) =>
      imports
        .filter((specifier) =>
          file.startsWith('proxy/')
            ? specifier.startsWith('build/') && !specifier.startsWith('build/contract/')
            : specifier.startsWith('proxy/'),
        )
        .map((specifier) => `${file} → ${specifier}`),
    );
    expect(crossing).toEqual([]);
  });

  it.each([
    ['linkedom', ['build/page/parse-html.ts']],
    ['@11ty/eleventy', []],
    ['redis', ['proxy/rate-limit/redis.ts']],
    ['prom-client', ['proxy/observe/metrics.ts']],
    ['pino', ['proxy/observe/request-log.ts']],
    ['rate-limiter-flexible', ['proxy/rate-limit/redis.ts']],
  ])('%s is imported by %j only', (name, importers) => {
    expect(importersOf((specifier) => specifier === name)).toEqual(importers);
  });

  it('what is optional is loaded when it is asked for, not at start', () => {
    expect(usersOf(/^import\s(?!type\b)[^;]*'(?:redis|rate-limiter-flexible|prom-client|pino)'/m)).toEqual([]);
  });

  it('turndown is imported below build/twin only', () => {
    const importers = importersOf((specifier) => specifier.startsWith('turndown'));
    expect(importers.length).toBeGreaterThan(0);
    expect(importers.filter((file) => !file.startsWith('build/twin/'))).toEqual([]);
  });

  it('only artifact.ts writes files', () => {
    expect(
      usersOf(
        /\b(writeFile|writeFileSync|appendFile|createWriteStream|rename|renameSync|rmSync|mkdirSync|copyFile|copyFileSync|cpSync|unlink|unlinkSync|symlink)\b\s*[(,}]/,
      ),
    ).toEqual(['build/files.ts']);
  });

  it.each([
    ['process.env', /process\.env\b/],
    ['process.argv', /process\.argv\b/],
    ['process.exit', /process\.exit(Code)?\b/],
  ])('%s lives in the two cli.ts', (_, pattern) => {
    expect(usersOf(pattern).filter((file) => !file.endsWith('/cli.ts'))).toEqual([]);
  });

  it('listen is called in the two cli.ts only', () => {
    expect(usersOf(/\.listen\(/).filter((file) => !file.endsWith('/cli.ts'))).toEqual([]);
  });

  it('nothing imports test/', () => {
    expect(importersOf((specifier) => specifier.startsWith('test/'))).toEqual([]);
  });

  it.each(['generators', 'checks'])('%s read values: no disk, no network, no DOM', (folder) => {
    const allowed = folder === 'checks' ? ['build/checks/audit/check-folder.ts', 'build/checks/audit/check-url.ts'] : [];
    const impure = sources
      .filter(({ file }) => file.startsWith(`build/${folder}/`) && !allowed.includes(file))
      .flatMap(({ file, imports }) =>
        imports
          .filter((specifier) =>
            /^(fs|fs\/promises|http|https|net|child_process|worker_threads|linkedom|turndown)$/.test(specifier),
          )
          .map((specifier) => `${file} → ${specifier}`),
      );
    expect(impure).toEqual([]);
  });

  it('the core of the proxy needs no Node: values in, values out', () => {
    const isCore = (file: string): boolean =>
      /^proxy\/(?:(?:http|answers)\/|log\.ts|origin\/(?:table|resource|site|nearest|origin|redirects-file|failure)\.ts)/.test(
        file,
      );
    const allowed = ['negotiator', 'range-parser', 'fastest-levenshtein'];
    const leaving = sources
      .filter(({ file }) => isCore(file))
      .flatMap(({ file, text, imports }) => [
        ...imports
          .filter((specifier) => !isCore(specifier) && !specifier.startsWith('build/contract/') && !allowed.includes(specifier))
          .map((specifier) => `${file} → ${specifier}`),
        ...[...text.matchAll(/\b(?:Buffer|NodeJS|process)\b(?=[.<])/g)].map(([name]) => `${file}: ${name}`),
      ]);
    expect(leaving).toEqual([]);
  });

  it('no file is a drawer', () => {
    expect(
      sources
        .filter(({ file }) => /(^|\/)(utils?|helpers?|common|misc|manager|service|types)\.ts$/.test(file))
        .map(({ file }) => file),
    ).toEqual([]);
  });

  it('a public path is typed in the contract only', () => {
    const typed = sources
      .filter(({ file }) => !file.startsWith('build/contract/'))
      .flatMap(({ file, text }) =>
        [
          ...text.matchAll(
            /'(\/(?:api|oauth|agent|\.well-known)\/[^']*|\/(?:llms|llms-full|robots)\.txt|\/sitemap\.(?:md|xml))'/g,
          ),
        ].map(([, path]) => `${file}: ${path}`),
      );
    expect(typed).toEqual([]);
  });
});
