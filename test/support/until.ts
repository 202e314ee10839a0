import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a state. @throws if it does not come in half a minute */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('it did not come');
    await sleep(20);
  }
}
