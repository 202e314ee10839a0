import { createServer } from 'node:http';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FieldRole, roleFields } from '../../build/contract/role-fields.ts';
import type { Host } from '../../build/hosts/host.ts';
import { hostedSiteOf } from '../../build/hosts/hosted-site.ts';
import { hosts } from '../../build/hosts/index.ts';
import { createProxy } from '../../proxy/index.ts';
import { temporaryFolder, writeFiles } from '../support/cli.ts';

/* A new field is one row of one table: added here, it appears in all server configurations and in answers of the proxy. */

const roles = Object.keys(roleFields) as FieldRole[];
const table = roleFields as Record<string, Record<string, unknown>>;
const probeOf = (role: FieldRole): string => `probe of ${role}`;

beforeAll(() => {
  for (const role of roles) table[role] = { ...table[role], 'X-Probe': () => probeOf(role) };
});
afterAll(() => {
  for (const role of roles) delete table[role]!['X-Probe'];
});

const text = '<!doctype html><title>Page</title>';
const files = {
  'index.html': text,
  'index.md': '# Page\n',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'llms.txt': '# Site\n',
  '404.html': text,
  '.well-known/openapi.json': '{}',
};
const site = hostedSiteOf({
  files: Object.keys(files),
  version: '1.0.0',
  site: { url: 'https://example.test', name: 'Site', rateLimit: { limit: 120, window: 60 }, deprecations: [] },
  bytesOf: (file) => new TextEncoder().encode(files[file as keyof typeof files]),
});

it.each(['nginx', 'caddy', 'apache'] as const)('%s', (name) => {
  const host: Host = hosts[name];
  const written = host.serverFile?.(site, { root: '/srv/site', port: 8080 }) ?? String(host.siteFiles!(site)[0]!.body);
  // Servers do not offer pages as text/plain.
  expect(roles.filter((role) => role !== 'text' && !written.includes(probeOf(role)))).toEqual([]);
});

it.each<[FieldRole, string, Record<string, string>?, 'options'?]>([
  ['page', '/'],
  ['negotiated', '/', { Accept: 'text/markdown' }],
  ['twin', '/index.md'],
  ['document', '/llms.txt'],
  ['asset', '/logo.png'],
  ['svg', '/logo.svg'],
  ['health', '/api/health'],
  ['absent', '/not-there'],
  ['missing', '/not-there', { Accept: 'text/html' }],
  ['refused', '/', { Accept: 'image/png' }],
  ['moved', '/index.html'],
  ['options', '/', {}, 'options'],
  ['preflight', '/', { Origin: 'https://other.example', 'Access-Control-Request-Method': 'GET' }, 'options'],
])('the proxy: %s', async (role, path, headers = {}, method: 'get' | 'options' = 'get') => {
  const dir = temporaryFolder();
  writeFiles(dir, { ...files, 'logo.png': 'png' });
  const proxy = createProxy({ dir, watch: false });
  const { headers: got } = await supertest(createServer(proxy))[method](path).set(headers);
  expect(got['x-probe']).toBe(probeOf(role));
  await proxy.close();
});
