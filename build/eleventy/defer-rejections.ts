/**
 * Runs `work` with unhandled rejections deferred: Eleventy's passthrough copy may reject before anything awaits it, and
 * Node would end the process.
 *
 * @throws the error of `work`, otherwise the first rejection that is still unhandled
 */
export async function deferRejections<T>(work: () => Promise<T>): Promise<T> {
  const open = new Map<Promise<unknown>, unknown>();
  const note = (reason: unknown, promise: Promise<unknown>): void => void open.set(promise, reason);
  const forget = (promise: Promise<unknown>): void => void open.delete(promise);
  process.on('unhandledRejection', note).on('rejectionHandled', forget);
  try {
    // Node reports the rejections of a turn after it.
    const result = await work().finally(() => new Promise((next) => setImmediate(next)));
    for (const reason of open.values()) throw reason;
    return result;
  } finally {
    process.off('unhandledRejection', note).off('rejectionHandled', forget);
  }
}
