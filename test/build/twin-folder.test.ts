import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProxy } from '../../proxy/index.ts';
import { keepsPromises } from '../proxy/fixtures/promises.ts';
import { readTree, runCli, writeFiles } from '../support/cli.ts';

const url = 'https://docs.example';
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav>${'<a href="/">Home</a> '.repeat(40)}</nav><main><h1>${title}</h1>${body}</main></body></html>`;
const site = {
  'index.html': page('Home', '<p>See the <a href="guide/">guide</a>. Grüße.</p>'),
  'guide/index.html': page('Guide', '<pre>a  b</pre><table><tr><th>k</th></tr><tr><td>v</td></tr></table>'),
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

describe('a site of another generator, after diptych twin', () => {
  let folder: string;
  let app: supertest.Agent;
  let tree: Record<string, string>;
  let printed: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-'));
    writeFiles(join(folder, 'out'), site);
    const { code, stdout } = await runCli('build', ['twin', 'out', '--url', url], { cwd: folder });
    expect(code).toBe(0);
    printed = stdout;
    tree = readTree(join(folder, 'out'));
    app = supertest.agent(createProxy({ dir: join(folder, 'out') }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the table ends with the bytes that the twins save', () => {
    const size = (...files: string[]): number => files.reduce((sum, file) => sum + tree[file]!.length, 0);
    const html = size('index.html', 'guide/index.html');
    const saved = html - size('index.md', 'guide.md');
    expect(saved).toBeGreaterThan(500);
    expect(printed).toContain(`bytes saved          ${saved.toLocaleString('en')} (${Math.round((saved / html) * 100)} %)\n`);
  });

  it.each<[path: string, accept: string, status: number, type: RegExp, holds: string]>([
    ['/', '*/*', 200, /^text\/html/, 'See the'],
    ['/', 'text/markdown', 200, /^text\/markdown/, `[guide](${url}/guide.md)`],
    ['/guide/', 'text/html;q=0.5, text/markdown', 200, /^text\/markdown/, '```\na  b\n```'],
    ['/guide/', 'text/html,application/xhtml+xml,*/*;q=0.8', 200, /^text\/html/, 'type="text/markdown" href="/guide.md"'],
    ['/guide/', 'image/png', 406, /^application\/problem\+json$/, 'not-acceptable'],
    ['/guide.md', '*/*', 200, /^text\/markdown/, '| k |'],
    ['/llms.txt', '*/*', 200, /^text\/(plain|markdown)/, `${url}/guide.md`],
    ['/sitemap.md', '*/*', 200, /^text\/markdown/, `${url}/guide.md`],
    ['/.well-known/api-catalog', '*/*', 200, /^application\/linkset\+json/, 'linkset'],
    ['/.well-known/openapi.json', '*/*', 200, /^application\/(openapi\+)?json/, '"openapi"'],
    ['/logo.svg', '*/*', 200, /^image\/svg\+xml/, 'svg'],
    ['/nowhere', 'application/json', 404, /^application\/problem\+json$/, 'not-found'],
  ])('%s with Accept: %s is %i', async (path, accept, status, type, holds) => {
    const answer = await app.get(path).set('Accept', accept).buffer(true);
    const text = answer.text ?? String(answer.body);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(type);
    expect(text).toContain(holds);
    keepsPromises({ ...answer, status, headers: answer.headers, text, body: Buffer.from(text) }, 'GET', url);
  });
});
