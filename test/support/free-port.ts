import { createServer } from 'node:net';

/**
 * Finds a port without a listener, at 127.0.0.1 or where `localhost` resolves to. It is below the ephemeral range (from
 * 32768), so no connection and no server on port 0 can take it before the test does; no other test process can, because each
 * has a hundred of its own.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    last = last.then(portAfter);
    const port = await last;
    if (await isFree(port, host)) return port;
  }
}

let last = Promise.resolve(9_999 + (process.pid % 219) * 100);

async function portAfter(port: number): Promise<number> {
  let next = port < 31_999 ? port + 1 : 10_000;
  if (next % 100 !== 0) return next;
  while (!(await holds(next))) next = next < 31_900 ? next + 100 : 10_000;
  return next + 1;
}

/** Listens at the first port of a hundred until the process ends; false if another process does. */
const holds = (port: number): Promise<boolean> =>
  new Promise((done) => {
    createServer()
      .once('error', () => done(false))
      .listen(port, '127.0.0.1', () => done(true))
      .unref();
  });

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer()
      .once('error', () => done(false))
      .listen(port, host, () => server.close(() => done(true)));
  });
