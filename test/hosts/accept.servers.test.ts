import { cpSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { preferenceOf } from '../../proxy/http/negotiate.ts';
import { writeSite } from '../proxy/fixtures/site.ts';
import { agents } from '../support/agents.ts';
import { sharedFolder } from '../support/cli.ts';
import { startExported } from './server.ts';

/*
 * The same random Accept headers for every server and for the core. All must treat valid ones without repeated types alike; for
 * others the share of equal answers is known, and a server that differs must send HTML.
 */

const folder = sharedFolder();
writeSite(join(folder, 'dist'));

const types = [
  'text/markdown',
  'text/html',
  'text/*',
  '*/*',
  'text/plain',
  'application/json',
  'application/xhtml+xml',
  'image/avif',
];
const anyCase = (text: string) =>
  fc.boolean().map((upper) => (upper ? text.replace(/[a-z]+/, (word) => word[0]!.toUpperCase() + word.slice(1)) : text));
const weight = fc.oneof(
  fc.constantFrom('0', '1', '0.', '1.', '0.0', '1.0', '0.5', '1.000', '0.001', '0.999'),
  fc.integer({ min: 0, max: 999 }).map((digits) => `0.${String(digits).padStart(3, '0')}`),
  fc.integer({ min: 0, max: 99 }).map((digits) => `0.${String(digits).padStart(2, '0')}`),
);
const space = fc.constantFrom('', '', ' ', '\t');
const parameter = fc.constantFrom('charset=utf-8', 'variant=GFM', 'level=1', 'a="x, y;q=0"', 'quality=1', 'Q2=0', 'v=b3');
/** Names of a type: Markdown has that before RFC 7763, too. */
const namesOf = (type: string) => fc.constantFrom(type, type.replace('/markdown', '/x-markdown')).chain(anyCase);
const member = (type: string, nameOf = anyCase) =>
  fc
    .tuple(
      nameOf(type),
      fc.array(parameter, { maxLength: type.includes('*') ? 0 : 2 }),
      fc.option(weight),
      space,
      fc.constantFrom('q', 'q', 'Q'),
    )
    .map(([name, parameters, quality, gap, q]) =>
      [name, ...parameters, ...(quality === null ? [] : [`${q}=${quality}`])].join(`${gap};${gap}`),
    );
const listOf = (members: fc.Arbitrary<string>[]) =>
  fc.tuple(...members, space).map((parts) => parts.slice(0, -1).join(`,${parts.at(-1)}`));

const valid = fc
  .shuffledSubarray(types, { minLength: 1, maxLength: 5 })
  .chain((some) => listOf(some.map((type) => member(type, namesOf))));
const repeated = fc
  .array(fc.constantFrom(...types), { minLength: 2, maxLength: 5 })
  .chain((some) => listOf([...some, some[0]!].map((type) => member(type))));
const broken = fc.constantFrom(
  'text/markdown;q=2',
  'text/html;q=abc',
  'text/markdown;q=0.1234',
  'text',
  ';q=1',
  '',
  'text/markdown;q=',
  '*/*;level=1',
  'text/html;a="open',
  '/',
);
const malformed = fc
  .tuple(valid, broken, fc.boolean())
  .map(([rest, odd, first]) => (first ? `${odd}, ${rest}` : `${rest}, ${odd}`));

const headers = (kind: fc.Arbitrary<string>, count: number): string[] => fc.sample(kind, { numRuns: count, seed: 1 });
const sets = {
  frequent: Object.values(agents),
  valid: headers(valid, 94_000),
  repeated: headers(repeated, 3_000),
  malformed: headers(malformed, 3_000),
};

const sent: Readonly<Record<string, string>> = {
  'text/html; charset=utf-8': 'html',
  'text/markdown; charset=utf-8': 'markdown',
  'text/plain; charset=utf-8': 'text',
};

/** The media types of the answers to headers, requested concurrently on kept-alive connections. */
async function answersOf(port: number, accepts: readonly string[]): Promise<(string | undefined)[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const ask = (accept: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path: '/pricing', method: 'HEAD', agent, headers: { accept } };
      const req = request(options, (res) => {
        res.resume();
        res.on('end', () =>
          resolve(res.statusCode === 406 ? undefined : (sent[res.headers['content-type'] ?? ''] ?? `${res.statusCode}`)),
        );
      });
      req.on('error', reject).end();
    });
  const answers: (string | undefined)[] = [];
  for (let at = 0; at < accepts.length; at += 200) answers.push(...(await Promise.all(accepts.slice(at, at + 200).map(ask))));
  agent.destroy();
  return answers;
}

/** Measured shares, equal for all servers, rounded down: headers that patterns cannot parse reliably get HTML. */
const least = { repeated: 0.8, malformed: 0.65 };

for (const name of ['nginx', 'caddy', 'apache'] as const) {
  const dist = join(folder, name, 'dist');
  cpSync(join(folder, 'dist'), dist, { recursive: true });
  const server = await startExported(name, dist);
  afterAll(() => server.close());

  describe(`100,000 Accept headers, ${name} and the core`, () => {
    it.each(Object.keys(sets) as (keyof typeof sets)[])('%s', { timeout: 300_000 }, async (kind) => {
      const accepts = sets[kind];
      const answers = await answersOf(server.port, accepts);
      const differing = accepts.flatMap((accept, at) => {
        const wanted = preferenceOf(accept).variant;
        return answers[at] === wanted ? [] : [{ accept, wanted, got: answers[at] }];
      });
      const share = 1 - differing.length / accepts.length;
      if (kind === 'valid' || kind === 'frequent') return void expect(differing.slice(0, 10)).toEqual([]);
      expect(share).toBeGreaterThanOrEqual(least[kind]);
      expect(differing.filter(({ got }) => got !== 'html').slice(0, 10)).toEqual([]);
    });
  });
}
