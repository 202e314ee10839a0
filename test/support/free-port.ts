import { createServer } from 'node:net';

/** A port of this machine that nothing listens on: of 127.0.0.1, and of ::1 where `localhost` is that. */
export const freePort = (host = '127.0.0.1'): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, host, () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
