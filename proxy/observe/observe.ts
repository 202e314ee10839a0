import type { Socket } from 'node:net';
import type { Exchange, Observer } from '../exchange.ts';

/** Makes a function that announces a request to every observer, and its answer with the bytes written, head included. */
export function createObserve(observers: readonly Observer[]): (exchange: Exchange) => void {
  /** Bytes written to a connection until its last answer. */
  const before = new WeakMap<Socket, number>();
  if (observers.length === 0) return () => {};
  return (exchange) => {
    const { req, res } = exchange;
    const { socket } = req;
    const ends = observers.map((observer) => observer.begin(exchange));
    res.once('close', () => {
      const written = socket.bytesWritten;
      const bytes = written - (before.get(socket) ?? 0);
      before.set(socket, written);
      for (const end of ends) end(bytes);
    });
  };
}
