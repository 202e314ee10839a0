import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { cliOf } from '../support/package-folder.ts';

/** A preview that runs as its own process. */
export interface Preview {
  readonly url: string;
  readonly process: ChildProcess;
  /** All that it has said on the terminal. */
  text(): string;
  get(path: string, headers?: Record<string, string>): Promise<{ status: number; headers: Headers; text: string }>;
  /** Asks until the answer is as wanted, and gives it; fails with the last one. */
  until(path: string, wanted: (answer: { status: number; text: string }) => boolean): Promise<string>;
  /** Waits until the terminal has said something after the last time that this was asked, or that it was to forget. */
  says(what: RegExp): Promise<string>;
  /** Passes over what the terminal has said so far: what comes next belongs to the next test. */
  forget(): void;
  /** What an open page is told. */
  listen(): Promise<PageSocket>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface PageSocket {
  /** The first message, heard or to come, that is as wanted. */
  next(wanted: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  /** All that were heard so far. */
  all(): readonly Record<string, unknown>[];
}

const patience = 40_000;

/** `diptych dev` in a folder, on a free port; whoever starts it stops it. */
export const beginPreview = (folder: string, args: readonly string[] = [], env = {}): Promise<Preview> =>
  start(folder, [cliOf('build'), 'dev', '--port', '0', ...args], env, [
    /will be at (http:\S+)/,
    /^Preview: |^Waiting for a change: /m,
  ]);

/** Eleventy's own server in a folder, on a free port; whoever starts it stops it. */
export const beginEleventy = (folder: string, args: readonly string[] = []): Promise<Preview> =>
  start(folder, [resolve('node_modules/@11ty/eleventy/cmd.cjs'), '--serve', '--port', '0', ...args], {}, [
    /Server at (http:\S+)\//,
  ]);

/** As {@link beginPreview}, ended after the test. */
export const startPreview = (...given: Parameters<typeof beginPreview>): Promise<Preview> => endedAfter(beginPreview(...given));

/** As {@link beginEleventy}, ended after the test. */
export const startEleventy = (...given: Parameters<typeof beginEleventy>): Promise<Preview> =>
  endedAfter(beginEleventy(...given));

async function endedAfter(starting: Promise<Preview>): Promise<Preview> {
  const preview = await starting;
  onTestFinished(async () => void (await preview.stop()));
  return preview;
}

/** A preview for all tests of a group, of a folder that `write` fills. */
export function sharedPreview(
  write: (folder: string) => unknown,
  begin: (folder: string) => Promise<Preview> = beginPreview,
): { readonly folder: string; readonly preview: Preview } {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-preview-'));
  let preview: Preview | undefined;
  beforeAll(async () => {
    write(folder);
    preview = await begin(folder);
  });
  beforeEach(() => preview!.forget());
  afterAll(async () => {
    await preview?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    get preview() {
      return preview!;
    },
  };
}

/** @param signs what the process says when it is ready; the first holds the URL */
async function start(
  folder: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  [address, ...signs]: readonly [RegExp, ...RegExp[]],
): Promise<Preview> {
  const child = spawn(process.execPath, command, { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env } });
  let text = '';
  let read = 0;
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const stop = async (signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  const says = async (what: RegExp): Promise<string> => {
    const found = await poll(
      () => what.exec(text.slice(read)) ?? undefined,
      () => `the terminal never says ${what}; it said:\n${text}`,
    );
    read += found.index + found[0].length;
    return found[0];
  };
  let url: string;
  try {
    url = new URL(address.exec(await says(address))![1]!).origin;
    for (const sign of signs) await says(sign);
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }

  const get: Preview['get'] = async (path, headers = {}) => {
    const response = await fetch(url + path, { headers, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  return {
    url,
    process: child,
    text: () => text,
    says,
    forget() {
      read = text.length;
    },
    get,
    stop,
    async until(path, wanted) {
      let last: { status: number; text: string } | undefined;
      await poll(
        async () => {
          last = await get(path);
          return wanted(last) || undefined;
        },
        () => `${path} is never as wanted; last ${last?.status}:\n${last?.text}\nterminal:\n${text}`,
      );
      return last!.text;
    },
    listen: () => listen(url),
  };
}

async function poll<T>(ask: () => T | undefined | Promise<T | undefined>, otherwise: () => string): Promise<T> {
  const began = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() - began > patience) throw new Error(otherwise());
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Opens a WebSocket as a page does; `undefined` if it is refused. */
export function openSocket(url: string, headers: Record<string, string> = {}): Promise<Socket | undefined> {
  return new Promise((done) => {
    const handshake = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    const req = request(url, {
      headers: { ...handshake, 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==', ...headers },
      agent: false,
    });
    req.on('upgrade', (_res, socket) => {
      onTestFinished(() => void socket.destroy());
      done(socket as Socket);
    });
    req.on('error', () => done(undefined));
    req.on('response', () => done(undefined));
    req.end();
  });
}

async function listen(url: string): Promise<PageSocket> {
  const socket = await openSocket(url, { Origin: url });
  if (!socket) throw new Error('the page is refused');
  const heard: Record<string, unknown>[] = [];
  let rest = Buffer.alloc(0);
  socket.on('data', (part: Buffer) => {
    rest = Buffer.concat([rest, part]);
    // Text frames of a server, not masked (RFC 6455 §5.2).
    for (let frame = frameOf(rest); frame; frame = frameOf(rest)) {
      if (frame.text.startsWith('{')) heard.push(JSON.parse(frame.text));
      rest = rest.subarray(frame.end);
    }
  });
  return {
    all: () => heard,
    next: (wanted) =>
      poll(
        () => heard.find(wanted),
        () => `never heard; heard ${JSON.stringify(heard)}`,
      ),
  };
}

function frameOf(bytes: Buffer): { text: string; end: number } | undefined {
  if (bytes.length < 4) return undefined;
  const short = bytes[1]! & 127;
  const [start, length] = short < 126 ? [2, short] : [4, bytes.readUInt16BE(2)];
  const end = start + length;
  return bytes.length < end ? undefined : { text: bytes.subarray(start, end).toString(), end };
}
