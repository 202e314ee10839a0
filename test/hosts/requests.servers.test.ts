import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ask } from '../proxy/fixtures/client.ts';
import { writeSite } from '../proxy/fixtures/site.ts';
import { sharedFolder } from '../support/cli.ts';
import { startApache, startExported } from './server.ts';

/* Requests that a server refuses itself, before or after it applies its configuration. */

const folder = sharedFolder();
const dist = join(folder, 'dist');
const files = { 'objects.inv': 'of Sphinx', 'script/server': '#!/bin/sh', 'LICENSE.TXT': 'Free' };
writeSite(dist, { rateLimit: { limit: 7, window: 60 }, files });
writeFileSync(join(folder, '.htaccess'), 'Not a directive\n');

const servers = {
  nginx: () => startExported('nginx', dist),
  caddy: () => startExported('caddy', dist),
  apache: () => startExported('apache', dist),
  '.htaccess': () => startApache(dist, 'AllowOverride All'),
} as const;

for (const [name, start] of Object.entries(servers)) {
  const { port, close } = await start();
  afterAll(close);
  describe(name, () => {
    it.each(['/pricing', '/pricing.md', '/assets/site.css'])(
      'a part beyond the end of %s: each field has one value',
      async (path) => {
        const { status, headers } = await ask(port, path, { range: 'bytes=99999999-' });
        expect([status, headers['ratelimit-limit'], headers['ratelimit-policy']]).toEqual([416, '7', '7;w=60']);
        for (const [field, value] of [
          ['x-content-type-options', 'nosniff'],
          ['access-control-allow-origin', '*'],
          ['strict-transport-security', 'max-age=31536000'],
        ] as const)
          expect([field, headers[field]]).toEqual([field, value]);
        // Caddy supports nothing else, and reports it as unsupported.
        if (name !== 'caddy') expect(headers['cache-control']).toMatch(/no-store$/);
      },
    );

    it.each([
      ['/objects.inv', 'application/octet-stream'],
      ['/script/server', 'application/octet-stream'],
      ['/LICENSE.TXT', 'text/plain; charset=utf-8'],
    ])('the type of %s is %s', async (path, type) => {
      const { status, headers } = await ask(port, path);
      expect([status, headers['content-type']]).toEqual([200, type]);
    });

    it('an .htaccess above the folder is not read', async () => {
      expect((await ask(port, '/pricing')).status).toBe(200);
    });

    it('no type without content', async () => {
      const { status, headers } = await ask(port, '/pricing', {}, 'OPTIONS');
      expect([status, headers['content-type']]).toEqual([204, undefined]);
    });

    it.each(['a'.repeat(9_000), 'a/'.repeat(4_500), `pricing?${'a'.repeat(9_000)}`])(
      '414 for a long URL: /%.12s',
      async (path) => {
        const { status, headers } = await ask(port, `/${path}`);
        expect(status).toBe(414);
        // Apache answers before it reads the rules.
        if (name !== '.htaccess' && name !== 'apache') expect(headers['content-type']).toBe('application/problem+json');
      },
    );
  });
}
