import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTree, sharedFolder } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { packageFolder } from '../support/package-folder.ts';

/** A folder of real sites, outside the repository. */
const folderOfSites = process.env.DIPTYCH_SITES;

interface Site {
  /**
   * `NAME.tgz` in that folder, with the sources of a repository at a commit:
   * `git clone https://github.com/REPOSITORY SITE; git -C SITE archive COMMIT | gzip > NAME.tgz`.
   */
  readonly name: string;
  readonly repository: string;
  readonly commit: string;
  readonly brings: string;
  readonly configuration: string;
  /** Output folder; default `_site`. */
  readonly output?: string;
  /** A folder that a build makes beside its output, and reads. */
  readonly generated?: string;
  /** Shell command before `npm install`: packages or features that need what no registry or no network has. */
  readonly prepare?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Number of HTML pages. */
  readonly pages: number;
  /** Checks with findings, all of them true. None is an error. */
  readonly finds: readonly string[];
  /** A page to save during the preview: source, path and twin. */
  readonly saved: { readonly source: string; readonly url: string; readonly twin: string; readonly says: string };
}

/** Answers in place of a network: versions for JSON, a pixel for pictures. */
const withoutNetwork = `const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const versions = { 'dist-tags': { latest: '3.1.6', beta: '3.1.6', canary: '3.1.6' } };
globalThis.fetch = async (url) => /json|api[.]|registry|speedlify/.test(url) ? Response.json(versions) : new Response(picture);`;

/** A pixel in place of every picture, because encoding them takes minutes. */
const withoutPictures = `import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
const { prototype } = createRequire(process.cwd() + '/node_modules/@11ty/eleventy-img/')('sharp');
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const info = { format: 'png', size: picture.length, width: 1, height: 1, channels: 4, premultiplied: false };
prototype.toFile = async (file) => (writeFileSync(file, picture), info);
prototype.toBuffer = async (options) => (options?.resolveWithObject ? { data: picture, info } : picture);`;

const runFirst = (...modules: readonly string[]): string =>
  modules.map((module) => `--import=data:text/javascript,${encodeURIComponent(module)}`).join(' ');

const sites: readonly Site[] = [
  {
    name: 'eleventy-base-blog',
    repository: '11ty/eleventy-base-blog',
    commit: 'e37a55c',
    brings: 'Nunjucks, Markdown, pictures, pagination, a sitemap of its own',
    configuration: 'eleventy.config.js',
    env: { NODE_OPTIONS: runFirst(withoutPictures) },
    pages: 13,
    finds: ['existing-file'],
    saved: { source: 'content/about.md', url: '/about/', twin: 'about.md', says: '# About' },
  },
  {
    name: 'eleventy-excellent',
    repository: 'madrilene/eleventy-excellent',
    commit: 'd6f0cbd',
    brings: 'WebC, many pictures, Tailwind, a robots.txt and a sitemap of its own',
    configuration: 'eleventy.config.js',
    output: 'dist',
    generated: 'src/_includes/scripts',
    // Else the order of cards differs between builds.
    prepare: "sed -i 's/Math.random() - 0.5/0/' src/_config/filters/sort-random.js",
    env: { NODE_OPTIONS: runFirst(withoutNetwork, withoutPictures) },
    pages: 34,
    finds: ['canonical-mismatch', 'dead-link', 'existing-file', 'localhost-url'],
    saved: { source: 'src/pages/about.md', url: '/about/', twin: 'about.md', says: '# About' },
  },
];

const tarballOf = ({ name }: Site): string => resolve(folderOfSites ?? '', `${name}.tgz`);
const isThere = (site: Site): boolean => folderOfSites !== undefined && existsSync(tarballOf(site));
const missing = sites.filter((site) => !isThere(site)).map(({ name }) => `${name}.tgz`);
if (missing.length > 0) console.log(`Real sites: not built, for DIPTYCH_SITES names no folder that holds ${missing.join(', ')}.`);

/** Timeout for the registry, in ms. */
const patience = 90_000;

/** Content that differs between builds of the site. */
const withoutChance = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|"webc-[\w-]{5}"|"fa11-text-[\w-]{21}"|[?]\w{4}-\w{4}-\w{4}(?=")/g, '');
/** A page without the links that the plugin adds to its head, and the white space around them. */
const withoutLinks = (text: string): string =>
  text.replace(
    /(?:<link rel="(?:alternate|describedby|api-catalog|service-desc)" type="[^"]*" href="\/(?:[^"]*\.md|[^"]*llms\.txt|[^"]*\.well-known\/[^"]*)">\s*)+(?=<\/head>)/,
    '',
  );

/** Inserts the line of the plugin into the configuration. */
const withPlugin = (configuration: string): string =>
  configuration.replace(
    /^(export default|module\.exports =) (?:async )?function\s*\((\w+)\) ?\{/m,
    (_, how: string, name: string) =>
      `${how} async function (${name}) {\n  ${name}.addPlugin((await import('diptych')).default, { url: 'https://example.com' });`,
  );

describe.each(sites.filter(isThere))('$name ($brings), with one line more in its configuration', (site) => {
  const folder = sharedFolder();
  let isInstalled = false;
  let plain: Record<string, string>;
  const { output = '_site', prepare } = site;
  const eleventy = (...args: string[]) => [join(folder, 'node_modules/@11ty/eleventy/cmd.cjs'), ...args];
  /** The site's own Node comes first. */
  const environment = () => ({
    ...process.env,
    ...site.env,
    PATH: [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
  });

  function build(): { code: number | null; printed: string } {
    const settings = { cwd: folder, env: environment(), encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
    const { status, stdout, stderr } = spawnSync('node', eleventy(), settings);
    return { code: status, printed: stdout + stderr };
  }

  beforeAll(() => {
    execFileSync('tar', ['-xzf', tarballOf(site), '-C', folder]);
    if (prepare) execFileSync('bash', ['-ec', prepare], { cwd: folder });
    const how = existsSync(join(folder, 'package-lock.json')) && !prepare ? 'ci' : 'install';
    const args = [how, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    isInstalled = spawnSync('npm', args, { cwd: folder, timeout: patience, killSignal: 'SIGKILL' }).status === 0;
    if (!isInstalled) return console.log(`Real sites: ${site.name} not built, for npm cannot install what it needs in time.`);
    expect(build()).toMatchObject({ code: 0 });
    plain = readTree(join(folder, output));
    for (const made of [output, site.generated ?? output]) rmSync(join(folder, made), { recursive: true, force: true });
    symlinkSync(packageFolder, join(folder, 'node_modules/diptych'));
    const file = join(folder, site.configuration);
    writeFileSync(file, withPlugin(readFileSync(file, 'utf8')));
  }, 350_000);

  it('has the same files with the same bytes, except links in heads; all findings are true', ({ skip }) => {
    if (!isInstalled) skip();
    const { code, printed } = build();
    const found = [...printed.matchAll(/^(error|warning) +\S+ +([\w-]+) {2}/gm)];
    expect([code, [...new Set(found.map(([, severity, check]) => `${severity} ${check}`))].sort()]).toEqual([
      0,
      site.finds.map((check) => `warning ${check}`),
    ]);
    const built = readTree(join(folder, output));
    const pagesOf = (tree: object): string[] => Object.keys(tree).filter((file) => file.endsWith('.html'));
    expect(pagesOf(plain)).toHaveLength(site.pages);
    expect(pagesOf(built)).toEqual(pagesOf(plain));
    for (const [file, text] of Object.entries(plain)) {
      const before = withoutChance(text).replace(/\s*<\/head>/, '</head>');
      expect([file, withoutLinks(withoutChance(built[file] ?? 'gone')).replace(/\s*<\/head>/, '</head>')]).toEqual([
        file,
        before,
      ]);
    }
    expect(Buffer.from(built[site.saved.twin]!, 'latin1').toString()).toContain(site.saved.says);
    expect(built[`${site.saved.url.slice(1)}index.html`]).toContain(`href="/${site.saved.twin}"`);
  }, 350_000);

  it('--serve --incremental shows a saved page, as HTML and as Markdown', async ({ skip }) => {
    if (!isInstalled) skip();
    const port = await freePort();
    const child = spawn('node', eleventy('--serve', '--incremental', '--quiet', `--port=${port}`), {
      cwd: folder,
      env: environment(),
      stdio: 'ignore',
    });
    try {
      const get = (accept: string): Promise<string> =>
        fetch(`http://localhost:${port}${site.saved.url}`, { headers: { accept } }).then(
          (response) => response.text(),
          () => '',
        );
      await expect.poll(() => get('text/markdown'), { timeout: 200_000 }).toContain(site.saved.says);
      const file = join(folder, site.saved.source);
      writeFileSync(file, `${readFileSync(file, 'utf8')}\nSaved just now.\n`);
      await expect.poll(() => get('text/html'), { timeout: 30_000 }).toContain('Saved just now.');
      await expect.poll(() => get('text/markdown'), { timeout: 30_000 }).toContain('Saved just now.');
    } finally {
      await stopped(child);
    }
  }, 350_000);
});

/** A test for the case without sites, because Vitest refuses empty suites. */
it.runIf(missing.length === sites.length)('real sites are missing', () => expect(sites.some(isThere)).toBe(false));

const stopped = (child: ChildProcess): Promise<unknown> =>
  new Promise((done) => {
    child.once('exit', done);
    child.kill('SIGKILL');
  });
