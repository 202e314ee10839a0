/**
 * Does work in which promises may fail before anyone looks at them, as Eleventy's copying of files does while templates
 * are rendered. Node would end the process at once; here such a failure counts when the work is done and it was not
 * looked at by then.
 *
 * @throws what the work throws, else the first failure that nobody looked at
 */
export async function withLateRejections<T>(work: () => Promise<T>): Promise<T> {
  const open = new Map<Promise<unknown>, unknown>();
  const note = (reason: unknown, promise: Promise<unknown>): void => void open.set(promise, reason);
  const forget = (promise: Promise<unknown>): void => void open.delete(promise);
  process.on('unhandledRejection', note).on('rejectionHandled', forget);
  process.off('unhandledRejection', ignore).off('rejectionHandled', ignore);
  try {
    const result = await work();
    // What was rejected in the last turn is told in the next.
    await new Promise((next) => setImmediate(next));
    for (const reason of open.values()) throw reason;
    return result;
  } catch (error) {
    // What was under way fails in its wake: nobody needs to hear of it, and the process has to put things in order.
    process.on('unhandledRejection', ignore).on('rejectionHandled', ignore);
    throw error;
  } finally {
    process.off('unhandledRejection', note).off('rejectionHandled', forget);
  }
}

function ignore(): void {}
