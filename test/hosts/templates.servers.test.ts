import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { readTemplate } from '../../build/hosts/template.ts';
import { sharedFolder } from '../support/cli.ts';

/* The configuration templates of the package are valid. */

const work = sharedFolder();
mkdirSync(join(work, 'logs'));

const checks = {
  nginx: (file: string) => ['nginx', '-t', '-q', '-c', file, '-p', work, '-e', join(work, 'error.log'), '-g', `pid ${work}/pid;`],
  caddy: (file: string) => ['caddy', 'validate', '--adapter', 'caddyfile', '--config', file],
  apache: (file: string) => ['apache2', '-t', '-f', file, '-c', `ErrorLog ${work}/error.log`],
};

/** Validates a configuration with its server. @throws {Error} with the output */
function check(server: keyof typeof checks, text: string): void {
  const file = join(work, server);
  writeFileSync(file, text);
  const [command, ...args] = checks[server](file) as [string, ...string[]];
  execFileSync(command, args, { stdio: 'pipe' });
}

/** Values for placeholders within a line; a line that is a placeholder is a comment. */
const texts: Readonly<Record<string, string>> = {
  PORT: '8123',
  SITE: 'site',
  ROOT: '/srv/site',
  FOLDER: '/srv/site',
  FOLDER_PATTERN: '/srv/site',
  METHODS: 'GET HEAD OPTIONS POST',
  MAP_BUCKET: '128',
  NAME_BUCKET: '64',
  TARGET_LIMIT: '8192',
  HOST: 'example.com',
  URL: 'https://example.com',
  READ_METHODS: 'GET, HEAD, OPTIONS',
  KNOWN_METHODS: 'GET|HEAD|OPTIONS|POST',
  COMPRESSED: 'css|html',
  DOCUMENTS: 'md|txt',
  UNPUBLISHED: '_redirects',
  READABLE: '^.*$',
  WEIGHT: '[\\d.]+',
  HEALTH: '/ok',
};
const apache = ['mpm_event', 'authz_core', 'mime', 'headers', 'rewrite']
  .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`)
  .join('');
const templates: readonly [file: string, server: keyof typeof checks, text: string][] = [
  ['nginx/site.conf', 'nginx', readTemplate('nginx/site.conf')],
  ['caddy/Caddyfile', 'caddy', readTemplate('caddy/Caddyfile')],
  ['apache/htaccess', 'apache', `${apache}Listen 8123\n<Directory "/">\n${readTemplate('apache/htaccess')}</Directory>\n`],
];

it.each(templates)('%s is valid without substitutions', (_, server, text) => {
  check(
    server,
    text.replace(/(?<!# )@@(\w+)@@/g, (_, name: string) => texts[name] ?? ''),
  );
});
