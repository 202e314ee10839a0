import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hosts } from '../../build/hosts/index.ts';
import { dependentOnNames, describeCapabilities } from '../conformance/capabilities.ts';
import { unsupportedBy } from '../conformance/unsupported.ts';
import { ask } from '../proxy/fixtures/client.ts';
import { sharedFolder } from '../support/cli.ts';
import { generateSite } from './generated-site.ts';
import { startExported, startTogether } from './server.ts';

/* Sites with unusual names, which are part of variables, patterns and fields of the servers. */

const folder = sharedFolder();

const urls = [
  'http://203.0.113.7',
  'https://37signals.com:8443',
  `https://${'a-very-long-name-of-a-host'.padEnd(52, 'x')}.example`,
  'https://xn--mnchen-3ya.example/2/%24%7BHOME%7D',
  'http://[2001:db8::1]:8080',
];
const dists: string[] = [];

for (const [at, url] of urls.entries()) {
  const work = join(folder, String(at));
  mkdirSync(work);
  const dist = await generateSite(work, { url, pages: 10, moved: 3 });
  dists.push(dist);
  for (const name of ['nginx', 'caddy', 'apache'] as const) {
    const server = await startExported(name, dist);
    afterAll(() => server.close());
    describeCapabilities({
      name: `${url}: ${hosts[name].title}`,
      base: server.url,
      dist,
      unsupported: unsupportedBy(name),
      only: dependentOnNames,
    });
  }
}

describe('all of them in one nginx', async () => {
  // The long name is first, because only the first export has the sizes of the tables.
  const order = [2, 0, 1, 3, 4];
  const server = await startTogether(order.map((at) => dists[at]!));
  afterAll(() => server.close());
  it.each(urls)('%s', async (url) => {
    const { host, pathname } = new URL(`${url}/guides/`);
    const { status, headers } = await ask(server.port, pathname, { host, accept: 'text/markdown' });
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(headers.link).toContain(`<${url}/guides/>; rel="canonical"`);
  });
});
