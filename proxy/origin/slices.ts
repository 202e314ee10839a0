import { setImmediate as turn } from 'node:timers/promises';

/** Runs a generator to its end, with a turn of the event loop at each yield; undefined if it was stopped. */
export async function inSlices<T>(work: Generator<undefined, T>, stop: () => boolean): Promise<T | undefined> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    await turn();
    if (stop()) return void work.return(undefined as T);
  }
}

/** Runs it synchronously. */
export function runAtOnce<T>(work: Generator<undefined, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
