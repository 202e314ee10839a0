import type { ResolvedProxyOptions } from '../options.ts';
import type { Origin } from './origin.ts';

/** A folder, held in memory. Throws {@link StartError} when there is nothing to serve. */
export function createDirectory(_options: ResolvedProxyOptions): Origin {
  throw new Error('not yet');
}
