import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginConfig, pluginSite, writeFiles } from '../support/cli.ts';
import { plainLayout, plainPage } from '../support/small-site.ts';
import { sharedPreview } from './preview-process.ts';

const page = (text: string, more?: string): string => plainPage('Page', text, more);
// While a file `hold` exists, no documents are generated from rendered pages.
const hold = `eleventyConfig.on('diptych.written', async () => {
    while (existsSync('hold')) await new Promise((done) => setTimeout(done, 20));
  });`;
const options = { url: 'https://www.example.com', name: 'Own' };

describe('a preview while documents are generated from rendered pages', () => {
  const shared = sharedPreview((folder) => {
    pluginSite(folder, options, {
      ...plainLayout,
      'src/index.md': page('Home.'),
      'src/about.md': page('Before.'),
      'src/secret.md': page('Secret.', 'draft: true\n'),
      'src/404.md': page('Nothing here.', 'permalink: 404.html\n'),
      'public/style.css': 'p { margin: 0 }\n',
      'public/demo.html': '<!doctype html><title>Demo</title><p>Demo.',
      'eleventy.config.js': pluginConfig(options, hold, "import { existsSync } from 'node:fs';"),
    });
  });

  it('a browser gets the saved page, its mark and its files; other requests wait; open pages get one message', async () => {
    const { folder, preview } = shared;
    const browser = { accept: 'text/html' };
    const open = await preview.listen();
    writeFiles(folder, { hold: '', 'src/about.md': page('Saved.') });
    await open.next(({ type }) => type === 'eleventy.reload');
    const html = await preview.get('/about/', browser);
    expect(html).toMatchObject({
      status: 200,
      text: expect.stringMatching(/Saved\.[\s\S]*reload-client\.js|reload-client\.js[\s\S]*Saved\./),
    });
    expect(html.headers.get('cache-control')).toBe('no-store');
    expect((await preview.get('/secret/', browser)).text).toContain('Draft: shown in preview only');
    expect((await preview.get('/about/', browser)).text).not.toContain('Draft: shown');
    const style = await preview.get('/style.css');
    expect([style.status, style.headers.get('cache-control'), style.text]).toEqual([200, 'no-store', 'p { margin: 0 }\n']);
    expect(html.headers.get('content-security-policy')).toContain("object-src 'none'");
    const answered: string[] = [];
    const waits: [string, RequestInit, unknown][] = [
      ['/about.md', {}, [200, expect.stringContaining('Saved.')]],
      ['/llms-full.txt', {}, [200, expect.stringContaining('Saved.')]],
      ['/about/', {}, [200, expect.stringContaining('Saved.')]],
      ['/about/', { method: 'POST', headers: browser }, [405, expect.anything()]],
      ['/style.css', { method: 'POST' }, [405, expect.anything()]],
      ['/style.css', { headers: { range: 'bytes=0-0' } }, [206, 'p']],
      ['/404', { headers: browser }, [404, expect.stringContaining('Nothing here.')]],
      ['/demo.html', { headers: browser }, [301, expect.anything()]],
      ['/nope', { headers: browser }, [404, expect.stringContaining('Nothing here.')]],
    ];
    const answers = waits.map(async ([path, init]) => {
      const response = await fetch(preview.url + path, { ...init, redirect: 'manual' });
      answered.push(path);
      return [response.status, await response.text()];
    });
    expect((await preview.get('/about/', browser)).status).toBe(200);
    expect(answered).toEqual([]);
    rmSync(join(folder, 'hold'));
    expect(await Promise.all(answers)).toEqual(waits.map(([, , answer]) => answer));
    await preview.says(/src\/about\.md: built in/);
    writeFiles(folder, { 'src/about.md': page('Saved again.') });
    await preview.says(/src\/about\.md: built in/);
    expect(open.all().filter(({ type }) => type === 'eleventy.reload')).toHaveLength(2);
  });

  it('a saved stylesheet is swapped into open pages', async () => {
    const { folder, preview } = shared;
    const open = await preview.listen();
    writeFiles(folder, { hold: '', 'public/style.css': 'p { margin: 1px }\n' });
    // Pages may hear of the last build, too, if the watcher saw two writes of it.
    const isSwap = ({ subtype }: Record<string, unknown>): boolean => subtype === 'css';
    expect(await open.next(isSwap)).toMatchObject({ type: 'eleventy.reload', build: { stylesheets: ['/style.css'] } });
    expect((await preview.get('/style.css')).text).toContain('1px');
    expect(existsSync(join(folder, 'hold'))).toBe(true);
    rmSync(join(folder, 'hold'));
    await preview.says(/public\/style\.css: built in/);
    expect(open.all().filter(isSwap)).toHaveLength(1);
  });

  it('an error that prevents publication shows as an overlay, and disappears', async () => {
    const { folder, preview } = shared;
    const browser = { accept: 'text/html' };
    const open = await preview.listen();
    writeFiles(folder, { 'public/about/index.html': 'x' });
    await preview.says(/src\/about\.md and public\/about\/index\.html both write/);
    await open.next(({ type }) => type === 'eleventy.reload');
    await expect.poll(async () => (await preview.get('/about/', browser)).text).toContain('The build failed');
    rmSync(join(folder, 'public/about/index.html'));
    await preview.says(/Fixed\./);
    expect((await preview.get('/about/', browser)).text).not.toContain('The build failed');
  });
});
