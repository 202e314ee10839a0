import { afterAll, inject } from 'vitest';
import { hosts } from '../../build/generators/hosts/index.ts';
import { describePromises } from '../conformance/promises.ts';
import { cannotOf, startExported } from './server.ts';

/* Every promise, asked of real servers that were started with what `diptych export` wrote. */

const { dist } = inject('service');

for (const name of ['nginx'] as const) {
  const server = await startExported(name, dist);
  afterAll(() => server.close());
  describePromises({ name: hosts[name].title, base: server.url, dist, cannot: cannotOf(name) });
}
