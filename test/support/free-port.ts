import { createServer } from 'node:net';

/**
 * A port of this machine that nothing listens on: of 127.0.0.1, and of ::1 where `localhost` is that. It lies below those that the
 * system hands out by itself (32768 and up), so no connection and no server on port 0 can take it before its server starts; each
 * process of a run begins at another hundred.
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
