import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownMethods } from '../../build/contract/requests.ts';
import { ask, type RunningProxy, startProxy } from './fixtures/client.ts';
import { checkInvariants } from './fixtures/invariants.ts';
import { canary, fields, method, targetOf } from './fixtures/requests.ts';
import { filesOf } from './fixtures/site.ts';

/*
 * The invariants of answers hold for random requests on kept-alive connections. The tests send the same few each time;
 * `npm run fuzz` sends many, with a new seed.
 */

const runs = Number(process.env.FC_REQUESTS ?? 300);
const seed = Number(process.env.FC_SEED ?? 1);

let proxy: RunningProxy;
let agent: Agent;
const published = new Set<string>();
beforeAll(async () => {
  proxy = await startProxy({}, { rateLimitLimit: 100_000_000 });
  agent = new Agent({ keepAlive: true, maxSockets: 16 });
  for (const content of filesOf().values()) published.add(hashOf(content));
});
afterAll(async () => {
  agent.destroy();
  await proxy.stop();
});

const hashOf = (content: Buffer): string => createHash('sha1').update(content).digest('base64');

const target = targetOf([
  '/',
  '/pricing',
  '/pricing.md',
  '/docs/',
  '/docs',
  '/llms.txt',
  '/assets/site.css',
  '/api/v1/health',
  '/oauth/token',
]);
const allowed = new Set([200, 204, 206, 301, 308, 304, 400, 404, 405, 406, 412, 414, 416, 417, 501]);

test(`${runs} random requests: all invariants hold`, { timeout: 600_000 + runs * 15 }, async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(method, target, fields, async (verb, url, headers) => {
      const answer = await ask(proxy.port, url, headers, verb, undefined, agent);
      const { status } = answer;
      seen.set(status, (seen.get(status) ?? 0) + 1);
      expect(allowed.has(status), `status ${status}`).toBe(true);
      checkInvariants(answer, verb);
      if (verb === 'HEAD' || status === 304 || status === 204) expect(answer.body.length).toBe(0);
      if (!knownMethods.has(verb)) expect(status === 501 || status === 417).toBe(true);
      // Only content of the site.
      if (status === 200 && verb === 'GET' && !answer.headers['content-type']?.startsWith('application/json'))
        expect(published.has(hashOf(answer.body))).toBe(true);
      // No field of the client is repeated; only path and query may be.
      const output = JSON.stringify({ ...answer.headers, location: '' }) + answer.text.replace(/"?instance"?: ?"[^"]*"/, '');
      expect(output).not.toContain(canary);
      if (!url.slice(url.startsWith('/') ? 0 : 8).includes(canary))
        expect(answer.text + (answer.headers.location ?? '')).not.toContain(canary);
    }),
    { numRuns: runs, seed, verbose: 1 },
  );
  // The generator must cover every case, if it makes enough requests.
  if (runs < 2_000) return;
  for (const status of [200, 204, 206, 301, 304, 400, 404, 405, 406, 412, 416, 417, 501])
    expect(seen.get(status) ?? 0, `answers of status ${status}`).toBeGreaterThan(0);
});
