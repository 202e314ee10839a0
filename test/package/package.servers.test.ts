import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listFiles } from '../../build/files.ts';
import { pluginConfig, sharedFolder, writeFiles } from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';
import { plainLayout, plainPage } from '../support/small-site.ts';

/** A folder with only the packed package, and links to Eleventy and Express. Uses no registry. */
const folder = sharedFolder();
let tarball: string;

/** Unpacks the package like `npm install`, with its commands, and links its dependencies. */
function install(place: string): void {
  const installed = join(place, 'node_modules/diptych');
  mkdirSync(join(place, 'node_modules/.bin'), { recursive: true });
  mkdirSync(installed);
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  const { bin, dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const commands = Object.entries<string>(bin).map(([name, file]) => [name, join(installed, file)] as const);
  for (const [, file] of commands) chmodSync(file, 0o755);
  for (const [name, file] of [...commands, ['eleventy', resolve('node_modules/@11ty/eleventy/cmd.cjs')] as const])
    symlinkSync(file, join(place, 'node_modules/.bin', name));
  for (const name of [...Object.keys(dependencies), '@11ty/eleventy', 'pagefind', '@iconify-json/tabler']) {
    mkdirSync(dirname(join(place, 'node_modules', name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(place, 'node_modules', name));
  }
}

beforeAll(() => {
  // As published: the repository with compiled code and the output of prepack.
  const staged = join(folder, 'staged');
  const left = new Set(['.git', '.test', 'dist', 'lib', 'node_modules', 'test'].map((name) => resolve(name)));
  cpSync('.', staged, { recursive: true, filter: (path) => !left.has(resolve(path)) });
  cpSync(join(packageFolder, 'lib'), join(staged, 'lib'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(staged, 'node_modules'));
  const steps = ['sbom', 'pack-types', 'pack-lib'].map((name) => `.ci/${name}.mjs`);
  for (const script of steps) execFileSync(process.execPath, [script], { cwd: staged, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: staged,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  tarball = join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz'))!);
  install(folder);
  writeFiles(folder, {
    'package.json': '{"type":"module"}',
    'eleventy.config.js': pluginConfig({ url: 'https://example.com', name: 'Plain' }),
    ...plainLayout,
    'src/index.md': plainPage('Plain site', 'It knows nothing of Diptych. See [the table](/table/).'),
    'src/table.md': plainPage('Table', '| a | b |\n|---|---|\n| 1 | 2 |'),
    'app.js': `import express from 'express';
import { createProxy } from 'diptych/proxy';
const app = express();
app.get('/own', (req, res) => res.json({ own: true }));
app.use(createProxy({ dir: '_site' }));
app.get('/after', (req, res) => res.json({ after: true }));
const server = app.listen(0, '127.0.0.1', () => console.log('listening on ' + server.address().port));`,
  });
}, 300_000);

/** The file that `npx NAME` runs in a folder. */
const binOf = (place: string, name: string): string => join(place, 'node_modules/.bin', name);

/** Starts a program, waits for its URL, calls `use` with it, and stops the program. */
async function withServer(command: string, args: string[], use: (base: string) => Promise<void>, cwd = folder): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = await new Promise<string>((done, fail) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
        const found = /(?:listening on |:)(\d{4,5})\b/.exec(text);
        if (found) done(found[1]!);
      });
      child.on('exit', (code) => fail(new Error(`exited with ${code}: ${text}`)));
    });
    await use(`http://127.0.0.1:${port}`);
  } finally {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  }
}

describe('the packed package', () => {
  it('as plugin of another site, with Eleventy’s command', () => {
    execFileSync(binOf(folder, 'eleventy'), ['--quiet'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const twin = readFileSync(join(folder, '_site/index.md'), 'utf8');
    expect(twin).toContain('canonical_url: https://example.com/');
    expect(twin).toContain('[the table](https://example.com/table.md)');
    expect(readFileSync(join(folder, '_site/table.md'), 'utf8')).toMatch(/\| a +\| b +\|\n\| -+ +\| -+ +\|\n\| 1 +\| 2 +\|/);
    expect(readFileSync(join(folder, '_site/llms.txt'), 'utf8')).toMatch(/^# Plain\n/);
  }, 120_000);

  it('as plugin, with diptych build', () => {
    const printed = execFileSync(binOf(folder, 'diptych'), ['build'], { cwd: folder, encoding: 'utf8' });
    expect(printed).toMatch(/Wrote _site in .*: 2 pages/);
  }, 120_000);

  it('as middleware in an Express app with other routes', async () => {
    await withServer(process.execPath, ['app.js'], async (base) => {
      expect(await (await fetch(`${base}/own`)).json()).toEqual({ own: true });
      expect(await (await fetch(`${base}/after`)).json()).toEqual({ after: true });
      const markdown = await fetch(`${base}/table/`, { headers: { Accept: 'text/markdown, */*' } });
      expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(markdown.headers.get('ratelimit-policy')).toBe('120;w=60');
      expect(await markdown.text()).toBe(readFileSync(join(folder, '_site/table.md'), 'utf8'));
    });
  });

  it('as command', async () => {
    await withServer(binOf(folder, 'diptych-proxy'), ['_site', '--port', '0'], async (base) => {
      const health = await fetch(`${base}/api/v1/health`);
      expect(await health.json()).toEqual({ status: 'ok', service: 'Plain' });
      const catalog = await fetch(`${base}/.well-known/api-catalog`);
      expect(catalog.headers.get('content-type')).toBe(
        'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      );
    });
  });

  it('as start of a new site, which builds, passes the checks, previews and is served', async () => {
    const site = join(folder, 'new-site');
    const printed = execFileSync(binOf(folder, 'diptych'), ['init', 'new-site'], { cwd: folder, encoding: 'utf8' });
    expect(printed).toMatch(
      /^Wrote \d+ files to new-site\. Next:\n\n {2}cd new-site\n {2}npm install\n {2}npm run dev\n\nIf npm does not find .*\n$/,
    );
    const run = (command: string, args: string[], env = {}): string =>
      execFileSync(command, args, { cwd: site, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', ...env } });
    const { version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const project = JSON.parse(readFileSync(join(site, 'package.json'), 'utf8'));
    expect(project).toMatchObject({
      name: 'new-site',
      dependencies: Object.fromEntries([
        ['diptych', `^${version}`],
        ...['@11ty/eleventy', '@iconify-json/tabler'].map((name) => [name, `^${devDependencies[name]}`]),
      ]),
      optionalDependencies: Object.fromEntries(['pagefind'].map((name) => [name, `^${devDependencies[name]}`])),
    });
    install(site);
    cpSync('test/eleventy/authors-site/src/pictures/leek.png', join(site, 'site/docs/leek.png'));
    writeFiles(site, { 'site/docs/leek.md': '# Leek\n\nA leek in the rain, seen from above.\n\n![A leek](leek.png)\n' });
    const { $schema } = JSON.parse(readFileSync(join(site, 'site/_data/site.json'), 'utf8'));
    expect(existsSync(join(site, 'site/_data', $schema))).toBe(true);

    const built = run('npm', ['run', '--silent', 'build'], { SITE_URL: 'https://www.example.com' });
    expect(built).toMatch(/^Wrote dist in .*: \d+ pages.*\n.*parity of every page at least 100\.0 %/);
    expect(built).not.toMatch(/warning|error/i);
    expect(readFileSync(join(site, 'dist/docs/leek.html'), 'utf8')).toContain(
      '<p><img src="/docs/leek.png" alt="A leek" width="64" height="48" fetchpriority="high"></p>',
    );
    expect(readFileSync(join(site, 'dist/index.html'), 'utf8')).not.toContain('og:image');
    expect(run(binOf(site, 'diptych'), ['check', 'dist'])).toMatch(/^Checked \d+ pages: no defects\n$/);
    const documents = listFiles(join(site, 'dist')).filter((file) => /\.(md|html|txt|json|xml)$/.test(file));
    expect(
      documents.filter((file) =>
        /One website in two panels|Diptych publishes/.test(readFileSync(join(site, 'dist', file), 'utf8')),
      ),
    ).toEqual([]);

    const answers = async (base: string): Promise<void> => {
      const twin = await fetch(`${base}/docs/first-page`, { headers: { Accept: 'text/markdown' } });
      expect([twin.status, twin.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
      expect(await twin.text()).toContain('# Your first page\n');
      expect(await (await fetch(`${base}/llms.txt`)).text()).toMatch(/^# New site\n/);
      expect((await fetch(`${base}/nope`)).headers.get('content-type')).toBe('application/problem+json');
    };
    await withServer(binOf(site, 'diptych-proxy'), ['dist', '--port', '0'], answers, site);
    await withServer(
      binOf(site, 'diptych'),
      ['dev', '--port', '0'],
      async (base) => {
        for (let attempt = 0; attempt < 200 && (await fetch(`${base}/llms.txt`)).status !== 200; attempt++)
          await new Promise((done) => setTimeout(done, 100));
        await answers(base);
      },
      site,
    );
  }, 300_000);

  it('diptych/markdown converts like diptych twin; diptych/surfaces has the paths', () => {
    const html = `<!doctype html><html lang="de"><head><title>Größe</title><meta name="description" content="Wie groß es wirklich ist."></head>
<body><nav><a href="/">Home</a></nav><main><h1>Größe <em>hier</em></h1><p>Siehe <a href="other#x">andere</a>, <a href="/none">keine</a>.</p>
<pre><code class="language-js">a  b</code></pre><table><tr><th>k</th></tr><tr><td>v</td></tr></table></main></body></html>`;
    writeFiles(join(folder, 'html'), { 'docs/size.html': html, 'docs/other.html': '<title>Other</title><main><p>Other</main>' });
    execFileSync(binOf(folder, 'diptych'), ['twin', 'html', '--url', 'https://example.com'], { cwd: folder, stdio: 'ignore' });
    const twin = readFileSync(join(folder, 'html/docs/size.md'), 'utf8');
    const program = `import { readFileSync } from 'node:fs';
import { toMarkdown } from 'diptych/markdown';
import { surfaces } from 'diptych/surfaces';
const url = 'https://example.com/docs/size';
const page = toMarkdown(${JSON.stringify(html)}, { url, parity: true, hasTwin: (path) => path === '/docs/other' });
const failures = [{ url: '/docs' }, { url, content: 'a[[' }].map((options) => {
  try { return toMarkdown('', options); } catch ({ name, message }) { return name + ': ' + message; }
});
console.log(JSON.stringify({ ...page, failures, surface: surfaces.getLlmsTxt.path }));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, encoding: 'utf8' });
    const { markdown, ...facts } = JSON.parse(printed);
    expect(twin.replace(/^---\n[\s\S]*?\n---\n\n/, '').replace(/\n\n> For the complete index.*|\n## Sitemap\n[\s\S]*/g, '')).toBe(
      markdown,
    );
    expect(markdown).toContain('[andere](https://example.com/docs/other.md#x), [keine](https://example.com/none)');
    expect(facts).toEqual({
      title: 'Größe',
      description: 'Wie groß es wirklich ist.',
      canonical: 'https://example.com/docs/size',
      language: 'de',
      parity: 1,
      failures: [
        'UserError: url: expected an absolute URL like "https://example.com/page", got "/docs"',
        'UserError: content: "a[[" is not a CSS selector',
      ],
      surface: '/llms.txt',
    });
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])(
    'its types pass tsc --strict without @types/express (module %s, moduleResolution %s)',
    (module, moduleResolution) => {
      const types = join(folder, 'node_modules/@types/node');
      mkdirSync(dirname(types), { recursive: true });
      if (!existsSync(types)) symlinkSync(resolve('node_modules/@types/node'), types);
      writeFiles(folder, {
        'typed/user.ts': `import { createServer } from 'node:http';
import diptych, { type Settings } from 'diptych';
import { createHandler } from 'diptych/edge';
import { toMarkdown } from 'diptych/markdown';
import { createProxy, createProxyServer, type ProxyOptions } from 'diptych/proxy';
import starter from 'diptych/starter';
import { surfaces } from 'diptych/surfaces';

const settings: Settings = { url: 'https://example.com/docs', checks: { 'dead-link': 'warning' } };
const options: ProxyOptions = { dir: 'dist', rateLimit: 'enforced' };
const proxy = createProxy(options);
createServer((request, response) => proxy(request, response));
const { server } = createProxyServer(options, (app) => {
  app.use('/own', (request, response, next) => next());
  app.get('/hello', (request, response) => response.json({ hello: request.path }));
});
const path: string = surfaces.getLlmsTxt.path;
const functions: ((...given: never[]) => unknown)[] = [diptych, starter, createHandler, toMarkdown];
// @ts-expect-error a setting of another type
const wrong: Settings = { name: 3 };
// @ts-expect-error an option of another type
createProxy({ watch: 'yes' });
console.log(settings, server, path, functions, wrong);
`,
      });
      const tsc = spawnSync(
        process.execPath,
        [
          resolve('node_modules/typescript/bin/tsc'),
          ...['--noEmit', '--listFiles', '--strict', '--target', 'es2023', '--types', 'node', '--module', module],
          ...['--moduleResolution', moduleResolution, 'typed/user.ts'],
        ],
        { cwd: folder, encoding: 'utf8' },
      );
      const lines = tsc.stdout.trim().split('\n');
      // They may be in a parent folder.
      expect(lines.filter((line) => / error TS|@types\/express/.test(line))).toEqual([]);
      expect([tsc.status, lines.some((line) => line.endsWith('diptych/lib/proxy/index.d.ts'))]).toEqual([0, true]);
    },
    120_000,
  );

  it('contains SECURITY.md and a reproducible SBOM', () => {
    const read = (file: string): string => readFileSync(join(folder, 'node_modules/diptych', file), 'utf8');
    expect(read('SECURITY.md')).toBe(readFileSync('SECURITY.md', 'utf8'));
    const { scripts, version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    // Every compilation writes the SBOM.
    expect(scripts.compile).toContain('node .ci/sbom.mjs');
    const text = read('lib/sbom.cdx.json');
    const { bomFormat, metadata, components } = JSON.parse(text);
    expect([bomFormat, metadata.component.purl]).toEqual(['CycloneDX', `pkg:npm/diptych@${version}`]);
    const names = (components as { name: string; version: string }[]).map((each) => `${each.name}@${each.version}`);
    expect(names).toEqual(expect.arrayContaining(Object.entries(dependencies).map(([name, exact]) => `${name}@${exact}`)));
    expect(names.filter((name) => /^(?:vitest|typescript|@biomejs|prom-client|redis)/.test(name))).toEqual([]);
    const staged = join(folder, 'staged');
    execFileSync(process.execPath, ['.ci/sbom.mjs'], { cwd: staged, stdio: 'inherit' });
    expect(readFileSync(join(staged, 'lib/sbom.cdx.json'), 'utf8')).toBe(text);
  });

  it('contains no tests, sources or maps, and has types for each entry', () => {
    const files = readdirSync(join(folder, 'node_modules/diptych'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /^(test|build\/.*\.ts|proxy)\b/.test(file))).toEqual([]);
    for (const entry of ['build/plugin', 'build/commands/to-markdown', 'proxy/index', 'build/contract/surfaces'])
      expect(files).toContain(`lib/${entry}.d.ts`);
    // Types that no entry uses are not included; the others keep their documentation.
    const types = files.filter((file) => file.endsWith('.d.ts'));
    expect(types.length).toBeLessThan(15);
    const text = types.map((file) => readFileSync(join(folder, 'node_modules/diptych', file), 'utf8')).join('\n');
    for (const known of [
      '@throws {UserError}',
      'BCP 47 tag.',
      'CSS selector of the content.',
      'Length of the window in seconds.',
    ])
      expect(text).toContain(known);
  });

  it('has at most 150 files and 480 kB', () => {
    const home = join(folder, 'node_modules/diptych');
    const files = listFiles(home);
    expect(files.length).toBeLessThanOrEqual(150);
    expect(statSync(tarball).size).toBeLessThanOrEqual(480_000);
    const rooms = files.map(
      (file) => (/^lib\/(?:build|proxy|shared)|^(?:lib|site|build\/hosts|build\/starter)(?=\/)/.exec(file) ?? [file])[0],
    );
    expect([...new Set(rooms)].sort()).toEqual([
      ...['LICENSE', 'README.md', 'SECURITY.md', 'build/hosts'],
      ...['build/starter', 'lib', 'lib/build', 'lib/proxy', 'lib/shared', 'package.json', 'site'],
    ]);
    expect(files.filter((file) => /^lib\/[^/]+$/.test(file))).toEqual([
      'lib/code-digest.json',
      'lib/edge-bundle.js',
      'lib/sbom.cdx.json',
      'lib/site.schema.json',
    ]);
    expect(files.filter((file) => /^site\/(?!_)/.test(file))).toEqual(
      ['404-languages.njk', '404.md', 'accent.njk', 'auth.md', 'search-languages.njk', 'search.njk'].map(
        (name) => `site/${name}`,
      ),
    );
  });
});
