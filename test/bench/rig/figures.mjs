// What benches make of their measurements.
import { spawnSync } from 'node:child_process';

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
export const isInstalled = (command) => spawnSync('which', [command]).status === 0;

/**
 * Prints one figure beside its floor.
 *
 * @param bound `{ least }` or `{ most }`
 * @returns whether the floor holds; a figure that could not be had holds
 */
export function judge(what, found, { least, most }) {
  if (found === undefined || Number.isNaN(found)) return true;
  const holds = most === undefined ? found >= least : found <= most;
  const floor = most === undefined ? `at least ${least}` : `at most ${most}`;
  console.log(`${what.padEnd(56)}${found.toFixed(2).padStart(8)}   ${floor.padEnd(14)} ${holds ? 'held' : 'NOT HELD'}`);
  // Whatever else is printed, a floor that is missed ends the bench with 1.
  if (!holds) process.exitCode = 1;
  return holds;
}
