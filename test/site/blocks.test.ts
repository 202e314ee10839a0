import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { manifestFile } from '../../build/contract/manifest.ts';
import { isSiteUrl } from '../../build/contract/site-url.ts';
import { surfaces } from '../../build/contract/surfaces.ts';
import { bodySchemas } from '../../build/generators/openapi/bodies.ts';
import { checkFrontMatter } from '../../build/page/front-matter.ts';
import type { Site } from '../../build/page/site.ts';
import { readSettings } from '../../proxy/settings.ts';
import { pluginSite, readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { cliOf, packageFolder } from '../support/package-folder.ts';
import { type PrintedBlock, printedBlocks } from '../support/printed.ts';
import { writeSmallSite } from '../support/small-site.ts';

const blocks = (page: string, language: string): PrintedBlock[] =>
  printedBlocks.filter((block) => block.page.endsWith(page) && block.language === language);
const named = (all: readonly PrintedBlock[]): [string, PrintedBlock][] =>
  all.map((block) => [`${block.page}: ${block.text.split('\n', 1)[0]}`, block]);

describe('every printed block is run or compared', () => {
  /** The test that runs or compares the blocks, by page and language. */
  const tests: readonly (readonly [page: RegExp, language: RegExp, test: string])[] = [
    [/lost-content|check-old-site/, /^txt$/, 'test/site/causes.test.ts'],
    [/production|growing/, /^(yaml|ini|js|nginx)$/, 'test/site/production.servers.test.ts'],
    [/auth\.md$/, /^(json|http)$/, 'test/site/blocks.test.ts'],
    [/problems\.njk$/, /^json$/, 'test/site/published.test.ts'],
    [/docs\/bundle/, /^(text|md|json)$/, 'test/build/bundle.test.ts'],
    [/./, /^(sh|json)$/, 'test/site/printed.test.ts'],
    [/docs\/search/, /^text$/, 'test/proxy/search.test.ts'],
    [/docs\/mcp/, /^text$/, 'test/proxy/mcp.test.ts'],
    [/access-logs/, /^text$/, 'test/build/report.test.ts'],
    [/access-logs/, /^(nginx|apache)$/, 'test/build/access-logs.servers.test.ts'],
    [/extending/, /./, 'test/authors/extending.test.ts'],
    [/express-middleware/, /^js$/, 'test/site/examples.test.ts'],
    [/README/, /^js$|^$/, 'test/site/examples.test.ts'],
    [/preview/, /^txt$/, 'test/build/new-site.test.ts'],
    [/other-generators/, /^txt$/, 'test/build/twin-watch.test.ts'],
    [/checks\.njk$/, /^text$/, 'test/checks/answers.test.ts'],
    [/for-agents/, /^md$/, 'test/build/changes.test.ts'],
    [/for-agents|content-security-policy/, /^http$/, 'test/conformance/printed.test.ts'],
    [/docs\/twins/, /^(md|html)$/, 'test/twin/printed.test.ts'],
    [/netlify/, /^toml$/, 'test/site/blocks.test.ts'],
    [/static-hosts/, /^(json|toml)$/, 'test/hosts/checkers.servers.test.ts'],
    [/cdn/, /^(vcl|nginx|js)$/, 'test/proxy/shared-age.servers.test.ts'],
    [/generators/, /^yaml$/, 'test/package/action.test.ts'],
    [/nginx|caddy/, /^(nginx|txt)$/, 'test/hosts/quotes.servers.test.ts'],
    [/hosting\/edge/, /^jsonc$/, 'test/proxy/edge-runtimes.servers.test.ts'],
    [/./, /^(yaml|md|html|js|css|diff|ini|dockerfile|txt)$/, 'test/site/blocks.test.ts'],
  ];
  it.each(named(printedBlocks))('%s', (_, { page, language }) => {
    const [, , test] = tests.find(([pages, languages]) => pages.test(page) && languages.test(language)) ?? [];
    expect(test).toBeDefined();
    const name = basename(page).replace(/\.\w+$/, '');
    expect(readFileSync(test!, 'utf8')).toMatch(new RegExp(`printedBlocks|blocksOf|pages\\b|${name}`));
  });
});

it('the build command of Netlify joins the printed steps, and its Node is new enough', () => {
  const text = blocks('netlify.md', 'toml')[0]!.text;
  const steps = blocks('netlify.md', 'sh')
    .find(({ text }) => text.startsWith('hugo\n'))!
    .text.trim()
    .split('\n');
  const settingOf = (key: string): string | undefined => new RegExp(`^${key} = "(.+)"$`, 'm').exec(text)?.[1];
  expect([settingOf('command'), settingOf('publish')]).toEqual([steps.join(' && '), 'public']);
  expect(Number(settingOf('NODE_VERSION'))).toBeGreaterThan(20);
});

describe('YAML', () => {
  const starter = { dev: 'diptych dev', build: 'diptych build', start: 'diptych build && diptych-proxy dist' };

  it('the workflow of GitHub Pages runs the scripts of a new site, and uploads their output', async () => {
    const [{ text }] = blocks('github-pages.md', 'yaml') as [PrintedBlock];
    const { jobs, permissions } = parse(text);
    const steps: { run?: string; uses?: string; env?: Record<string, string>; with?: Record<string, unknown> }[] =
      jobs.publish.steps;
    const folder = temporaryFolder();
    await runWarm(['init', '.'], { cwd: folder });
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    expect(scripts).toEqual(starter);
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['npm ci', 'npm run build']);
    expect(steps.flatMap(({ env }) => Object.entries(env ?? {}))).toEqual([['SITE_URL', expect.toSatisfy(isSiteUrl)]]);
    expect(steps.find(({ uses }) => uses?.includes('upload'))?.with).toEqual({ path: 'dist', 'include-hidden-files': true });
    expect(permissions).toEqual({ contents: 'read', pages: 'write', 'id-token': 'write' });
    expect(steps.flatMap(({ uses }) => uses ?? []).filter((use) => !/^actions\/[\w-]+@v\d+$/.test(use))).toEqual([]);
    expect(JSON.stringify(jobs)).toContain('${{ steps.deployment.outputs.page_url }}');
  });

  it('the job of GitLab Pages publishes the output folder of a new site', () => {
    const [{ text }] = blocks('static-hosts.md', 'yaml') as [PrintedBlock];
    const { pages } = parse(text);
    expect(pages.script).toEqual(['npm ci', 'SITE_URL="$CI_PAGES_URL" npm run build']);
    expect(pages.pages).toEqual({ publish: 'dist' });
  });

  it('the job of Read the Docs adds twins to the built site', async () => {
    const { text } = blocks('static-hosts.md', 'yaml').find(({ text }) => text.includes('post_build'))!;
    const { build } = parse(text);
    const cwd = temporaryFolder();
    writeFiles(cwd, {
      'out/html/index.html':
        '<!doctype html><html lang="en"><title>Docs</title><main><h1>Docs</h1><p>Text of the page.</p></main>',
      // Replaces `npx --yes diptych`.
      'bin/npx': `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${cliOf('build')}" "$@"\n`,
    });
    const env = { ...process.env, READTHEDOCS_OUTPUT: 'out', READTHEDOCS_CANONICAL_URL: 'https://x.readthedocs.io/en/latest/' };
    for (const command of build.jobs.post_build as string[])
      await promisify(execFile)('sh', ['-c', `chmod +x bin/npx; PATH="$PWD/bin:$PATH"; ${command}`], { cwd, env });
    const tree = readTree(cwd);
    expect(tree['out/html/index.md']).toContain('Text of the page.');
    expect(tree['out/html/llms.txt']).toContain('https://x.readthedocs.io/en/latest/index.md');
  });

  it('the cache of a workflow keeps the manifest', () => {
    const [{ text }] = blocks('for-agents.md', 'yaml') as [PrintedBlock];
    expect(parse(text)).toMatchObject([
      { uses: expect.stringMatching(/^actions\/cache@v\d+$/), with: { path: `dist/${manifestFile}` } },
    ]);
  });

  it('the deployment of Kubernetes sets variables that the proxy reads, and a sufficient grace period', () => {
    const [{ text }] = blocks('growing.md', 'yaml') as [PrintedBlock];
    const { spec, apiVersion, kind } = parse(text);
    expect([apiVersion, kind, spec.selector.matchLabels]).toEqual(['apps/v1', 'Deployment', spec.template.metadata.labels]);
    const { containers, terminationGracePeriodSeconds } = spec.template.spec;
    const [{ env, ports, startupProbe, readinessProbe, livenessProbe }] = containers;
    const command = readSettings([], Object.fromEntries(env.map(({ name, value }: Record<string, string>) => [name, value])));
    if (command.action !== 'run') throw new Error('no settings');
    const { port, metricsPort, drainDelay, drainTimeout } = command.settings;
    expect(env.filter(({ name }: { name: string }) => !/^DIPTYCH_/.test(name))).toEqual([]);
    expect(ports).toEqual([{ containerPort: port }, { containerPort: metricsPort }]);
    for (const probe of [startupProbe, readinessProbe, livenessProbe])
      expect(probe.httpGet).toEqual({ path: surfaces.getHealth.path, port });
    expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold * 1000).toBeLessThan(drainDelay);
    expect(terminationGracePeriodSeconds * 1000).toBeGreaterThan(drainDelay + drainTimeout);
  });

  it.each(named([...blocks('writing-pages.md', 'yaml'), ...blocks('migrating.md', 'yaml')]))(
    '%s: front matter',
    (_, { text }) => {
      const block = text.startsWith('---') ? text : `---\n${text}---\n`;
      const data = parse(block.split('---')[1]!) as Record<string, unknown>;
      expect(() => checkFrontMatter(block, 'page.md', data)).not.toThrow();
      const known = readFileSync('build/page/front-matter.ts', 'utf8') + readFileSync('site/_includes/layouts/base.njk', 'utf8');
      for (const key of Object.keys(data)) expect(known).toMatch(new RegExp(`\\b${key}\\b`));
    },
  );
});

describe('Markdown and HTML of the starter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-blocks-'));
  const block = (page: string, language: string, holds: string): string =>
    blocks(page, language).find(({ text }) => text.includes(holds))!.text;
  let built: Record<string, string>;
  let printed: string;
  beforeAll(async () => {
    writeSmallSite(folder);
    const layout = readFileSync(join(folder, 'site/_includes/layouts/page.njk'), 'utf8');
    writeFiles(folder, {
      'site/_includes/layouts/page.njk': layout.replace('lang="en"', 'lang="{{ language or site.language }}"'),
      'site/hello.md': block('quick-start.md', 'md', '# Hello'),
      'site/bienvenue.md': block('languages.md', 'md', 'Bienvenue'),
      'site/braces.md': `# Braces\n\n${block('writing-pages.md', 'md', '${{ secrets')}`,
      'site/template.md': block('writing-pages.md', 'md', 'site.name'),
      'site/panels.md': `# Panels\n\n${block('writing-pages.md', 'html', 'data-markdown')}`,
      'site/pictures.md': `# Pictures\n\n${block('writing-pages.md', 'md', 'leek.jpg')}`,
      'site/leek.jpg': readFileSync('test/authors/site/src/pictures/leek.png'),
      'site/_public/images/panels.png': readFileSync('test/authors/site/src/pictures/leek.png'),
      'site/_includes/layouts/old.njk': `<!doctype html><html lang="en"><head><title>Old</title>${block('versions.md', 'html', 'older')}</head><body><main><h1>Old</h1></main></body></html>`,
      'site/v1/install.md': '---\nlayout: layouts/old.njk\n---\n# Old\n',
      'site/v2/install.md': '# Install\n',
      // A file of the documented length, with the named content on its lines.
      'site/install.md': `# Install\n${'\n'.repeat(10)}[[Other page]]\n\n${'\n'.repeat(16)}New <Badge text="x" />\n`,
    });
    const { stdout, stderr, code } = await runWarm(['build'], { cwd: folder, env: { SITE_URL: 'https://www.example.com' } });
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    printed = stdout;
    built = readTree(join(folder, 'dist'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each<[what: string, file: string, holds: RegExp]>([
    ['a first page', 'hello.md', /^# Hello\n[\s\S]*\nMy first page\./m],
    ['a page in French', 'bienvenue.md', /^language: fr$/m],
    ['text in curly braces', 'braces.md', /\$\{\{ secrets\.TOKEN \}\}`, print `\{\{ message \}\}`, or wrap it in `\{% raw %\}`/],
    ['a template', 'template.md', /\nThis is Small\.$/m],
    ['for one variant only', 'panels.md', /^(?![\s\S]*Only in the browser)[\s\S]*Only in the twin/],
    [
      'pictures',
      'pictures.md',
      /!\[Leek in the north bed\]\(https:\/\/www\.example\.com\/leek\.jpg\)[\s\S]*\/images\/panels\.png\)/,
    ],
    ['a page of an older version', 'v1/install.md', /^canonical_url: https:\/\/www\.example\.com\/v2\/install$/m],
    ['which no index lists', 'llms.txt', /^(?![\s\S]*v1\/install)[\s\S]*v2\/install/],
    [
      'the links in a head',
      'about.html',
      new RegExp(block('eleventy-plugin.md', 'html', 'describedby').trim().replace('\n', '\\s*')),
    ],
  ])('%s: %s', (_, file, holds) => expect(built[file]).toMatch(holds));

  it('warnings about the syntax of another generator (migrating)', () => {
    const [{ text }] = blocks('migrating.md', 'txt') as [PrintedBlock];
    expect(printed.match(/^warning .*unknown-syntax.*$/gm)).toEqual(text.trim().split('\n'));
  });

  it.each(named(blocks('/markdown.md', 'md').concat(blocks('/markdown.md', 'js'))))(
    '%s: its result follows',
    (_, { text, rest, language }) => {
      const plain = (markdown: string): string => markdown.replace(/\s+/g, ' ').trim();
      // The result of a nested fence is the next block.
      if (language === 'md') expect(plain(rest).startsWith(plain(text))).toBe(true);
    },
  );

  it('the printed colours are variables of the style sheet', () => {
    const [{ text }] = blocks('customising.md', 'css') as [PrintedBlock];
    const style = readFileSync('site/_public/style.css', 'utf8');
    for (const line of text.trim().split('\n')) expect(style).toContain(line);
  });
});

describe('the plugin, with the printed options', () => {
  const fragment = (text: string): string =>
    text.includes('export default') ? text : `import diptych from 'diptych';\nexport default (eleventyConfig) => {\n${text}};\n`;
  it.each(named([...blocks('eleventy-plugin.md', 'js'), ...blocks('README.md', 'js').slice(0, 1)]))('%s', async (_, { text }) => {
    const cwd = pluginSite(
      temporaryFolder(),
      {},
      {
        'index.html': '<main class="post-body"><h1>Home</h1><p><a href="/about/">About</a></p></main>',
        'about.html': '<main class="post-body"><h1>About</h1><p>Text.</p></main>',
      },
    );
    rmSync(join(cwd, 'eleventy.config.js'));
    writeFiles(cwd, text.includes('module.exports') ? { 'eleventy.config.cjs': text } : { 'eleventy.config.js': fragment(text) });
    expect(await runWarm(['build'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(readTree(join(cwd, '_site'))['about/index.html']).toContain('href="/about.md"');
  });
  it('the printed custom element has the name that the build reads', () => {
    for (const { text } of blocks('eleventy-plugin.md', 'html').filter(({ text }) => text.startsWith('<meta')))
      expect(text).toMatch(/^<meta name="diptych" content="(?:order=\d+|optional|draft|older|, )+">\n$/);
  });
});

describe('recipes for Eleventy', () => {
  const recipe = (holds: string): string => blocks('recipes.md', 'js').find(({ text }) => text.includes(holds))!.text;
  const page = (text: string, more = ''): string => `---\nlayout: base.njk\n${more}---\n# Page\n\n${text}\n`;
  const layout =
    '<!doctype html><html lang="{{ lang or \'en\' }}"><head><title>{{ title or page.url }}</title><meta name="description" content="Of {{ page.url }}"></head><body><main>{{ content | safe }}</main></body></html>';

  it.each<[holds: string, files: Readonly<Record<string, string | Uint8Array>>, built: Readonly<Record<string, RegExp>>]>([
    [
      'feedPlugin',
      { 'one.md': page('A post.', 'tags: posts\n') },
      { 'feed.xml': /<title>Example<\/title>[\s\S]*A post/, 'one.md': /A post/ },
    ],
    [
      'eleventyImageTransformPlugin',
      { 'index.md': page('![A leek](./leek.png)'), 'leek.png': readFileSync('test/authors/site/src/pictures/leek.png') },
      { 'index.html': /<source type="image\/webp"/, 'index.md': /!\[A leek\]\(https:\/\/www\.example\.com\/[\w-]+\.webp\)/ },
    ],
    [
      'syntaxHighlight',
      { 'index.md': page('```js\nconst a = 1;\n```') },
      { 'index.html': /class="token keyword"/, 'index.md': /```js\nconst a = 1;\n```/ },
    ],
    [
      'EleventyI18nPlugin',
      { 'en/index.md': page('Hello'), 'de/index.md': page('Hallo', 'lang: de\n') },
      { 'de/llms.txt': /Deutsch/, 'de/index.html': /hreflang="en"/, 'de.md': /Hallo/ },
    ],
    [
      'HtmlBasePlugin',
      { 'index.md': page('[About](/about/)'), 'about.md': page('Text.') },
      { 'index.html': /href="\/project\/about\/"/, 'index.md': /https:\/\/name\.github\.io\/project\/about\.md/ },
    ],
  ])('%s', async (holds, files, built) => {
    const cwd = pluginSite(temporaryFolder(), {}, { '_includes/base.njk': layout, ...files });
    symlinkSync(resolve('node_modules/@11ty'), join(cwd, 'node_modules/@11ty'));
    writeFiles(cwd, { 'eleventy.config.js': recipe(holds) });
    expect(await runWarm(['build'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    const tree = readTree(join(cwd, '_site'));
    for (const [file, text] of Object.entries(built)) expect([file, tree[file]]).toEqual([file, expect.stringMatching(text)]);
  });

  it('the workflow and the scripts export the built folder', async () => {
    const steps = parse(blocks('recipes.md', 'yaml')[0]!.text) as { run?: string; with?: object }[];
    const scripts = blocks('recipes.md', 'json').map(({ text }) => JSON.parse(text).scripts.build as string);
    const commands = [...steps.flatMap(({ run }) => run ?? []), ...scripts.flatMap((script) => script.split(' && '))];
    expect(steps.at(-1)?.with).toEqual({ path: '_site', 'include-hidden-files': true });
    for (const command of new Set(commands)) {
      if (command === 'npm ci') continue;
      const cwd = pluginSite(
        temporaryFolder(),
        { url: 'https://www.example.com' },
        { 'src/index.html': '<main><h1>Home</h1></main>' },
      );
      for (const each of new Set(['diptych build', command.replace('npx ', '')]))
        expect([each, await runWarm(each.split(' ').slice(1), { cwd })]).toEqual([each, expect.objectContaining({ code: 0 })]);
    }
  });
});

describe('programs', () => {
  const run = promisify(execFile);
  let folder: string;
  beforeAll(async () => {
    folder = writeSmallSite(mkdtempSync(join(tmpdir(), 'diptych-programs-')));
    expect((await runWarm(['build'], { cwd: folder })).code).toBe(0);
    expect((await runWarm(['export', 'fetch', 'dist'], { cwd: folder })).code).toBe(0);
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    symlinkSync(packageFolder, join(folder, 'node_modules/diptych'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The output of a program: code before it, the block, code that uses it. */
  async function output(name: string, before: string, text: string, after: string): Promise<string> {
    writeFiles(folder, { [`${name}.mjs`]: `${before}\n${text}\n${after}` });
    return (await run(process.execPath, ['--no-warnings', `${name}.mjs`], { cwd: folder })).stdout.trim();
  }

  // edge-runtimes.servers.test.ts runs the servers of this page.
  it('a handler with a counter', async () => {
    const { text } = blocks('hosting/edge.md', 'js').find(({ text }) => text.includes('rateLimiter'))!;
    const before = [
      "import { readFileSync } from 'node:fs';",
      "import { createHandler } from 'diptych/edge';",
      "const site = JSON.parse(readFileSync('diptych-site.json', 'utf8'));",
      'let counted = 0;',
      'const store = { increment: async () => ({ used: ++counted, secondsLeft: 9 }) };',
      "const assets = async (path) => new Response(readFileSync('dist' + path));",
    ].join('\n');
    const ask = `const answer = await handler(new Request('https://www.example.com/about', { headers: { accept: 'text/markdown' } }));
      console.log(answer.status, answer.headers.get('ratelimit-reset'), (await answer.text()).includes('# About'));`;
    expect(await output('edge', before, text, ask)).toBe('200 9 true');
  });

  it('the converter', async () => {
    const [{ text }] = blocks('other-generators.md', 'js') as [PrintedBlock];
    const html = `const html = '<html lang="en"><title>Guide</title><main><h1>Guide</h1><p>Text.</p></main>';`;
    const facts = /\{ markdown: '# Guide[^']*', ([\w, ]+), …/.exec(text)![1]!.split(', ');
    const found = JSON.parse(
      await output('convert', html, text, 'console.log(JSON.stringify(page, (_, value) => value ?? null));'),
    );
    expect(found.markdown).toMatch(/^# Guide\n\nText\./);
    expect(Object.keys(found)).toEqual(expect.arrayContaining(facts));
  });

  const settingsOf = (words: readonly string[], env: Record<string, string> = {}): unknown => readSettings(words, env).action;
  it('the unit of systemd and the Dockerfile start the proxy with existing settings', () => {
    const [unit] = blocks('/production.md', 'ini') as [PrintedBlock];
    const [, command] = /^ExecStart=(.+)$/m.exec(unit.text)!;
    const env = Object.fromEntries(
      /^Environment=(.+)$/m
        .exec(unit.text)![1]!
        .split(' ')
        .map((pair) => pair.split('=')),
    );
    const [image] = blocks('/proxy.md', 'dockerfile') as [PrintedBlock];
    const words = JSON.parse(/^CMD (.+)$/m.exec(image.text)![1]!) as string[];
    for (const [program, ...rest] of [command!.split(' '), words]) {
      expect(program).toMatch(/node_modules\/\.bin\/diptych-proxy$/);
      expect(settingsOf(rest, env)).toBe('run');
    }
    expect(Object.keys(env)).toEqual(['PORT', 'HOST', 'DIPTYCH_TRUSTED_HOPS', 'DIPTYCH_METRICS_PORT', 'DIPTYCH_LOG_REQUESTS']);
    expect(
      /^ENV (.+)$/m
        .exec(image.text)![1]!
        .split(' ')
        .map((pair) => pair.split('=')[0]),
    ).toEqual(['HOST', 'PORT']);
  });
});

it.each(named([...blocks('/auth.md', 'json'), ...blocks('/auth.md', 'sh')]))(
  '%s: a body that openapi.json describes',
  (_, { text }) => {
    const settings = { url: 'https://www.example.com', vendor: 'diptych' };
    const written = text.replace(/\{\{ site\.(url|vendor) \| safe \}\}/g, (_, key: keyof typeof settings) => settings[key]);
    const body = text.startsWith('curl')
      ? Object.fromEntries([...written.matchAll(/--data-urlencode (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]))
      : JSON.parse(text);
    const ajv = new Ajv2020({ strict: false, formats: { email: true, uri: true } });
    const schemas = Object.values(bodySchemas({ settings } as Site));
    expect(schemas.filter((schema) => ajv.validate(schema, body))).toHaveLength(1);
  },
);
