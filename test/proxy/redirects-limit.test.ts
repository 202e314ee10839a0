import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { redirectLimits } from '../../build/contract/redirects.ts';
import { createProxy } from '../../proxy/index.ts';
import { proxyOfTest } from './fixtures/client.ts';
import { temporarySite } from './fixtures/site.ts';

/* The file _redirects: which rules are read, how a path finds its rule, and how many there may be. */

/** Paths of rules, the places that they lead to, and requests for them (RFC 3986 §6.2.2). */
test.each([
  ['/{path} /pricing', '/%7Bpath%7D', '/pricing'],
  ['/{path} /pricing', '/%7bpath%7d', '/pricing'],
  ['/{path} /pricing', '/{path}', '/pricing'],
  ['/{path} /pricing', '/%7bpath%7D.md', '/pricing.md'],
  ['/%7bpath%7D /pricing', '/{path}', '/pricing'],
  ['/a%2cb /pricing', '/a,b', '/pricing'],
  ['/a,b /pricing', '/a%2Cb', '/pricing'],
  ['/old /pricing', '/%6Fld', '/pricing'],
  ['/café /pricing', '/caf%c3%a9', '/pricing'],
  ['/what%3f /pricing', '/what%3F', '/pricing'],
  ['/old /café', '/old', '/caf%C3%A9'],
  // A rule is for all visitors or for none.
  ['/for-some /pricing 302 Country=de', '/for-some', undefined],
  ['/for-some /pricing Language=de', '/for-some', undefined],
  ['/for-all /pricing 302!', '/for-all', '/pricing'],
])('%s: %s leads to %s', async (rule, path, location) => {
  const proxy = await proxyOfTest({ files: { _redirects: `${rule}\n` } });
  const { status, headers } = await proxy.get(path);
  expect([status === 404, headers.location]).toEqual([location === undefined, location]);
});

const rules = (count: number): string => Array.from({ length: count }, (_, i) => `/old-${i} /`).join('\n');

test.each([
  ['one byte', `${'#'.repeat(redirectLimits.bytes)}\n`, `longer than ${redirectLimits.bytes} bytes`],
  ['one rule', rules(redirectLimits.rules + 1), `more than ${redirectLimits.rules} rules`],
])('%s over the limit: the proxy does not start, and says why', async (_what, text, fault) => {
  const { dir, remove } = temporarySite({ files: { _redirects: text } });
  onTestFinished(remove);
  await expect(createProxy({ dir, watch: false }).ready).rejects.toThrow(
    new RegExp(`^cannot serve ${dir}: _redirects.*${fault}`),
  );
});

test('too many in a later build: the previous build stays, and health reports it', async () => {
  const { dir, get, proxy } = await proxyOfTest({ manifest: false });
  writeFileSync(join(dir, '_redirects'), rules(redirectLimits.rules + 1));
  await proxy.reload();
  expect([proxy.origin.status, (await get('/old-prices')).status]).toEqual(['degraded', 301]);
});

describe('as much as is allowed is read, with the rule that follows', () => {
  /** Blanks, comments and words, each of the maximal length: in quadratic time per line, these would not end. */
  const fill = (text: string): string => text.repeat(redirectLimits.bytes / text.length - 100);
  test.each([
    ['rules', rules(redirectLimits.rules - 1)],
    ['comments in one line that ends in CR', `${fill(' #')}\r`],
    ['blanks in one line', `/x${fill(' ')}\r`],
    ['slashes in one word', fill('/:')],
    ['carriage returns', fill('\r')],
  ])('%s', async (_what, text) => {
    const proxy = await proxyOfTest({ files: { _redirects: `${text}\n/last /pricing\n` } });
    expect((await proxy.get('/last')).headers.location).toBe('/pricing');
  });
});
