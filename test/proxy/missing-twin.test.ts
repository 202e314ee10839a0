import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runWarm, writeFiles } from '../support/cli.ts';
import { doorsTo } from './fixtures/doors.ts';
import { localServers } from './fixtures/local-servers.ts';

const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>T</title>${head}</head><body>${body}</body></html>`;
const main = '<main><h1>Herons</h1><p>They stand in the reeds.</p></main>';
const deep = `${'<i>'.repeat(5_100)}deep`;

const folder = mkdtempSync(join(tmpdir(), 'diptych-missing-twin-'));
const servers = localServers();

let base = '';
beforeAll(async () => {
  writeFiles(folder, {
    'index.html': page(main),
    'app.html': page('<div id="app"></div><script src="a.js"></script>'),
    'old/index.html': page('', '<meta http-equiv="refresh" content="0;url=/">'),
    'copy.html': page(main, '<link rel="canonical" href="https://docs.example/">'),
    'private.html': page(main),
    'deep.html': page(`<main>${deep}</main>`),
    'hidden.html': page(main, '<meta name="robots" content="noindex">'),
    'draft.html': page(main, '<meta name="diptych" content="draft">'),
    '404.html': page(main),
    'en/404.html': page(main),
  });
  const { code, stderr } = await runWarm(['twin', folder, '--url', 'https://docs.example', '--exclude', 'private.html'], {
    cwd: tmpdir(),
  });
  expect([code, stderr]).toEqual([0, '']);
  base = await servers.serve({ dir: folder });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const generic = 'No page or document is published at this path.';
const table: [path: string, detail: string | RegExp][] = [
  ['/app.md', 'https://docs.example/app has no Markdown: its HTML has no text.'],
  ['/app.html.md', 'https://docs.example/app has no Markdown: its HTML has no text.'],
  ['/old.md', 'https://docs.example/old/ has no Markdown: it only leads to another page.'],
  ['/old/index.md', 'https://docs.example/old/ has no Markdown: it only leads to another page.'],
  ['/copy.md', 'https://docs.example/copy has no Markdown: it is a copy of https://docs.example/.'],
  ['/private.md', 'https://docs.example/private has no Markdown: the owner of the site left it out.'],
  ['/deep.md', /^https:\/\/docs\.example\/deep has no Markdown: .*nested/],
  ['/hidden.md', generic],
  ['/draft.md', generic],
  ['/404.md', generic],
  ['/en/404.md', generic],
  ['/nowhere.md', generic],
  ['/app.txt', generic],
  ['/constructor.md', generic],
];

describe('the URL of a missing twin reports the reason', () => {
  it.each(table)('%s: %s', async (path, detail) => {
    const answer = await fetch(base + path, { headers: { accept: '*/*' } });
    const problem = (await answer.json()) as { status: number; detail: string };
    expect([answer.status, problem.status]).toEqual([404, 404]);
    expect(problem.detail).toEqual(typeof detail === 'string' ? detail : expect.stringMatching(detail));
  });

  it.each(['/en/404.md', '/en/40'])('%s: no 404 page is suggested', async (path) => {
    const { hint } = (await (await fetch(base + path)).json()) as { hint: string };
    expect(hint).not.toContain('Did you mean');
  });

  it.each(Object.entries(doorsTo(folder, 'https://docs.example', servers)))('%s answers alike', async (_, open) => {
    const get = await open();
    for (const [path] of table)
      expect([path, await (await get(path)).text()]).toEqual([path, await (await fetch(base + path)).text()]);
  });

  it('the manifest lists no page that its author hides', () => {
    const { missingTwins } = JSON.parse(readFileSync(join(folder, '.well-known/diptych.json'), 'utf8'));
    expect(Object.keys(missingTwins)).toEqual(['/app', '/copy', '/deep', '/old/', '/private']);
  });
});
