import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ask } from './fixtures/client.ts';
import { type Command, serve } from './fixtures/command.ts';
import { filesOf, manifestOf } from './fixtures/site.ts';

const files = filesOf({ siblings: false });
files.set('.well-known/diptych.json', Buffer.from(manifestOf(files, 'a1')));

let command: Command | undefined;
afterEach(async () => {
  command?.child.kill('SIGKILL');
  await command?.ended;
});

describe('an origin by https', () => {
  let server: Server;
  let folder: string;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject],
      { stdio: 'ignore' },
    );
    server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (req, res) => {
      const body = files.get(req.url!.slice(1));
      res.writeHead(body ? 200 : 404).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  test('whose certificate is trusted', async () => {
    command = await serve(['--origin', url], { env: { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') } });
    const got = await ask(command.port, '/pricing', { accept: 'text/markdown' });
    expect([got.status, got.text.slice(0, 9)]).toEqual([200, '# Pricing']);
  });

  test('whose certificate is not: 502, without its content', async () => {
    command = await serve(['--origin', url]);
    const got = await ask(command.port, '/pricing', { accept: 'text/markdown' });
    expect(got.status).toBe(502);
    expect(got.text).not.toContain('# Pricing');
    expect(command.err()).toMatch(/SELF_SIGNED/);
  });
});

test('an origin by its IPv6 address', async () => {
  const server = createPlainServer((req, res) => {
    const body = files.get(req.url!.slice(1));
    res.writeHead(body ? 200 : 404).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
  command = await serve(['--origin', `http://[::1]:${(server.address() as AddressInfo).port}`]);
  expect((await ask(command.port, '/pricing', { accept: 'text/markdown' })).status).toBe(200);
  server.closeAllConnections();
  server.close();
});
