// The load generator of the serving benches: wrk, one thread on the second core.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const milliseconds = { us: 0.001, ms: 1, s: 1000 };

/**
 * Runs wrk against a URL for some seconds.
 *
 * @returns answers per second (`rate`), their number, and a function that gives the latency in ms of a percentile (`50%`, `99%`)
 */
export async function wrk(url, { connections, seconds, headers = {} }) {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...fields, url];
  const { stdout: report } = await run('taskset', ['-c', '1', 'wrk', ...load]);
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(report)[1]),
    requests: Number(/(\d+) requests in/.exec(report)[1]),
    below(share) {
      const [, latency, unit] = new RegExp(`${share}\\s+([\\d.]+)(us|ms|s)`).exec(report);
      return Number(latency) * milliseconds[unit];
    },
  };
}
