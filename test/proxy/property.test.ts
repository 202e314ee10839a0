import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownMethods } from '../../proxy/answers/methods.ts';
import type { Answer, RunningProxy } from './fixtures/client.ts';
import { startProxy } from './fixtures/client.ts';
import { keepsPromises } from './fixtures/promises.ts';
import { filesOf } from './fixtures/site.ts';

/* Whatever is asked, the promises hold: 20,000 generated requests on kept connections. */

const runs = 20_000;
/** Names what may come back nowhere. */
const canary = 'canary.example';

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

const pieces = [
  ...[
    'pricing',
    'docs',
    'install',
    'index',
    'auth',
    'developers',
    'llms',
    'problems',
    'not-found',
    'assets',
    'site',
    'hidden',
    'caf%C3%A9%20menu',
  ],
  ...[
    '.md',
    '.html',
    '.txt',
    '.xml',
    '.br',
    '.gz',
    '.json',
    '.well-known',
    'api-catalog',
    'openapi.json',
    'api',
    'v1',
    'health',
    'oauth',
    'token',
  ],
  ...[
    '..',
    '.',
    '%2e%2e',
    '%2f',
    '%5c',
    '%00',
    '%',
    '%zz',
    '%ff',
    '%25',
    '%20',
    ';',
    ':',
    '@',
    '&',
    '=',
    '+',
    '$',
    '~',
    "'",
    '(',
    ')',
    '*',
    '!',
    ',',
  ],
  ...[
    '/',
    '//',
    '\\',
    '<',
    '>',
    '"',
    '{',
    '}',
    '|',
    '^',
    '`',
    '#',
    '?',
    '[',
    ']',
    canary,
    'etc',
    'passwd',
    '.git',
    '.env',
    '__proto__',
  ],
];
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...pieces) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);
const path = fc
  .array(fc.tuple(fc.constantFrom('/', '/', '/', '', '//'), piece), { maxLength: 6 })
  .map(
    (parts) =>
      `/${parts
        .map(([slash, text]) => slash + text)
        .join('')
        .replace(/^\/(?=[^/])/, '')}`,
  )
  // What node:http refuses to send is raw.test.ts's business.
  .map((text) => text.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character)));
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map((text) => `?${encodeURIComponent(text)}`) },
);
const form = fc.constantFrom('', '', '', '', `http://${canary}`, `HTTPS://${canary}:81`);
const real = fc.constantFrom(
  '/',
  '/pricing',
  '/pricing.md',
  '/docs/',
  '/docs',
  '/llms.txt',
  '/assets/site.css',
  '/api/v1/health',
  '/oauth/token',
);
const target = fc
  .tuple(form, fc.oneof({ weight: 3, arbitrary: path }, { weight: 2, arbitrary: real }), query)
  .map(([prefix, p, q]) => prefix + p + q);

const token = fc.constantFrom(
  'text/html',
  'text/markdown',
  'text/*',
  '*/*',
  'application/json',
  'text/plain',
  'text/markdown;charset=utf-8',
  'garbage',
  '',
);
const weight = fc.constantFrom('', ';q=0', ';q=1', ';q=0.5', ';q=abc', ';q=0.001', ';level=1', ';q="0.1"');
const list = fc
  .array(
    fc.tuple(token, weight).map(([t, w]) => t + w),
    { maxLength: 4 },
  )
  .map((members) => members.join(', '));
const printable = fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\x20-\x7e]/g, '.'));
const fields = fc.record(
  {
    accept: fc.oneof(list, printable),
    'accept-encoding': fc.oneof(fc.constantFrom('br', 'gzip', 'identity;q=0', 'br;q=0.1, gzip', '*', 'zstd'), printable),
    'if-none-match': fc.oneof(fc.constantFrom('*', '"x"', 'W/"x"', '"x", "y"', '"'), printable),
    'if-match': fc.oneof(fc.constantFrom('*', '"x"'), printable),
    'if-modified-since': fc.constantFrom('Fri, 31 Dec 2099 00:00:00 GMT', 'yesterday', '0'),
    'if-range': fc.constantFrom('"x"', 'Fri, 31 Dec 2099 00:00:00 GMT'),
    range: fc.oneof(
      fc.constantFrom(
        'bytes=0-',
        'bytes=0-0',
        'bytes=-1',
        'bytes=99999-',
        'bytes=1-0',
        'bytes=0-1,2-3',
        'x=1-2',
        'bytes=0-18446744073709551616',
      ),
      printable,
    ),
    'cache-control': fc.constantFrom('no-cache', 'only-if-cached', 'no-store'),
    origin: fc.constantFrom(`https://${canary}`, 'null'),
    'access-control-request-method': fc.constantFrom('GET', 'POST', canary),
    'content-length': fc.constantFrom('0'),
    'content-type': fc.constantFrom('application/json', canary),
    cookie: fc.constant(`session=${canary}`),
    authorization: fc.constant(`Bearer ${canary}`),
    host: fc.constantFrom(canary, 'localhost', `${canary}:80`),
    'x-forwarded-for': fc.constantFrom(canary, '127.0.0.1, ::1', '203.0.113.7'),
    'x-forwarded-host': fc.constant(canary),
    'x-forwarded-proto': fc.constant(canary),
    'x-original-url': fc.constant(`/${canary}`),
    'user-agent': fc.constant(canary),
    referer: fc.constant(`https://${canary}/`),
    upgrade: fc.constantFrom('websocket', 'h2c'),
    expect: fc.constantFrom('100-continue', canary),
  },
  { requiredKeys: [] },
);
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('GET') },
  { weight: 2, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'POST') },
  { weight: 1, arbitrary: fc.constantFrom('PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'SEARCH', 'PURGE') },
);

function send(verb: string, url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = request({ port: proxy.port, host: '127.0.0.1', path: url, method: verb, headers, agent }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({ status: res.statusCode!, headers: res.headers as Record<string, string>, body, text: body.toString() });
      });
    });
    req.on('error', reject);
    // What came with 100 Continue would be a body; none is ever asked for.
    req.on('continue', () => reject(new Error('100 Continue')));
    req.end();
  });
}

const allowed = new Set([200, 204, 206, 301, 304, 400, 404, 405, 406, 412, 414, 416, 417, 501]);

test(`${runs} generated requests keep every promise`, { timeout: 120_000 }, async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(method, target, fields, async (verb, url, headers) => {
      const answer = await send(verb, url, headers as Record<string, string>);
      const { status } = answer;
      seen.set(status, (seen.get(status) ?? 0) + 1);
      expect(allowed.has(status), `status ${status}`).toBe(true);
      keepsPromises(answer, verb);
      if (verb === 'HEAD' || status === 304 || status === 204) expect(answer.body.length).toBe(0);
      if (!knownMethods.has(verb)) expect(status === 501 || status === 417).toBe(true);
      // Nothing that the site does not hold.
      if (status === 200 && verb === 'GET' && !answer.headers['content-type']?.startsWith('application/json'))
        expect(published.has(hashOf(answer.body))).toBe(true);
      // Nothing of what the client says of itself or of hosts; the path and the query are its own words.
      const said = JSON.stringify({ ...answer.headers, location: '' }) + answer.text.replace(/"instance":"[^"]*"/, '');
      expect(said).not.toContain(canary);
      if (!url.slice(url.startsWith('/') ? 0 : 8).includes(canary))
        expect(answer.text + (answer.headers.location ?? '')).not.toContain(canary);
    }),
    { numRuns: runs, seed: Number(process.env.FC_SEED ?? Date.now()), verbose: 1 },
  );
  // The generator reaches every corner: a change of it that does not would prove nothing.
  for (const status of [200, 204, 206, 301, 304, 400, 404, 405, 406, 412, 416, 417, 501])
    expect(seen.get(status) ?? 0, `answers of status ${status}`).toBeGreaterThan(3);
});
