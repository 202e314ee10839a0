import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { hosts } from '../../build/generators/hosts/index.ts';
import { describePromises } from '../conformance/promises.ts';
import { generateSite } from './generated-site.ts';
import { cannotOf, startExported, startHtaccess } from './server.ts';

/* Every promise, asked of real servers for sites of every kind of name: it stands in names of variables, patterns and fields. */

const folder = mkdtempSync(join(tmpdir(), 'diptych-names-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const urls = [
  'http://203.0.113.7',
  'http://[2001:db8::1]',
  'https://37signals.com',
  `https://${'a-very-long-name-of-a-host'.padEnd(52, 'x')}.example`,
  'https://example.test:8443',
  'https://xn--mnchen-3ya.example',
  'https://1.example:8443/2/%24%7BHOME%7D',
];

for (const [at, url] of urls.entries()) {
  const work = join(folder, String(at));
  mkdirSync(work);
  const dist = await generateSite(work, { url, pages: 10, moved: 3 });
  for (const name of ['nginx', 'caddy', 'apache'] as const) {
    const server = await startExported(name, dist);
    afterAll(() => server.close());
    describePromises({ name: `${url}: ${hosts[name].title}`, base: server.url, dist, cannot: cannotOf(name) });
  }
  const shared = await startHtaccess(dist, decodeURIComponent(new URL(url).pathname.slice(1)));
  afterAll(() => shared.close());
  describePromises({ name: `${url}: .htaccess`, base: shared.url, dist, cannot: [...cannotOf('apache'), 'malformed'] });
}
