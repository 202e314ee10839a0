/** The members of a stream that progress needs. */
export interface Terminal {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** A line on the terminal that long work rewrites, after its first second. Silent if the stream is not a terminal. */
export function createProgress(terminal: Terminal): { show(what: string, done: number, all?: number): void; clear(): void } {
  const began = performance.now();
  let last = 0;
  let shown = false;
  return {
    show(what, done, all) {
      const now = performance.now();
      if (!terminal.isTTY || now - began < 1_000 || (now - last < 100 && done !== all)) return;
      last = now;
      shown = true;
      terminal.write(`\r\u001B[2K${what}: ${[done, all].flatMap((number) => number?.toLocaleString('en') ?? []).join(' of ')}`);
    },
    clear() {
      if (shown) terminal.write('\r\u001B[2K');
      shown = false;
    },
  };
}
