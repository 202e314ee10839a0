import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { redirectLimits } from '../../build/contract/redirects.ts';
import { createProxy } from '../../proxy/index.ts';
import { type Answer, startProxy } from './fixtures/client.ts';
import { spellings } from './fixtures/requests.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'diptych-'));
  writeFileSync(join(dir, 'index.html'), '<h1>Home</h1>');
});
afterEach(() => rmSync(dir, { recursive: true }));

/** The answer of a proxy on a site with these rules. */
async function asked(rules: string, path: string): Promise<Answer> {
  const proxy = await startProxy({ files: { _redirects: `${rules}\n` } });
  return proxy.get(path).finally(() => proxy.stop());
}

const rules = (count: number): string => Array.from({ length: count }, (_, i) => `/old-${i} /`).join('\n');
/** Blanks, comments and words, each of the maximal length. */
const fill = (text: string): string => text.repeat(redirectLimits.bytes / text.length - 100);

test.each<[what: string, text: () => string, fault: string]>([
  ['one byte over the limit', () => `${'#'.repeat(redirectLimits.bytes)}\n`, `longer than ${redirectLimits.bytes} bytes`],
  ['one rule over the limit', () => rules(redirectLimits.rules + 1), `more than ${redirectLimits.rules} rules`],
])('%s of _redirects: the proxy does not start, and says why', async (_what, text, fault) => {
  writeFileSync(join(dir, '_redirects'), text());
  const { ready } = createProxy({ dir, watch: false });
  await expect(ready).rejects.toThrow(`cannot serve ${dir}: _redirects`);
  await expect(ready).rejects.toThrow(fault);
});

// With quadratic time per line, these would not end within the timeout.
test.each<[what: string, text: () => string]>([
  ['as many rules as allowed', () => rules(redirectLimits.rules - 1)],
  ['comments in one line that ends in CR', () => `${fill(' #')}\r`],
  ['blanks in one line', () => `/x${fill(' ')}\r`],
  ['slashes in one word', () => fill('/:')],
  ['carriage returns', () => fill('\r')],
])('%s: read, with the rule that follows', async (_what, text) => {
  const got = await asked(`${text()}\n/last /pricing`, '/last');
  expect([got.status, got.headers.location]).toEqual([301, '/pricing']);
});

test('in a later build: the previous build stays, and health reports it', async () => {
  const proxy = createProxy({ dir, watch: false });
  await proxy.ready;
  writeFileSync(join(dir, '_redirects'), rules(redirectLimits.rules + 1));
  await proxy.reload();
  expect([proxy.origin.status, proxy.origin.find('/')?.kind]).toEqual(['degraded', 'page']);
  await proxy.close();
});

test.each([...spellings, ['/%7bpath%7D.md', '/{path} /pricing', '/pricing.md']])('%s by %j: %s', async (path, rule, location) => {
  const got = await asked(rule!, path!);
  expect([got.status, got.headers.location]).toEqual([301, location]);
});

test.each([
  ['/for-some /pricing 302 Country=de', 404],
  ['/for-some /pricing Language=de', 404],
  ['/for-some /pricing 302', 302],
  ['/for-some /pricing 302!', 302],
])('%s: %i, for all visitors or for none', async (rule, status) => {
  expect((await asked(rule, '/for-some')).status).toBe(status);
});
