import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask } from '../proxy/fixtures/client.ts';
import { writeSite } from '../proxy/fixtures/site.ts';
import { runCli, sharedFolder } from '../support/cli.ts';
import { printedBlock } from '../support/printed.ts';
import { startExported } from './server.ts';

/* Values of a site with special characters of servers, which must stay quoted. */

const folder = sharedFolder();

const nasty = fc.constantFrom(
  '"',
  "'",
  '`',
  '\\',
  '$',
  '${host}',
  '${HOME}',
  '{$HOME}',
  '$uri',
  '{',
  '}',
  '{path}',
  '%',
  '%{HTTP_HOST}',
  '%1',
  '#',
  ';',
  '\n',
  '\r\n',
  '\t',
  '<',
  'é',
  '日',
  '🙂',
  ' ',
  'a',
  'return 500;',
);
const text = fc.array(nasty, { minLength: 1, maxLength: 8 }).map((parts) => `N${parts.join('')}`);
// Characters that are valid in URLs of redirects, and in names of folders.
const path = fc
  .array(fc.constantFrom("'", '$uri', '$1', '%25', '%7B', '(', ')', '+', ';', '%E2%82%AC', 'a', '!', '~', '='), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => `/old${parts.join('')}`);
const folderName = fc
  .array(fc.constantFrom('"', "'", '$', '{', '}', '%', ' ', 'é', '#', ';', 'a'), { minLength: 1, maxLength: 6 })
  .map((parts) => `d${parts.join('')}x`);
const target = fc
  .tuple(
    path,
    fc.constantFrom('', '${HOME}', '{$HOME}', '%{HTTP_HOST}', '{path}', '`', '"', '?${HOME}{$HOME}', '#${HOME}{$HOME}'),
  )
  .map((parts) => parts.join(''));
const variables = '${HOME}{$HOME}%{HTTP_HOST}{path}$uri$1`"';
const sites = [
  { name: variables, from: '/old', to: `/new${variables}`, folderName: 'd${HOME}{$HOME}%{HTTP_HOST}x' },
  { name: '`\\"', from: '/%7Bold%7D', to: '/new$1', folderName: 'd' },
  ...fc.sample(fc.record({ name: text, from: path, to: target, folderName }), { numRuns: 6, seed: 7 }),
];

const checks: Record<'nginx' | 'caddy', (file: string, work: string) => readonly [string, ...string[]]> = {
  nginx: (file, work) => ['nginx', '-t', '-q', '-c', file, '-p', work, '-e', join(work, 'error.log'), '-g', `pid ${work}/pid;`],
  caddy: (file) => ['caddy', 'validate', '--adapter', 'caddyfile', '--config', file],
};

const run = ([command, ...args]: readonly [string, ...string[]]): Promise<{ code: unknown; output: string }> =>
  new Promise((done) => {
    execFile(command, args, { env: { ...process.env, HOME: folder } }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: error ? stdout + stderr : '' }),
    );
  });

describe.each(['nginx', 'caddy', 'apache'] as const)('the configuration of %s with', (server) => {
  it.each(sites.map((site, at) => [JSON.stringify(site), site, at] as const))('%s', { timeout: 60_000 }, async (_, site, at) => {
    const parent = join(folder, `${server}-${at}`, site.folderName);
    mkdirSync(parent, { recursive: true });
    const dist = join(parent, 'dist');
    const contentSecurityPolicy = `img-src 'self' data:; report-uri /$uri{path}%{HTTP_HOST}\${HOME}{$HOME}"`;
    writeSite(dist, {
      site: { name: site.name, rateLimit: { limit: 7, window: 60 }, contentSecurityPolicy },
      files: { _redirects: `${site.from} ${site.to} 301\n` },
      siblings: false,
    });
    if (server !== 'apache') {
      const file = join(folder, `${server}-${at}.conf`);
      expect(await runCli('build', ['export', server, dist, '--port', '8123', '--out', file], { cwd: folder })).toMatchObject({
        code: 0,
      });
      expect(await run(checks[server](file, folder))).toEqual({ code: 0, output: '' });
    }
    const started = await startExported(server, dist);
    try {
      expect(JSON.parse((await ask(started.port, '/api/v1/health')).text)).toEqual({ status: 'ok', service: site.name });
      const moved = await ask(started.port, site.from);
      // A quote in a URL may be encoded.
      const to = moved.headers.location?.replace(/^https:\/\/example\.test(?=\/)/, '').replaceAll('%22', '"');
      expect([moved.status, to]).toEqual([301, site.to]);
      const page = await ask(started.port, '/pricing');
      expect([page.status, page.headers['content-security-policy']]).toEqual([200, contentSecurityPolicy]);
    } finally {
      await started.close();
    }
  });
});

it('nginx accepts 5,000 redirects without a warning', async () => {
  const [dist, file] = [join(folder, 'moved'), join(folder, 'moved.conf')];
  const moved = Array.from({ length: 5_000 }, (_, at) => `/old/page-${at} /pricing 301\n`).join('');
  writeSite(dist, { files: { _redirects: moved }, siblings: false });
  await runCli('build', ['export', 'nginx', dist, '--port', '8123', '--out', file], { cwd: folder });
  const { status, stderr } = spawnSync(
    'nginx',
    ['-t', '-q', '-c', file, '-p', folder, '-e', 'stderr', '-g', `pid ${folder}/pid;`],
    {
      encoding: 'utf8',
    },
  );
  expect([status, stderr]).toEqual([0, '']);
});

it.each([
  ['nginx', printedBlock('servers', 'server {'), (block: string) => `events {}\nhttp {\n${block.replace('80;', '8123;')}}\n`],
  ['caddy', printedBlock('servers', 'www.'), (block: string) => block],
] as const)(
  '%s takes the configuration that the documentation prints for a server in front of the proxy',
  async (server, block, whole) => {
    const file = join(folder, `${server}-front.conf`);
    writeFileSync(file, whole(block));
    expect(await run(checks[server](file, folder))).toEqual({ code: 0, output: '' });
  },
);
