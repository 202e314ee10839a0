import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eleventyCommand, readTree, runWarm, writeFiles } from '../support/cli.ts';
import { beginEleventy, openSocket, type Preview, sharedPreview, startEleventy } from './preview-process.ts';
import { pages, servedSite } from './served-site.ts';

const late = '---\nlayout: base.liquid\n---\n# Late\n\nText.\n';
/** Creates, changes and removes the data file of src/late.md during a preview. */
async function followsData(folder: string, preview: Preview): Promise<void> {
  await preview.until('/late/', ({ text }) => text.includes('<title></title>'));
  for (const title of ['First', 'Second']) {
    writeFiles(folder, { 'src/late.json': JSON.stringify({ title }) });
    await preview.until('/late/', ({ text }) => text.includes(`<title>${title}</title>`));
    expect((await preview.get('/late.md')).text).toContain(`title: ${title}\n`);
  }
  rmSync(join(folder, 'src/late.json'));
  writeFiles(folder, { 'src/late.md': `${late}\nMore.\n` });
  await preview.until('/late.md', ({ text }) => text.includes('More.') && !text.includes('Second'));
}

describe('eleventy --serve', () => {
  const shared = sharedPreview((folder) => writeFiles(servedSite(folder), { 'src/late.md': late }), beginEleventy);

  it('both variants, problems, drafts, an overlay with errors', async () => {
    const { folder, preview } = shared;
    // The line may be older than this test.
    await expect.poll(preview.text, { timeout: 30_000 }).toContain('own ready');
    const html = await preview.get('/about', { accept: 'text/html' });
    expect(html.text).toMatch(/<title>About<\/title><script type="module" [^>]*reload-client|reload-client[\s\S]*<main>/);
    expect(html.headers.get('link')).toContain('rel="alternate"; type="text/markdown"');
    const markdown = await preview.get('/about', { accept: 'text/markdown' });
    expect(markdown.text).toBe((await preview.get('/about.md')).text);
    expect(markdown.text).toContain('# About');
    expect((await preview.get('/llms.txt')).text).toContain('# Own');
    expect((await preview.get('/nope')).headers.get('content-type')).toBe('application/problem+json');
    expect((await preview.get('/own')).text).toBe('own middleware');
    expect((await preview.get('/secret/', { accept: 'text/html' })).text).toContain('class="draft"');
    expect((await preview.get('/secret.md')).text).toContain('draft: true');
    for (const path of ['/llms.txt', '/llms-full.txt', '/sitemap.xml'])
      expect((await preview.get(path)).text).not.toMatch(/canary|secret/i);

    const page = await preview.listen();
    writeFiles(folder, { 'src/about.md': `${pages['src/about.md']}\n{{ title | shout: }}{% nope %}\n` });
    await page.next(({ type }) => type === 'eleventy.reload');
    expect((await preview.get('/', { accept: 'text/html' })).text).toMatch(/role="alert"[\s\S]*src\/about\.md:\d+/);
    writeFiles(folder, { 'src/about.md': `${pages['src/about.md']}\nWell again.\n` });
    await preview.until('/about.md', ({ text }) => text.includes('Well again.'));
    expect((await preview.get('/', { accept: 'text/html' })).text).not.toContain('role="alert"');
  });

  it('a data file of a page is created, changed and removed', () => followsData(shared.folder, shared.preview));

  it('other sites cannot read it, by another host name or a WebSocket', async () => {
    const { preview } = shared;
    const { port } = new URL(preview.url);
    const opens = async (headers: Record<string, string>): Promise<boolean> =>
      (await openSocket(preview.url, headers)) !== undefined;
    expect(await opens({ Origin: preview.url })).toBe(true);
    expect(await opens({ Origin: 'https://evil.example' })).toBe(false);
    expect(await opens({ Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` })).toBe(false);
    expect(await opens({ Origin: 'null' })).toBe(false);
  });

  it('a broken WebSocket frame is one line, and no failed build', async () => {
    const { preview } = shared;
    await preview.until('/', ({ status }) => status === 200);
    const socket = (await openSocket(preview.url, { Origin: preview.url }))!;
    const closed = new Promise((done) => socket.once('close', done));
    socket.resume().write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
    await closed;
    expect((await preview.get('/', { accept: 'text/html' })).text).not.toContain('role="alert"');
    expect(preview.text().match(/^.*cannot read.*$/gm)).toEqual([
      expect.stringMatching(/^\[diptych\] a page sent what the preview cannot read \(.*\); its connection was closed$/),
    ]);
  });

  it('a build after a preview contains nothing of it', async () => {
    const { folder, preview } = shared;
    await preview.get('/secret.md');
    await preview.stop();
    rmSync(join(folder, 'src/late.md'));
    const { code } = await runWarm(['--quiet'], { cwd: folder, file: eleventyCommand });
    expect(code).toBe(0);
    const after = readTree(join(folder, '_site'));
    for (const [file, text] of Object.entries(after)) expect(text, file).not.toMatch(/canary|diptych-preview|reload-client/);
    expect(Object.keys(after).filter((file) => file.includes('secret'))).toEqual([]);
  });
});

it('eleventy --serve --incremental: a saved page and the pages that list it', async () => {
  const folder = servedSite();
  const preview = await startEleventy(folder, ['--incremental']);
  await preview.says(/own ready/);
  expect((await preview.get('/llms.txt')).text).toContain('[About]');
  writeFiles(folder, { 'src/about.md': pages['src/about.md'].replace('title: About', 'title: Renamed') });
  await preview.until('/llms.txt', ({ text }) => text.includes('[Renamed]'));
  expect((await preview.get('/llms.txt')).text).toContain('[Home]');
});
