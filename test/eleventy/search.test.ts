import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../support/cli.ts';
import { smallSite, writeSmallSite } from '../support/small-site.ts';
import { sharedPreview } from './preview-process.ts';

const layout = smallSite['site/_includes/layouts/page.njk']!.replace('<main>', '<main data-pagefind-body>');

describe('search in a preview', () => {
  const shared = sharedPreview((folder) => {
    writeSmallSite(folder);
    writeFiles(folder, {
      'site/_data/site.json': '{"url":"https://www.example.com","name":"Small","search":true}',
      'site/_includes/layouts/page.njk': layout,
    });
  });
  const pages = (): Promise<number> =>
    shared.preview.get('/pagefind/pagefind-entry.json').then(({ text }) => JSON.parse(text).languages.en.page_count);

  it('is served as published later, with the current pages', async () => {
    const { preview, folder } = shared;
    const script = await preview.get('/pagefind/pagefind.js');
    expect([script.status, script.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/javascript/)]);
    expect(await pages()).toBe(3);
    expect((await preview.get('/pagefind/none.js')).status).toBe(404);
    writeFiles(folder, { 'site/new.md': '# New\n\nA page.\n' });
    await expect.poll(pages, { timeout: 30_000 }).toBe(4);
    rmSync(join(folder, 'site/new.md'));
    await expect.poll(pages, { timeout: 30_000 }).toBe(3);
  });
});
