import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
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
  /** Waits until the terminal has said something after the last time that this was asked. */
  says(what: RegExp): Promise<string>;
  /** What an open page is told. */
  news(file: string): News;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface News {
  readonly heard: Record<string, unknown>[];
  /** The first message, heard or to come, that is as wanted. */
  next(wanted: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
}

const patience = 20_000;

/** `diptych dev` in a folder, on a free port, ended after the test. */
export async function startPreview(
  folder: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Preview> {
  const child = spawn(process.execPath, [cliOf('build'), 'dev', '--port', '0', ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  let text = '';
  let read = 0;
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const stop = async (signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  onTestFinished(async () => void (await stop()));

  const says = async (what: RegExp): Promise<string> => {
    const found = await poll(
      () => what.exec(text.slice(read)) ?? undefined,
      () => `the terminal never says ${what}; it said:\n${text}`,
    );
    read += found.index + found[0].length;
    return found[0];
  };
  const url = /http:\S+/.exec(await says(/will be at http:\S+/))![0];
  await says(/^Preview: |^Waiting for a change: |^The preview waits for a change/m);

  const get: Preview['get'] = async (path, headers = {}) => {
    const response = await fetch(url + path, { headers, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  return {
    url,
    process: child,
    text: () => text,
    says,
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
    news: (file) => listen(`${url}/.diptych/events?file=${encodeURIComponent(file)}`),
  };
}

async function poll<T>(ask: () => T | undefined | Promise<T | undefined>, otherwise: () => string): Promise<T> {
  const began = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() - began > patience) throw new Error(otherwise());
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Reads a stream of server-sent events. */
function listen(url: string): News {
  const heard: Record<string, unknown>[] = [];
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  void (async () => {
    const response = await fetch(url, { signal: abort.signal });
    let rest = '';
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      const events = (rest + part).split('\n\n');
      rest = events.pop()!;
      for (const event of events) if (event.startsWith('data: ')) heard.push(JSON.parse(event.slice(6)));
    }
  })().catch(() => {});
  return {
    heard,
    next: (wanted) =>
      poll(
        () => heard.find(wanted),
        () => `never heard; heard ${JSON.stringify(heard)}`,
      ),
  };
}
