import { OriginFailure } from '../failure.ts';

/**
 * What the host's answers make of a promise, if that comes in time: one deadline for all that a request makes the proxy
 * ask, for each answer alone may take nearly as long as the client will wait.
 *
 * @param end moment of `performance.now()`
 * @param path for the log
 * @param late is given what comes afterwards
 * @throws {OriginFailure} (rejects with it) gatewayTimeout
 */
export function inTime<T>(promise: Promise<T>, end: number, path: string, late: (value: T) => void = () => {}): Promise<T> {
  return new Promise((resolve, reject) => {
    let over = false;
    const timer = setTimeout(() => {
      over = true;
      reject(new OriginFailure('gatewayTimeout', `${path}: the host did not answer in time`));
    }, end - performance.now());
    promise.then((value) => (over ? late(value) : resolve(value)), reject).finally(() => clearTimeout(timer));
  });
}
