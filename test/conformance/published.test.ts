import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../build/files.ts';
import { runWarm } from '../support/cli.ts';
import { service } from './client.ts';

/** The published text files. */
const files = Object.fromEntries(
  listFiles(service.dist)
    .filter((path) => !/\.(br|gz|png|ico|woff2|bin)$/.test(path) && !path.startsWith('pagefind/'))
    .map((path): [string, string] => [path, readFileSync(join(service.dist, path), 'utf8')]),
);

const domOf = (file: string): Document => parseHTML(files[file]!).document as unknown as Document;

describe('the starter, built by the command', () => {
  it('is built without findings', () => {
    // The page and the folder of the same name are an addition of the tests.
    expect(service.printed.match(/^(?:warning|error) .*/gm)).toEqual([
      expect.stringMatching(/^warning +site\/twice.* similar-urls /),
    ]);
    expect(service.printed).toMatch(/parity of every page at least 100\.0 %/);
  });

  it('every page with a link to a twin has one', () => {
    const pages = Object.keys(files).filter((file) => file.endsWith('.html'));
    const leading = pages.filter((file) => domOf(file).querySelector('link[rel=alternate][type="text/markdown"]'));
    expect(leading.length).toBeGreaterThan(20);
    for (const file of leading) {
      const twin = new URL(
        domOf(file).querySelector('link[rel=alternate][type="text/markdown"]')!.getAttribute('href')!,
        service.url,
      ).pathname;
      expect(Object.keys(files)).toContain(decodeURIComponent(twin.slice(1)));
    }
    expect(pages.filter((file) => !leading.includes(file)).sort()).toEqual(['404.html', 'de/404.html']);
  });

  it('twins contain the content and no boilerplate', () => {
    const twins = Object.entries(files).filter(([file]) => file.endsWith('.md') && !['sitemap.md'].includes(file));
    expect(twins.length).toBeGreaterThan(20);
    const frame = /\[Markdown\]\(|Copy Markdown|Skip to content|This page exists as Markdown|Last changed:|Draft: shown/;
    expect(twins.filter(([, text]) => frame.test(text)).map(([file]) => file)).toEqual([]);
  });

  it('the home page shows its own twin exactly', () => {
    const panel = domOf('index.html').querySelector('aside.panel pre')!.textContent!;
    expect(panel).toBe(files['index.md']!);
  });

  it('navigation and llms.txt have the same sections in the same order', () => {
    const inHeader = [...domOf('about.html').querySelectorAll('header nav li a')].map((a) => a.textContent);
    const inIndex = [...files['llms.txt']!.matchAll(/^## (.*)$/gm)].map(([, name]) => name).filter((name) => name !== 'Optional');
    const inBoth = inHeader.filter((name) => inIndex.includes(name!));
    expect(inBoth.length).toBeGreaterThan(4);
    expect(inIndex.filter((name) => inBoth.includes(name!))).toEqual(inBoth);
  });

  it('the types of problems link to their sections of one page', () => {
    const problem = JSON.parse(/\{[\s\S]*?\n\}/.exec(domOf('docs/surfaces.html').querySelector('main pre')!.textContent!)![0]);
    expect(problem).toMatchObject({ type: `${service.url}/problems.md#not-found`, status: 404, title: 'Resource not found' });
    expect(domOf('docs/surfaces.html').getElementById('not-found')?.textContent).toBe('not-found');
    expect(files['problems.md']).toContain('\n## not-found\n');
    expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'detail', 'instance', 'hint']);
  });

  it('every command and option that --help names is documented', async () => {
    const { stdout } = await runWarm(['--help'], { cwd: '.' });
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
