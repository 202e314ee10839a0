import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTemplate } from '../../build/hosts/template.ts';

/* The Caddyfile as it lies in the package: with plain values in its places Caddy takes it. */

const plain: Readonly<Record<string, string>> = {
  SITE: 'site',
  PORT: '8080',
  ROOT: '/srv',
  TARGET_LIMIT: '8192',
  KNOWN_METHODS: 'GET HEAD OPTIONS POST',
  READ_METHODS: 'GET, HEAD, OPTIONS',
  DOCUMENTS: '\\.md$',
  CODED: '\\.css$',
  UNPUBLISHED: '_redirects',
  HEALTH: 'ok',
};

it('is valid without its tables', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'diptych-caddyfile-')), 'Caddyfile');
  const text = readTemplate('caddy/Caddyfile').replace(/^[ \t]*# @@\w+@@\n/gm, '');
  writeFileSync(
    file,
    text.replace(/@@(\w+)@@/g, (_, name: string) => plain[name] ?? ''),
  );
  expect(() => execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { stdio: 'pipe' })).not.toThrow();
});
