import type { Socket } from 'node:net';

/**
 * Makes a function that says how many octets went over a connection since it was last asked about it: what one answer
 * cost, head included, when it is asked after each, for the answers of a connection follow one another.
 */
export function createByteCounter(): (socket: Socket) => number {
  const before = new WeakMap<Socket, number>();
  return (socket) => {
    const written = socket.bytesWritten;
    const bytes = written - (before.get(socket) ?? 0);
    before.set(socket, written);
    return bytes;
  };
}
