import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginSite, writeFiles } from '../support/cli.ts';
import { beginPreview, sharedPreview } from './preview-process.ts';

const layout =
  '<!doctype html><html lang="en"><head><title>{{ title }}</title></head><body><main>{{ content }}</main></body></html>\n';
const page = (text: string, more = ''): string => `---\nlayout: base.liquid\ntitle: Page\n${more}---\n# Page\n\n${text}\n`;
// Nothing is made of what was rendered while there is a file `hold`.
const config = `import { existsSync } from 'node:fs';
import diptych from 'diptych';
export default (eleventyConfig) => {
  eleventyConfig.addPlugin(diptych, { url: 'https://www.example.com', name: 'Own' });
  eleventyConfig.addPassthroughCopy({ public: '/' });
  eleventyConfig.on('diptych.written', async () => {
    while (existsSync('hold')) await new Promise((done) => setTimeout(done, 20));
  });
  return { dir: { input: 'src', output: '_site' } };
};
`;

describe('a preview while documents are made of what was rendered', () => {
  const shared = sharedPreview((folder) => {
    pluginSite(
      folder,
      {},
      {
        'src/_includes/base.liquid': layout,
        'src/index.md': page('Home.'),
        'src/about.md': page('Before.'),
        'src/secret.md': page('Secret.', 'draft: true\n'),
        'public/style.css': 'p { margin: 0 }\n',
        'eleventy.config.js': config,
        hold: '',
      },
    );
    // The first build is held, too.
    setTimeout(() => rmSync(join(folder, 'hold')), 100);
  }, beginPreview);

  it('a browser sees the saved page, its mark and its files; all else waits; open pages are told once', async () => {
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
    const answered: string[] = [];
    const posted = fetch(`${preview.url}/about/`, { method: 'POST', headers: browser }).then(({ status }) =>
      answered.push(`${status}`),
    );
    const later = ['/about.md', '/llms-full.txt', '/about/'].map(async (path) => {
      const { text } = await preview.get(path);
      answered.push(path);
      return text;
    });
    expect((await preview.get('/about/', browser)).status).toBe(200);
    expect(answered).toEqual([]);
    rmSync(join(folder, 'hold'));
    for (const text of await Promise.all(later)) expect(text).toContain('Saved.');
    await posted;
    expect(answered).toContain('405');
    await preview.says(/src\/about\.md: built in/);
    writeFiles(folder, { 'src/about.md': page('Saved again.') });
    await preview.says(/src\/about\.md: built in/);
    expect(open.all().filter(({ type }) => type === 'eleventy.reload')).toHaveLength(2);
  });

  it('a saved stylesheet is swapped into open pages', async () => {
    const { folder, preview } = shared;
    const open = await preview.listen();
    writeFiles(folder, { hold: '', 'public/style.css': 'p { margin: 1px }\n' });
    expect(await open.next(({ type }) => type === 'eleventy.reload')).toMatchObject({
      subtype: 'css',
      build: { stylesheets: ['/style.css'] },
    });
    expect((await preview.get('/style.css')).text).toContain('1px');
    expect(existsSync(join(folder, 'hold'))).toBe(true);
    rmSync(join(folder, 'hold'));
    await preview.says(/public\/style\.css: built in/);
    expect(open.all().filter(({ type }) => type === 'eleventy.reload')).toHaveLength(1);
  });

  it('what cannot be published is said over the page, and goes away', async () => {
    const { folder, preview } = shared;
    const browser = { accept: 'text/html' };
    const open = await preview.listen();
    writeFiles(folder, { 'public/llms.txt': 'x' });
    await preview.says(/public\/llms\.txt and the generated llms\.txt both write/);
    await open.next(({ type }) => type === 'eleventy.reload');
    await expect.poll(async () => (await preview.get('/about/', browser)).text).toContain('The build failed');
    rmSync(join(folder, 'public/llms.txt'));
    await preview.says(/Fixed\./);
    expect((await preview.get('/about/', browser)).text).not.toContain('The build failed');
  });
});
