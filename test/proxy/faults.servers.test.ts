import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersIn, ask, type RunningProxy, raw, startProxy } from './fixtures/client.ts';
import { type Command, serve } from './fixtures/command.ts';
import { checkInvariants } from './fixtures/invariants.ts';
import { temporarySite } from './fixtures/site.ts';

/* Faults of clients, files and the machine that the other tests of the proxy do not cover. */

const MiB = 1024 * 1024;
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function residentOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
}

/** Sends a head that never ends. @returns the answer */
function dripping(port: number, head: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    const drip = setInterval(() => socket.write('x'), 500);
    socket.on('data', (chunk) => (text += chunk)).on('error', () => {});
    socket.on('close', () => {
      clearInterval(drip);
      resolve(text);
    });
  });
}

describe('limits of the server', () => {
  let proxy: RunningProxy;
  beforeAll(async () => {
    proxy = await startProxy({ files: { 'large.bin': Buffer.alloc(24 * MiB, 'x') } }, { rateLimitLimit: 1_000_000 });
  });
  afterAll(() => proxy.stop());

  // Shorter for the tests; the server reads it for each connection.
  beforeAll(() => {
    proxy.server.timeout = 1_500;
  });

  test.concurrent('150 slow heads: 408 for each, and other requests are answered meanwhile', async () => {
    // One byte at a time: the timeout applies to the whole head.
    let ended = 0;
    const slow = Array.from({ length: 150 }, async () => {
      const stream = await dripping(proxy.port, 'GET /pricing HTTP/1.1\r\nHost: a\r\nX-Slow: ');
      ended++;
      return stream;
    });
    for (let i = 0; i < 100; i++) expect((await proxy.get('/pricing')).status).toBe(200);
    expect(ended).toBe(0);
    for (const stream of await Promise.all(slow)) {
      const answers = answersIn(stream);
      expect(answers.map(({ status }) => status)).toEqual([408]);
      checkInvariants(answers[0]!);
    }
  });

  test.concurrent('a client that sends nothing is disconnected', async () => {
    await once(connect(proxy.port, '127.0.0.1').resume(), 'close');
  });

  test('stalled readers of a large file are cut, and take no memory', { timeout: 40_000 }, async () => {
    const before = process.memoryUsage().rss;
    const sockets = Array.from({ length: 40 }, () => {
      const socket: Socket = connect(proxy.port, '127.0.0.1', () => socket.write('GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n'));
      socket.on('error', () => {});
      socket.pause();
      return socket;
    });
    await wait(1_000);
    expect((await proxy.get('/pricing')).status).toBe(200);
    // Buffered, each would take 24 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(240 * MiB);
    const open = (): Promise<number> => new Promise((resolve) => proxy.server.getConnections((_error, count) => resolve(count)));
    for (let i = 0; i < 100 && (await open()) > 1; i++) await wait(100);
    expect(await open()).toBeLessThanOrEqual(1);
    for (const socket of sockets) socket.destroy();
  });

  test('a slow reader is not cut', async () => {
    const socket = connect(proxy.port, '127.0.0.1', () => socket.write('GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n'));
    let read = 0;
    let pauses = 0;
    socket.on('data', (chunk) => {
      read += chunk.length;
      if (Math.floor(read / (3 * MiB)) === Math.floor((read - chunk.length) / (3 * MiB))) return;
      pauses++;
      socket.pause();
      setTimeout(() => socket.resume(), 400);
    });
    while (read < 24 * MiB && !socket.closed) await wait(20);
    expect(read).toBeGreaterThan(24 * MiB);
    // Longer in total than the stall timeout.
    expect(pauses * 400).toBeGreaterThan(2_500);
    socket.destroy();
  });

  test('garbage after the request of a download ends that connection only', async () => {
    const stream = await raw(proxy.port, 'GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\nNONSENSE\r\n\r\n', 3_000);
    const answers = answersIn(stream);
    expect(answers.map(({ status }) => status)).toEqual([200, 501]);
    expect(answers[0]!.body.length).toBe(24 * MiB);
    expect((await proxy.get('/pricing')).status).toBe(200);
  });
});

describe('a large file that is being sent', () => {
  const content = Buffer.alloc(24 * MiB, 'a');

  async function while_(change: (file: string) => void): Promise<Buffer> {
    const proxy = await startProxy({ files: { 'large.bin': content } });
    await proxy.get('/large.bin', { range: 'bytes=0-0' });
    const { body } = await fetch(`http://127.0.0.1:${proxy.port}/large.bin`);
    const reader = body!.getReader();
    const chunks: Uint8Array[] = [];
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      if (chunks.push(chunk.value) === 1) change(join(proxy.dir, 'large.bin'));
    }
    await proxy.stop();
    return Buffer.concat(chunks);
  }

  test('and is removed: it arrives completely', async () => {
    expect((await while_((file) => rmSync(file))).equals(content)).toBe(true);
  });

  test('and is replaced by rename: the old one arrives completely', async () => {
    const sent = await while_((file) => {
      writeFileSync(`${file}.new`, Buffer.alloc(24 * MiB, 'b'));
      renameSync(`${file}.new`, file);
    });
    expect(sent.equals(content)).toBe(true);
  });
});

describe('the command under bad traffic', () => {
  let site: ReturnType<typeof temporarySite>;
  let command: Command;
  beforeAll(async () => {
    site = temporarySite({ files: { 'large.css': 'x'.repeat(30_000) } });
    command = await serve([site.dir]);
  });
  afterAll(() => {
    command.child.kill('SIGKILL');
    site.remove();
  });

  test('300 connections with 1,500 pipelined requests each and no reader: below 250 MB, and others are answered', async () => {
    const request = 'GET /large.css HTTP/1.1\r\nHost: a\r\n\r\n';
    const sockets = Array.from({ length: 300 }, () => {
      const socket: Socket = connect(command.port, '127.0.0.1', () => socket.write(request.repeat(1_500)));
      return socket.on('error', () => {}).pause();
    });
    let most = 0;
    for (let i = 0; i < 60; i++) {
      await wait(100);
      most = Math.max(most, await residentOf(command.pid));
    }
    for (const socket of sockets) socket.destroy();
    expect(most).toBeLessThan(250 * MiB);
    expect((await ask(command.port, '/pricing')).status).toBe(200);
  });

  test('7,000 bad requests: all answered, bounded memory, the next good one answered', { timeout: 120_000 }, async () => {
    const bad = ['/%zz', '/nope', '/..%2f', '/%00', `/${'a'.repeat(500)}`, '//x', '/pricing?a=<script>', '/oauth/token'];
    const burst = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i += 50) {
        const requests = Array.from(
          { length: 50 },
          (_, j) => `GET ${bad[(i + j) % bad.length]}${j % 2 ? i + j : ''} HTTP/1.1\r\nHost: a\r\n\r\n`,
        );
        const answers = answersIn(await raw(command.port, `${requests.join('')}NONSENSE\r\n\r\n`, 5_000));
        expect(answers.length).toBe(51);
        for (const answer of answers) checkInvariants(answer);
      }
    };
    await burst(1_000);
    // Memory that grows with each burst is a leak; garbage not yet collected does not grow every time.
    const grown: number[] = [];
    for (let i = 0; i < 3; i++) {
      const before = await residentOf(command.pid);
      await burst(2_000);
      grown.push((await residentOf(command.pid)) - before);
    }
    expect(Math.min(...grown)).toBeLessThan(4 * MiB);
    expect((await ask(command.port, '/pricing')).status).toBe(200);
    expect(
      command
        .err()
        .split('\n')
        .filter((line) => /^error/.test(line)),
    ).toEqual([]);
  });
});

describe('the command without file descriptors to spare', () => {
  interface Client {
    readonly socket: Socket;
    text: string;
    closed: boolean;
  }

  function open(port: number): Client {
    const client: Client = { socket: connect(port, '127.0.0.1'), text: '', closed: false };
    client.socket.on('data', (chunk) => (client.text += chunk));
    client.socket.on('close', () => (client.closed = true));
    client.socket.on('error', () => {});
    return client;
  }

  /** Waits until a condition holds, at most five seconds. */
  async function seen(holds: () => boolean): Promise<boolean> {
    for (let i = 0; i < 250 && !holds(); i++) await wait(20);
    return holds();
  }

  async function answers(client: Client): Promise<boolean> {
    client.text = '';
    client.socket.write('GET /pricing HTTP/1.1\r\nHost: a\r\n\r\n');
    return seen(() => client.text.startsWith('HTTP/1.1 200 OK\r\n'));
  }

  test('200 connections under ulimit -n 150: accepted ones are answered, excess ones closed, later ones accepted', async () => {
    const site = temporarySite();
    const command = await serve([site.dir], { under: 'ulimit -n 150' });
    const clients: Client[] = [];
    try {
      const accepted = open(command.port);
      clients.push(accepted);
      expect(await answers(accepted)).toBe(true);
      for (let i = 0; i < 200; i++) clients.push(open(command.port));
      const cut = (): number => clients.filter(({ closed }) => closed).length;
      expect(await seen(() => cut() >= 51)).toBe(true);
      expect(cut()).toBeLessThan(150);
      expect(await answers(accepted)).toBe(true);
      for (const { socket } of clients.slice(1)) socket.destroy();
      expect(await seen(() => clients.slice(1).every(({ closed }) => closed))).toBe(true);
      let isAccepted = false;
      for (let i = 0; i < 20 && !isAccepted; i++) {
        const client = open(command.port);
        clients.push(client);
        isAccepted = (await seen(() => client.closed || !client.socket.connecting)) && !client.closed && (await answers(client));
      }
      expect(isAccepted).toBe(true);
      expect(await answers(accepted)).toBe(true);
      // The site was still loading.
      expect(command.err()).not.toMatch(/^error/m);
    } finally {
      for (const { socket } of clients) socket.destroy();
      command.child.kill('SIGKILL');
      site.remove();
    }
  });
});
