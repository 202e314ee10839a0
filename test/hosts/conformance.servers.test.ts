import { afterAll, inject } from 'vitest';
import { hosts } from '../../build/hosts/index.ts';
import { describePromises } from '../conformance/promises.ts';
import { cannotOf, startExported, startHtaccess } from './server.ts';

/* Every promise, asked of real servers that were started with what `diptych export` wrote. */

const { dist } = inject('service');

for (const name of ['nginx', 'caddy', 'apache'] as const) {
  const server = await startExported(name, dist);
  afterAll(() => server.close());
  describePromises({ name: hosts[name].title, base: server.url, dist, cannot: cannotOf(name) });
}

const shared = await startHtaccess(dist);
afterAll(() => shared.close());
// What is refused before a folder is entered is refused by the server.
describePromises({ name: '.htaccess', base: shared.url, dist, cannot: [...cannotOf('apache'), 'malformed'] });
