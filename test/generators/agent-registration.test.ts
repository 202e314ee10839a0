import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { surfaceList } from '../../build/contract/surfaces.ts';
import { createProxy } from '../../proxy/index.ts';
import { builtPluginSite, readTree, runWarm, smallStarterCopy, temporaryFolder } from '../support/cli.ts';

const rows = surfaceList.filter(({ tag }) => tag.startsWith('Agent registration'));
const trace = /oauth|jwks|agent\/(identity|event)|agent registration|agent_auth/i;
const options = { url: 'https://example.com', name: 'Example' };
const pages = { 'src/index.md': '# Home\n\nText of the home page.\n' };

/** The status of each operation of agent registration, from a proxy on a folder. */
async function statusesOf(dir: string): Promise<Record<string, number>> {
  const proxy = createProxy({ dir });
  const server = createServer((req, res) => proxy(req, res)).listen(0, '127.0.0.1');
  onTestFinished(async () => {
    server.close();
    await proxy.close();
  });
  await new Promise((done) => server.once('listening', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const home = await fetch(url);
  expect(home.headers.get('link')).not.toMatch(trace);
  const found = rows.map(async ({ id, method, path }) => [id, (await fetch(url + path, { method })).status] as const);
  return Object.fromEntries(await Promise.all(found));
}

const all = (status: number): Record<string, number> => Object.fromEntries(rows.map(({ id }) => [id, status]));

describe('without agent registration nothing announces, documents or serves it', () => {
  it('on a site with the plugin', async () => {
    const folder = temporaryFolder();
    const tree = await builtPluginSite(options, pages, folder);
    expect(Object.keys(tree).filter((path) => trace.test(path + tree[path]))).toEqual([]);
    expect(await statusesOf(join(folder, '_site'))).toEqual(all(404));
  });

  it('on a copy of the starter that turns it off: its page is gone, too', async () => {
    const folder = smallStarterCopy(temporaryFolder(), [], { agentRegistration: false });
    expect((await runWarm(['build'], { cwd: folder })).code).toBe(0);
    const tree = readTree(join(folder, 'dist'));
    expect(Object.keys(tree).filter((path) => /^auth\.|oauth|jwks/.test(path))).toEqual([]);
    for (const file of ['developers.md', '.well-known/openapi.json', '.well-known/api-catalog'])
      expect([file, /oauth\/|agent\/identity|jwks/.test(tree[file]!)]).toEqual([file, false]);
    expect(await statusesOf(join(folder, 'dist'))).toEqual(all(404));
  });
});

it('a site with the plugin that turns it on: documents answer 200, endpoints 501', async () => {
  const folder = temporaryFolder();
  await builtPluginSite({ ...options, agentRegistration: true }, pages, folder);
  expect(await statusesOf(join(folder, '_site'))).toEqual(
    Object.fromEntries(rows.map(({ id, kind }) => [id, kind === 'stub' ? 501 : 200])),
  );
});
