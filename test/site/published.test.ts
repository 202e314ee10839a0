import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Run, readTree, runWarm, writeFiles } from '../support/cli.ts';

const url = 'https://www.example.com';
const folder = mkdtempSync(join(tmpdir(), 'diptych-published-'));
let run: Run;
/** The published text files. */
let files: Record<string, string>;

beforeAll(async () => {
  cpSync('site', join(folder, 'site'), { recursive: true });
  writeFiles(join(folder, 'site'), {
    'secret.md': '---\ndraft: true\nsection: Guides\n---\n# Canary of the draft\n\nquetzalcoatlus\n',
    'aside.md': '---\nnoindex: true\nsection: Guides\n---\n# Canary of the noindex page\n\nquagga\n',
  });
  const settings = JSON.parse(readFileSync('site/_data/site.json', 'utf8'));
  writeFiles(join(folder, 'site/_data'), {
    'site.json': JSON.stringify({ ...settings, sections: ['Reference', 'First steps'] }),
  });
  run = await runWarm(['build'], { cwd: folder, env: { SITE_URL: url } });
  const tree = existsSync(join(folder, 'dist')) ? readTree(join(folder, 'dist')) : {};
  files = Object.fromEntries(
    Object.entries(tree)
      .filter(([path]) => !/\.(br|gz|png|ico)$/.test(path))
      .map(([path, bytes]) => [path, Buffer.from(bytes, 'latin1').toString('utf8')]),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const domOf = (file: string): Document => parseHTML(files[file]!).document as unknown as Document;

describe('the starter, built by the command', () => {
  it('is built without findings', () => {
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).not.toMatch(/\b(warning|error)\b/i);
    expect(run.stdout).toMatch(/parity of every page at least 100\.0 %/);
  });

  it('every page with a link to a twin has one', () => {
    const pages = Object.keys(files).filter((file) => file.endsWith('.html'));
    const leading = pages.filter((file) => domOf(file).querySelector('link[rel=alternate][type="text/markdown"]'));
    expect(leading.length).toBeGreaterThan(20);
    for (const file of leading) {
      const twin = new URL(domOf(file).querySelector('link[rel=alternate][type="text/markdown"]')!.getAttribute('href')!, url)
        .pathname;
      expect(Object.keys(files)).toContain(decodeURIComponent(twin.slice(1)));
    }
    expect(pages.filter((file) => !leading.includes(file)).sort()).toEqual(['404.html', 'aside.html']);
  });

  it('twins contain the content and no boilerplate', () => {
    const twins = Object.entries(files).filter(([file]) => file.endsWith('.md') && !['sitemap.md'].includes(file));
    expect(twins.length).toBeGreaterThan(20);
    const frame = /\[Markdown\]\(|Copy Markdown|Skip to content|This page exists as Markdown|Last changed:|Draft: shown/;
    expect(twins.filter(([, text]) => frame.test(text)).map(([file]) => file)).toEqual([]);
  });

  it('SITE_URL is the URL in pages and documents', () => {
    expect(domOf('about.html').querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${url}/about`);
    expect(files['docs/surfaces.html']).toContain(`<code>${url}</code>`);
    expect(files['about.md']).toContain(`canonical_url: ${url}/about`);
  });

  it('a draft is nowhere, a noindex page is in no document and no navigation', () => {
    const holding = (word: RegExp): string[] => Object.keys(files).filter((file) => word.test(file) || word.test(files[file]!));
    expect(
      holding(/quetzalcoatlus|Canary of the draft|secret\.(?:html|md)/i).filter((file) => file !== '.well-known/diptych.json'),
    ).toEqual([]);
    expect(Object.keys(files)).not.toContain('secret.html');
    expect(holding(/quagga|Canary of the noindex/)).toEqual(['aside.html']);
  });

  it('the home page shows its own twin exactly', () => {
    const panel = domOf('index.html').querySelector('aside.panel pre')!.textContent!;
    expect(panel).toBe(files['index.md']!);
  });

  it('navigation and llms.txt have the same sections in the same order, as the settings name them', () => {
    const inHeader = [...domOf('about.html').querySelectorAll('header nav li a')].map((a) => a.textContent);
    const inIndex = [...files['llms.txt']!.matchAll(/^## (.*)$/gm)].map(([, name]) => name).filter((name) => name !== 'Optional');
    expect(inHeader).toEqual(['Reference', 'First steps', 'Write a site', 'Add to your site', 'Run it']);
    expect(inIndex).toEqual(inHeader);
  });

  it('the types of problems link to their sections of one page', () => {
    const problem = JSON.parse(/\{[\s\S]*?\n\}/.exec(domOf('docs/surfaces.html').querySelector('main pre')!.textContent!)![0]);
    expect(problem).toMatchObject({ type: `${url}/problems.md#not-found`, status: 404, title: 'Resource not found' });
    expect(domOf('docs/surfaces.html').getElementById('not-found')?.textContent).toBe('not-found');
    expect(files['problems.md']).toContain('\n## not-found\n');
    expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'detail', 'instance', 'hint']);
  });

  it('every command and option that --help names is documented', async () => {
    const { stdout } = await runWarm(['--help'], { cwd: folder });
    const names = [...stdout.matchAll(/^ {2}(diptych \w+)|^ +(--[a-z-]+)/gm)].map(([, command, option]) => command ?? option!);
    expect(names).toEqual(expect.arrayContaining(['diptych build', 'diptych twin', '--content']));
    const documented = ['command-line', 'other-generators', 'checks', 'preview']
      .map((page) => files[`docs/${page}.md`])
      .join('\n');
    expect(names.filter((name) => !documented.includes(name))).toEqual([]);
  });

  it('every code block in JSON is JSON', () => {
    const blocks = Object.entries(files).flatMap(([file, text]) =>
      [...text.matchAll(/^```json\n([\s\S]*?)\n```/gm)].map(([, code]) => ({ file, code: code! })),
    );
    expect(blocks.length).toBeGreaterThan(5);
    for (const { file, code } of blocks) expect(() => JSON.parse(code), `${file}: ${code}`).not.toThrow();
  });
});
