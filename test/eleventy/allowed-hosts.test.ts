import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createPreview } from '../../build/eleventy/preview/preview.ts';
import { createProxy } from '../../proxy/index.ts';
import { ask, raw } from '../proxy/fixtures/client.ts';
import { serve } from '../proxy/fixtures/command.ts';
import { temporarySite } from '../proxy/fixtures/site.ts';
import { writeFiles } from '../support/cli.ts';
import { writeSmallSite } from '../support/small-site.ts';
import { beginPreview, sharedPreview } from './preview-process.ts';

const shared = sharedPreview(
  (folder) => {
    writeSmallSite(folder);
    writeFiles(folder, { 'site/secret.md': '---\ndraft: true\n---\n# Secret\n\nNot yet.\n' });
  },
  (folder) => beginPreview(folder, ['--allowed-hosts', 'Box.local,preview.example']),
);
const port = (): number => Number(new URL(shared.preview.url).port);

const paths = ['/secret', '/secret.md', '/.diptych/preview.css', '/api/v1/health', '/nope', '/about/'];

test('a preview answers only for its own host names, and tells how to allow more', async () => {
  const statusOf = async (host: string): Promise<[string, number]> => [host, (await ask(port(), '/secret', { host })).status];
  const hosts = {
    200: [`localhost:${port()}`, 'localhost', 'LOCALHOST:1', '127.0.0.1', `[::1]:${port()}`, 'box.local', 'preview.example:443'],
    421: [
      'evil.example',
      `evil.example:${port()}`,
      'localhost.evil.example',
      'evil-localhost',
      '127.0.0.1.evil.example',
      '[::2]',
      '192.0.2.7',
    ],
    // Not a valid host (RFC 9112 §3.2).
    400: ['box.local@evil.example'],
  };
  for (const [status, names] of Object.entries(hosts))
    for (const host of names) expect(await statusOf(host)).toEqual([host, Number(status)]);

  for (const path of paths)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const got = await ask(port(), path, { host: 'evil.example', accept: 'text/html' }, method);
      expect([path, method, got.status, got.headers['content-type']]).toEqual([path, method, 421, 'application/problem+json']);
      expect(got.text).not.toMatch(/Secret|faults/);
      if (method === 'GET') expect(JSON.parse(got.text).hint).toContain('--allowed-hosts');
    }

  // The authority of an absolute target takes precedence (RFC 9112 §3.2.2).
  const absolute = async (target: string, host: string): Promise<string> =>
    (await raw(port(), `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).slice(9, 12);
  expect(await absolute('http://evil.example/secret', 'localhost')).toBe('421');
  expect(await absolute('http://localhost/secret', 'evil.example')).toBe('200');
  expect(await absolute('/secret', '')).toBe('400');
  expect((await raw(port(), 'GET /secret HTTP/1.0\r\n\r\n')).slice(9, 12)).toBe('421');
});

test('a proxy with --allowed-hosts: health answers for every host, pages do not', async () => {
  const { dir, remove } = temporarySite();
  const command = await serve([dir, '--allowed-hosts', 'www.example.com']);
  onTestFinished(() => {
    command.child.kill('SIGKILL');
    remove();
  });
  const statusOf = async (path: string, host: string): Promise<number> => (await ask(command.port, path, { host })).status;
  for (const path of ['/api/v1/health', '/api/health']) expect(await statusOf(path, '192.0.2.7')).toBe(200);
  expect(await statusOf('/pricing', 'www.example.com')).toBe(200);
  expect(await statusOf('/pricing', '192.0.2.7')).toBe(421);
});

test('other sites cannot read a preview', async () => {
  const origin = { origin: 'https://evil.example' };
  const fieldsOf = async (path: string, method = 'GET', more = {}): Promise<[string, string[], string | undefined]> => {
    const { headers } = await ask(port(), path, { ...origin, ...more }, method);
    const cors = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
    return [path, cors, headers['cross-origin-resource-policy']];
  };
  for (const path of ['/secret', '/secret.md', '/style.css', '/api/v1/health', '/nope', '/about/', '/oauth/token'])
    expect(await fieldsOf(path)).toEqual([path, [], 'same-origin']);
  const preflight = { 'access-control-request-method': 'GET' };
  expect(await fieldsOf('/secret', 'OPTIONS', preflight)).toEqual(['/secret', [], 'same-origin']);
  expect(await raw(port(), 'GET /a b HTTP/1.1\r\n\r\n')).not.toMatch(/access-control/i);
});

test('before the first build, and without the setting', async () => {
  const preview = createPreview({ createProxy: createProxy as never, addReload: (html) => html });
  const server = createServer((req, res) => preview.answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const browser = { accept: 'text/html' };
  expect((await ask(port, '/', { ...browser, host: 'localhost' })).status).toBe(503);
  expect((await ask(port, '/', { ...browser, host: 'evil.example' })).status).toBe(421);
  server.close();
});
