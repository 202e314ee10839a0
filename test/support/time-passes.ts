import { onTestFinished, vi } from 'vitest';

/** Stops the clock of timers until the test ends. Sockets and files keep their own time. @returns lets milliseconds pass */
export function timePasses(): (milliseconds: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (milliseconds) => vi.advanceTimersByTimeAsync(milliseconds);
}
