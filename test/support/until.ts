import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds. @throws after 30 seconds */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('the condition did not hold within 30 seconds');
    await sleep(20);
  }
}
