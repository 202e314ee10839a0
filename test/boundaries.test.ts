import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageFolder } from './support/package-folder.ts';

/** All source files with their imports: relative ones as paths from the root, packages by name. */
const sources = ['build', 'proxy'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.ts$/.test(file))
    .map((file) => read(join(folder, file))),
);

interface Source {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly string[];
}

/** Type imports count, too: a type is a dependency on its room. */
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
      specifier.startsWith('#contract/')
        ? `${specifier.replace('#', 'build/')}.ts`
        : specifier.startsWith('.')
          ? normalize(join(dirname(file), specifier)).replace(/\.js$/, '.ts')
          : specifier.replace(/^node:/, ''),
    ),
  };
}

const known = new Map(sources.map((source) => [source.file, source]));
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
/** `source → target` of every import between two source files. */
const arrows = sources.flatMap(({ file, imports }) =>
  imports.filter((target) => known.has(target)).map((target) => [file, target] as const),
);

/** The rooms of CONTRIBUTING: a file may import from its own room and from lower floors. */
const rooms = [
  ...readFileSync('.github/CONTRIBUTING.md', 'utf8').matchAll(/^\| `((build|proxy)\/([\w./-]+?))\/?` \| (.+) \| (\d+) \|$/gm),
].map(([, path, half, name, , floor]) => ({ path: path!, half: half!, name: name!, floor: Number(floor) }));

/** The room of a file: the innermost of nested rooms. */
const roomOf = (file: string) =>
  rooms
    .filter(({ path }) => file === path || file.startsWith(`${path}/`))
    .reduce((inner, room) => (room.path.length > inner.path.length ? room : inner));

/** Entries of the package: each module is imported, directly or not, by one of these. */
const entries = [
  'build/cli.ts',
  'build/plugin.ts',
  'build/commands/to-markdown.ts',
  'build/contract/surfaces.ts',
  'build/page/worker.ts',
  'build/starter/eleventy.config.ts',
  'proxy/cli.ts',
  'proxy/edge/handler.ts',
  'proxy/index.ts',
];

describe('the tree', () => {
  it.each(['build', 'proxy'])('every entry of %s/ is a room of its own', (half) => {
    const entries = readdirSync(half).filter((entry) => !/\.(?:json|md)$/.test(entry));
    const own = rooms.filter((room) => room.half === half && !room.name.includes('/')).map(({ name }) => name);
    expect(entries.sort()).toEqual(own.sort());
  });

  it('arrows point downwards', () => {
    const rising = arrows
      .map((arrow) => [arrow, arrow.map(roomOf)] as const)
      .filter(([, [from, to]]) => from!.half === to!.half && from!.path !== to!.path && to!.floor >= from!.floor)
      .map(([arrow]) => arrow.join(' → '));
    expect(rising).toEqual([]);
  });

  it('no circular imports', () => {
    expect(circles()).toEqual([]);
  });

  it('every module is imported by something that ships', () => {
    const reached = new Set<string>();
    const walk = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const target of known.get(file)?.imports ?? []) if (known.has(target)) walk(target);
    };
    entries.forEach(walk);
    expect([...known.keys()].filter((file) => !reached.has(file))).toEqual([]);
  });
});

/** Files that import themselves, directly or not. */
function circles(): string[] {
  const targets = new Map(sources.map(({ file, imports }) => [file, imports.filter((target) => known.has(target))]));
  for (let before = -1; before !== targets.size; ) {
    before = targets.size;
    for (const [file, list] of targets) if (list.every((target) => !targets.has(target))) targets.delete(file);
  }
  return [...targets.keys()];
}

/** The compiled modules and packages that a module loads. */
function loadedWith(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  loaded.add(file);
  for (const [, specifier] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s(?:[^;]*?from )?'([^']+)'/gm)) {
    const target = specifier!.startsWith('.') ? join(dirname(file), specifier!) : specifier!;
    if (!specifier!.startsWith('.')) loaded.add(target);
    else if (!loaded.has(target)) loadedWith(target, loaded);
  }
  return loaded;
}

describe('allowed imports', () => {
  it.each([['linkedom/worker'], ['parse5'], ['turndown/lib/turndown.browser.cjs.js']])(
    '%s, which takes longer to load than a page to render, is loaded by threads that read pages, not by a build',
    (name) => {
      const lib = join(packageFolder, 'lib/build');
      expect(loadedWith(join(lib, 'page/worker.js'))).toContain(name);
      for (const file of ['plugin.js', 'eleventy/publish-rendered.js']) expect(loadedWith(join(lib, file))).not.toContain(name);
    },
  );

  it('contract imports nothing else, except the parser of arguments and the edit distance', () => {
    const leaving = sources
      .filter(({ file }) => file.startsWith('build/contract/'))
      .flatMap(({ file, imports }) =>
        imports.filter((specifier) => !specifier.startsWith('build/contract/')).map((specifier) => `${file} → ${specifier}`),
      );
    expect(leaving.sort()).toEqual(['build/contract/std/flags.ts → util', 'build/contract/std/words.ts → fastest-levenshtein']);
  });

  it('proxy → build/contract is the only import between the halves, and nothing imports test/', () => {
    const crossing = sources.flatMap(({ file, imports }) =>
      imports
        .filter((specifier) =>
          file.startsWith('proxy/') ? /^(?:build\/(?!contract\/)|test\/)/.test(specifier) : /^(?:proxy|test)\//.test(specifier),
        )
        .map((specifier) => `${file} → ${specifier}`),
    );
    expect(crossing).toEqual([]);
  });

  it('a preview loads the proxy by the name of the package, when a server starts: the one exception', () => {
    expect(usersOf(/'diptych\/proxy'/)).toEqual(['build/eleventy/dev-server.ts']);
  });

  it.each([
    ['linkedom/worker', ['build/page/page-nodes.ts']],
    ['@11ty/eleventy', []],
    ['redis', ['proxy/rate-limit/redis.ts']],
    ['prom-client', ['proxy/observe/metrics.ts']],
    ['rate-limiter-flexible', ['proxy/rate-limit/redis.ts']],
  ])('%s is imported by %j only', (name, importers) => {
    expect(importersOf((specifier) => specifier === name)).toEqual(importers);
  });

  it('optional modules are loaded when needed, not at start', () => {
    expect(usersOf(/^import\s(?!type\b)[^;]*'(?:redis|rate-limiter-flexible|prom-client)'/m)).toEqual([]);
  });

  it('turndown is imported below build/twin only', () => {
    const importers = importersOf((specifier) => specifier.startsWith('turndown'));
    expect(importers.length).toBeGreaterThan(0);
    expect(importers.filter((file) => !file.startsWith('build/twin/'))).toEqual([]);
  });

  it('only files.ts writes files', () => {
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
    ['listen', /\.listen\(/],
  ])('%s is used in both cli.ts only', (_, pattern) => {
    // Eleventy does not pass --dryrun on to plugins.
    const others = pattern.test('process.argv') ? ['build/eleventy/create-build.ts'] : [];
    expect(usersOf(pattern).filter((file) => !file.endsWith('/cli.ts'))).toEqual(others);
  });

  it.each(['generators', 'checks'])('%s are pure: no disk, no network, no DOM', (folder) => {
    const allowed = folder === 'checks' ? ['build/checks/audit/audit.ts'] : [];
    const impure = sources
      .filter(({ file }) => file.startsWith(`build/${folder}/`) && !allowed.includes(file))
      .flatMap(({ file, imports }) =>
        imports
          .filter((specifier) =>
            /^(fs|fs\/promises|http|https|net|child_process|worker_threads|linkedom.*|turndown.*)$/.test(specifier),
          )
          .map((specifier) => `${file} → ${specifier}`),
      );
    expect(impure).toEqual([]);
  });

  it('the core of the proxy is pure: no module of Node', () => {
    const isCore = (file: string): boolean =>
      /^proxy\/(?:(?:http|answers|search|edge)\/|observe\/log\.ts|origin\/(?:table|near-index|origin|failure|fetch-file)\.ts)/.test(
        file,
      );
    const allowed = ['fastest-levenshtein'];
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

  it('no file has a generic name such as utils', () => {
    expect(
      sources
        .filter(({ file }) => /(^|\/)(utils?|helpers?|common|misc|manager|service|types)\.ts$/.test(file))
        .map(({ file }) => file),
    ).toEqual([]);
  });

  it('public paths are written in the contract only', () => {
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

/** Names that both halves may export: each half has its own type of pages and of sites. */
const sharedNames = ['Page', 'Site'];

describe('names', () => {
  it('an exported name is unique in the whole tree', () => {
    const exporters = new Map<string, string[]>();
    for (const { file, text } of sources)
      for (const [, name] of text.matchAll(/^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm))
        exporters.set(name!, [...(exporters.get(name!) ?? []), file]);
    const shared = [...exporters].filter(([name, files]) => files.length > 1 && !sharedNames.includes(name));
    expect(shared).toEqual([]);
  });
});
