import { afterAll, inject } from 'vitest';
import { hosts } from '../../build/hosts/index.ts';
import { describeCapabilities } from '../conformance/capabilities.ts';
import { startExported, startHtaccess, unsupportedBy } from './server.ts';

/* All capabilities, tested with real servers that run exported configurations. */

const { dist } = inject('service');

for (const name of ['nginx', 'caddy', 'apache'] as const) {
  const server = await startExported(name, dist);
  afterAll(() => server.close());
  describeCapabilities({ name: hosts[name].title, base: server.url, dist, unsupported: unsupportedBy(name) });
}

const shared = await startHtaccess(dist);
afterAll(() => shared.close());
// The server itself refuses malformed requests, before it reads .htaccess.
describeCapabilities({ name: '.htaccess', base: shared.url, dist, unsupported: [...unsupportedBy('apache'), 'malformed'] });
