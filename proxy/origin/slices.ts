import { setImmediate as turn } from 'node:timers/promises';

/** Runs work that yields between its slices to its end, while the event loop turns; undefined when it was stopped. */
export async function inSlices<T>(work: Generator<undefined, T>, stop: () => boolean): Promise<T | undefined> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    await turn();
    if (stop()) return void work.return(undefined as T);
  }
}

/** The same at once. */
export function runAtOnce<T>(work: Generator<undefined, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
