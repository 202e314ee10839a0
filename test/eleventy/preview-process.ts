import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { eleventyCommand, sharedFolder } from '../support/cli.ts';
import { cliOf } from '../support/package-folder.ts';

/** A preview in its own process. */
export interface Preview {
  readonly url: string;
  readonly process: ChildProcess;
  /** All its output. */
  text(): string;
  get(path: string, headers?: Record<string, string>): Promise<{ status: number; headers: Headers; text: string }>;
  /** Requests a path until the answer matches. @returns its text @throws with the last answer */
  until(path: string, wanted: (answer: { status: number; text: string }) => boolean): Promise<string>;
  /** Waits for a match in the output after the last match or `forget`. @returns the match */
  says(what: RegExp): Promise<string>;
  /** Skips the output so far, so that the next test does not match it. */
  forget(): void;
  /** Opens the WebSocket of an open page. */
  listen(): Promise<PageSocket>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface PageSocket {
  /** Waits for the first matching message, received ones included. */
  next(wanted: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  /** All messages so far. */
  all(): readonly Record<string, unknown>[];
}

const patience = 40_000;

/** Starts `diptych dev` in a folder on a free port. The caller stops it. */
export const beginPreview = (folder: string, args: readonly string[] = [], env = {}): Promise<Preview> =>
  start(folder, [cliOf('build'), 'dev', '--port', '0', ...args], env, [
    /will be at (http:\S+)/,
    /^Preview: |^Waiting for a change: /m,
  ]);

/** Starts Eleventy's server in a folder on a free port. The caller stops it. */
export const beginEleventy = (folder: string, args: readonly string[] = []): Promise<Preview> =>
  start(folder, [eleventyCommand, '--serve', '--port', '0', ...args], {}, [/Server at (http:\S+)\//]);

/** {@link beginPreview}, stopped after the test. */
export const startPreview = (...given: Parameters<typeof beginPreview>): Promise<Preview> => endedAfter(beginPreview(...given));

/** {@link beginEleventy}, stopped after the test. */
export const startEleventy = (...given: Parameters<typeof beginEleventy>): Promise<Preview> =>
  endedAfter(beginEleventy(...given));

async function endedAfter(starting: Promise<Preview>): Promise<Preview> {
  const preview = await starting;
  onTestFinished(async () => void (await preview.stop()));
  return preview;
}

/** A preview shared by the tests of a group, in a folder that `write` fills. */
export function sharedPreview(
  write: (folder: string) => unknown,
  begin: (folder: string) => Promise<Preview> = beginPreview,
): { readonly folder: string; readonly preview: Preview } {
  const folder = sharedFolder();
  let preview: Preview | undefined;
  beforeAll(async () => {
    write(folder);
    preview = await begin(folder);
  });
  beforeEach(() => preview!.forget());
  afterAll(() => preview?.stop());
  return {
    folder,
    get preview() {
      return preview!;
    },
  };
}

/** @param signs output of a ready process; the first one contains the URL */
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
      () => `the output lacks ${what}; it is:\n${text}`,
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

/** Opens a WebSocket like a page; `undefined` if refused. */
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
    // Text frames of a server are not masked (RFC 6455 §5.2).
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
