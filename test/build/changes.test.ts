import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProxy } from '../../proxy/index.ts';
import { runWarm, writeFiles } from '../support/cli.ts';
import { printedBlock } from '../support/printed.ts';

const url = 'https://docs.example';
const page = (title: string, text = `${title} says something.`): string =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main>`;

describe('/changes.md', () => {
  let folder: string;
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  /** Builds pages to a folder. @returns `/changes.md` without its introduction, with letters in place of digests */
  async function build(out: string, pages: Readonly<Record<string, string>>): Promise<string> {
    rmSync(join(folder, 'in'), { recursive: true, force: true });
    writeFiles(join(folder, 'in'), pages);
    const { code, stderr } = await runWarm(['twin', 'in', '--url', url, '--out', out], { cwd: folder });
    expect([code, stderr]).toEqual([0, '']);
    return sections(out);
  }
  function sections(out: string): string {
    const text = read(`${out}/changes.md`);
    const names = [...new Set([...text.matchAll(/^## (\w+)$/gm)].map(([, digest]) => digest!))].reverse();
    const body = text.slice(text.indexOf('\n## '));
    return names.reduce((all, digest, at) => all.replaceAll(digest, String.fromCharCode(65 + at)), body);
  }
  const first = { 'index.html': page('Home'), 'a.html': page('A'), 'b.html': page('B') };
  const second = { 'index.html': page('Home'), 'a.html': page('A', 'It says more.'), 'c.html': page('C [new]') };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const base = '\n## A\n\nThe first build: all pages are new.\n';
  const change = [
    '\n## B\n\nAdded:\n\n- [C (new)](https://docs.example/c.md)\n',
    '\nChanged:\n\n- [A](https://docs.example/a.md)\n',
    '\nRemoved:\n\n- `https://docs.example/b.md`\n',
  ].join('');

  it('reports a first build as such', async () => {
    expect(await build('out', first)).toBe(base);
    expect(read('out/changes.md')).toMatch(/^# Changes of Home\n\n> What each build added, changed and removed, newest first/);
  });

  it('does not change if no page changed', async () => {
    const before = read('out/changes.md');
    await build('out', first);
    expect(read('out/changes.md')).toBe(before);
  });

  it('lists added, changed and removed pages, newest first, back to the first build', async () => {
    expect(await build('out', second)).toBe(change + base);
    const shape = (text: string): string => text.replace(/^## \w+$|\[.*|`.*`$/gm, '…').trim();
    expect(shape(printedBlock('for-agents', '## '))).toBe(shape(change + base));
    expect(await build('out', { ...second, 'a.html': page('A') })).toBe(
      `\n## C\n\nChanged:\n\n- [A](https://docs.example/a.md)\n${change}${base}`,
    );
  });

  it('is the same for the same two builds', async () => {
    await build('one', first);
    await build('two', first);
    expect(await build('one', second)).toBe(change + base);
    await build('two', second);
    expect(read('two/changes.md')).toBe(read('one/changes.md'));
    expect(read('two/.well-known/diptych.json')).toBe(read('one/.well-known/diptych.json'));
  });

  it('starts again if the output was deleted, and continues if the manifest was kept', async () => {
    copyFileSync(join(folder, 'one/.well-known/diptych.json'), join(folder, 'kept.json'));
    rmSync(join(folder, 'one'), { recursive: true });
    expect(await build('one', first)).toBe(base);
    rmSync(join(folder, 'one'), { recursive: true });
    mkdirSync(join(folder, 'one/.well-known'), { recursive: true });
    copyFileSync(join(folder, 'kept.json'), join(folder, 'one/.well-known/diptych.json'));
    // Back to the pages of the first build.
    expect(await build('one', first)).toBe(
      `\n## B\n\nAdded:\n\n- [B](https://docs.example/b.md)\n\nChanged:\n\n- [A](https://docs.example/a.md)\n\nRemoved:\n\n- \`https://docs.example/c.md\`\n${change
        .replace('## B', '## A')
        .replace('[C (new)](https://docs.example/c.md)', '`https://docs.example/c.md`')
        .replace('`https://docs.example/b.md`', '[B](https://docs.example/b.md)')}${base.replace('## A', '## B')}`,
    );
  });

  it('never exceeds 20,000 characters: drops the oldest builds', async () => {
    const many = (from: number): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length: 90 }, (_, at) => [`${'long-name-'.repeat(8)}${from + at}.html`, page(`Page ${from + at}`)]),
      );
    await build('many', { ...first, ...many(0) });
    const text = await build('many', { ...first, ...many(45) });
    expect(text).toContain('The first build');
    for (const from of [90, 135]) await build('many', { ...first, ...many(from) });
    const full = read('many/changes.md');
    expect(full.length).toBeLessThanOrEqual(20_000);
    expect(full).not.toContain('The first build');
    expect(full.match(/^## /gm)).toHaveLength(JSON.parse(read('many/.well-known/diptych.json')).changes.length);
  });

  it('reports the number of changed pages if there are too many to list', async () => {
    const all = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`p${at}${'-long'.repeat(9)}.html`, page(`P${at}`)]));
    expect(await build('many', all)).toContain(
      '\n\n493 pages changed, too many to list: read the [sitemap](https://docs.example/sitemap.md) again.\n',
    );
  });

  it('is served like any document, and listed in llms.txt', async () => {
    const app = supertest.agent(createProxy({ dir: join(folder, 'out'), watch: false }));
    const answer = await app.get('/changes.md');
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      'public, max-age=300, must-revalidate',
    ]);
    expect((await app.get('/changes.md').set('If-None-Match', answer.headers.etag!)).status).toBe(304);
    expect((await app.get('/llms.txt')).text).toContain('`/changes.md`');
    expect(JSON.parse(read('out/.well-known/openapi.json')).paths['/changes.md'].get.operationId).toBe('getChanges');
  });

  it('is not written if a page has this twin', async () => {
    await runWarm(['twin', 'in', '--url', url, '--out', 'log'], { cwd: folder });
    rmSync(join(folder, 'log'), { recursive: true });
    rmSync(join(folder, 'in'), { recursive: true });
    writeFiles(join(folder, 'in'), { 'index.html': page('Home'), 'changes.html': page('Changelog') });
    const { code, stderr } = await runWarm(['twin', 'in', '--url', url, '--out', 'log'], { cwd: folder });
    expect([code, stderr]).toEqual([0, '']);
    expect(read('log/changes.md')).toContain('# Changelog\n');
    expect(read('log/llms.txt')).not.toContain('`/changes.md`');
    const { get } = JSON.parse(read('log/.well-known/openapi.json')).paths['/changes.md'];
    expect(get.operationId).toBe('getPageMarkdown:/changes.md');
  });
});
