import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createClientKey } from '../../proxy/rate-limit/client-key.ts';

describe('client key of an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2:0:0:0:0/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:0:0:0/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2:0:0:0:0/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3:0:0:0:0/64'],
    ['::1', '0:0:0:0:0:0:0:0/64'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:0/64'],
    ['::192.0.2.1', '192.0.2.1'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0:0:0:0:0/64'],
  ])('%s → %s', (peer, key) => expect(createClientKey(0)(peer, undefined)).toBe(key));

  test('a closed socket → unknown', () => expect(createClientKey(0)(undefined, '203.0.113.7')).toBe('unknown'));

  test('the address as a dual-stack socket reports it', async () => {
    const server = createServer().listen(0, '::');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const peer = new Promise<string | undefined>((resolve) =>
      server.once('connection', (socket) => resolve(socket.remoteAddress)),
    );
    const client = (await import('node:net')).connect(port, '127.0.0.1');
    const address = await peer;
    client.destroy();
    server.close();
    expect(address).toBe('::ffff:127.0.0.1');
    expect(createClientKey(0)(address, undefined)).toBe('127.0.0.1');
  });
});

describe('X-Forwarded-For through trusted hops, peer 10.0.0.1', () => {
  test.each<[string | undefined, number, string]>([
    ['203.0.113.7', 0, '10.0.0.1'],
    [undefined, 1, '10.0.0.1'],
    ['203.0.113.7', 1, '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', 1, '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', 2, '198.51.100.1'],
    ['198.51.100.1,203.0.113.7', 2, '198.51.100.1'],
    ['198.51.100.1, 203.0.113.7', 3, '198.51.100.1'],
    ['spoofed, 198.51.100.1, 203.0.113.7', 2, '198.51.100.1'],
    ['203.0.113.7:4711', 1, '203.0.113.7'],
    ['[2001:db8::1]:4711', 1, '2001:db8:0:0:0:0:0:0/64'],
    ['2001:db8::1', 1, '2001:db8:0:0:0:0:0:0/64'],
    ['::ffff:203.0.113.7', 1, '203.0.113.7'],
    ['198.51.100.1, unknown', 2, '10.0.0.1'],
    ['_hidden, 203.0.113.7', 2, '203.0.113.7'],
    ['', 1, '10.0.0.1'],
    [',', 1, '10.0.0.1'],
    [', 203.0.113.7', 2, '203.0.113.7'],
    ['999.1.1.1', 1, '10.0.0.1'],
    ['__proto__', 1, '10.0.0.1'],
  ])('%s, %i hops → %s', (forwardedFor, trustedHops, key) =>
    expect(createClientKey(trustedHops)('10.0.0.1', forwardedFor)).toBe(key),
  );

  test('a list of 5,000', () => {
    const key = createClientKey(1);
    expect(key('10.0.0.1', `${'1.2.3.4,'.repeat(5000)}203.0.113.7`)).toBe('203.0.113.7');
  });
});
