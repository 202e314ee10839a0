import { afterAll, inject } from 'vitest';
import { hosts } from '../../build/hosts/index.ts';
import { describeCapabilities } from '../conformance/capabilities.ts';
import { startExported, startHtaccess, unsupportedBy } from './server.ts';

/* Every promise, asked of real servers that were started with what `diptych export` wrote. */

const { dist } = inject('service');

for (const name of ['nginx', 'caddy', 'apache'] as const) {
  const server = await startExported(name, dist);
  afterAll(() => server.close());
  describeCapabilities({ name: hosts[name].title, base: server.url, dist, unsupported: unsupportedBy(name) });
}

const shared = await startHtaccess(dist);
afterAll(() => shared.close());
// What is refused before a folder is entered is refused by the server.
describeCapabilities({ name: '.htaccess', base: shared.url, dist, unsupported: [...unsupportedBy('apache'), 'malformed'] });
