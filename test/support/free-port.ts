import { createServer } from 'node:net';

/**
 * Finds a port without a listener, at 127.0.0.1 or where `localhost` resolves to. It is below the ephemeral range (from
 * 32768), so no connection and no server on port 0 can take it before the test does; each test process starts at another
 * hundred.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    next = next < 31_999 ? next + 1 : 10_000;
    const port = next;
    if (await isFree(port, host)) return port;
  }
}

let next = 10_000 + (process.pid % 219) * 100;

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer()
      .once('error', () => done(false))
      .listen(port, host, () => server.close(() => done(true)));
  });
