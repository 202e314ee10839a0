// Statistics and floors of the benches.
import { spawnSync } from 'node:child_process';

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
export const isInstalled = (command) => spawnSync('which', [command]).status === 0;

/**
 * Prints a measured figure and its floor; a missed floor ends the bench with code 1.
 *
 * @param floor `{ least }` or `{ most }`
 * @returns whether the floor holds; true if there is no figure
 */
export function checkFloor(name, figure, { least, most }) {
  if (figure === undefined || Number.isNaN(figure)) return true;
  const holds = most === undefined ? figure >= least : figure <= most;
  const floor = most === undefined ? `at least ${least}` : `at most ${most}`;
  console.log(`${name.padEnd(56)}${figure.toFixed(2).padStart(8)}   ${floor.padEnd(14)} ${holds ? 'held' : 'NOT HELD'}`);
  if (!holds) process.exitCode = 1;
  return holds;
}
