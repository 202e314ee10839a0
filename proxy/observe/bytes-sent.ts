import type { Socket } from 'node:net';

/**
 * Makes a function that returns the bytes written to a connection since its last call: after each answer, the size of that
 * answer with its head.
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
