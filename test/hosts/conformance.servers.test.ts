import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { hosts } from '../../build/hosts/index.ts';
import { describeCapabilities } from '../conformance/capabilities.ts';
import { unsupportedBy } from '../conformance/unsupported.ts';
import { runCli, sharedFolder } from '../support/cli.ts';
import { startApache, startExported } from './server.ts';

/* All capabilities, tested with real servers that run exported configurations. */

const { dist } = inject('service');

for (const name of ['nginx', 'caddy'] as const) {
  const server = await startExported(name, dist);
  afterAll(() => server.close());
  describeCapabilities({ name: hosts[name].title, base: server.url, dist, unsupported: unsupportedBy(name) });
}

// Apache needs a site with a public URL.
const folder = sharedFolder();
cpSync(join(dirname(dist), 'site'), join(folder, 'site'), { recursive: true });
const built = await runCli('build', ['build'], { cwd: folder, env: { SITE_URL: 'https://www.example.test' } });
if (built.code !== 0) throw new Error(built.stderr);
const publicDist = join(folder, 'dist');
for (const way of ['Include', 'AllowOverride All'] as const) {
  const server = await startApache(publicDist, way);
  afterAll(() => server.close());
  describeCapabilities({ name: `Apache: ${way}`, base: server.url, dist: publicDist, unsupported: unsupportedBy('apache') });
}
