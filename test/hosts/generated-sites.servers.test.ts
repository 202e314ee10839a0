import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { hosts } from '../../build/hosts/index.ts';
import { dependentOnNames, describeCapabilities } from '../conformance/capabilities.ts';
import { unsupportedBy } from '../conformance/unsupported.ts';
import { sharedFolder } from '../support/cli.ts';
import { generateSite } from './generated-site.ts';
import { startApache, startExported } from './server.ts';

/* Real servers for a large site, for sites below a path, and for sites with .html URLs; all capabilities for both of these. */

const folder = sharedFolder();
const servers = ['nginx', 'caddy', 'apache'] as const;
const sites = {
  'a site of 5,000 pages and 1,000 redirects': { url: 'https://large.example', pages: 5_000, moved: 1_000 },
  'a site below a path': { url: 'https://example.test/a%20b/docs', pages: 30, moved: 20 },
  'a site with html URLs': { url: 'https://html.example', pages: 30, moved: 20, htmlUrls: true },
  'a site with html URLs below a path': { url: 'https://example.test/a%20b/docs', pages: 30, moved: 20, htmlUrls: true },
};

for (const [at, [title, site]] of Object.entries(sites).entries()) {
  const work = join(folder, String(at));
  mkdirSync(work);
  const dist = await generateSite(work, site);
  const only = title === 'a site with html URLs below a path' ? undefined : dependentOnNames;
  for (const name of servers) {
    const server = await startExported(name, dist);
    afterAll(() => server.close());
    describeCapabilities({
      name: `${title}: ${hosts[name].title}`,
      base: server.url,
      dist,
      unsupported: unsupportedBy(name),
      only,
    });
  }
  const shared = await startApache(dist, 'AllowOverride All');
  afterAll(() => shared.close());
  describeCapabilities({ name: `${title}: .htaccess`, base: shared.url, dist, unsupported: unsupportedBy('apache'), only });
}
