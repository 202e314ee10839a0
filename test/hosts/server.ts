import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HostName } from '../../build/hosts/names.ts';
import { type RealServer, startServer } from '../proxy/fixtures/real-server.ts';
import { runCli } from '../support/cli.ts';

/** How to start a server with its unchanged export. */
const commands: Partial<Record<HostName, (file: string, work: string) => readonly [string, ...string[]]>> = {
  nginx: (file, work) => [
    'nginx',
    ...['-c', file, '-p', work, '-e', join(work, 'error.log')],
    ...['-g', `daemon off; user root; pid ${work}/nginx.pid;`],
  ],
  caddy: (file, work) => [
    'env',
    ...[`HOME=${work}`, `XDG_DATA_HOME=${work}`, `XDG_CONFIG_HOME=${work}`],
    ...['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  ],
};

export interface ExportedServer extends RealServer {
  /** The configuration. */
  readonly file: string;
}

/** Exports a built folder for a server and starts it. @throws {Error} with the output of a failed export */
export async function startExported(name: HostName, dist: string, flags: readonly string[] = []): Promise<ExportedServer> {
  if (name === 'apache') return startApache(dist, 'Include', flags);
  let file = '';
  const started = await startServer(async (port, work) => {
    file = join(work, 'exported.conf');
    mkdirSync(join(work, 'logs'));
    // Apache drops root, and reads as another user.
    for (const folder of [work, dirname(dist)]) chmodSync(folder, 0o755);
    const args = ['export', name, dist, '--port', String(port), '--out', file, ...flags];
    const { code, stderr } = await runCli('build', args, { cwd: work });
    if (code !== 0) throw new Error(stderr);
    return commands[name]!(file, work);
  });
  return { ...started, file };
}

/** Starts one nginx with several sites: the whole export of the first, and of the others the part for an existing server. */
export const startTogether = (dists: readonly string[]): Promise<RealServer> =>
  startServer(async (port, work) => {
    mkdirSync(join(work, 'logs'));
    const [first, ...others] = await Promise.all(
      dists.map((dist, at) =>
        runCli('build', ['export', 'nginx', dist, '--port', String(port), ...(at > 0 ? ['--include'] : [])], { cwd: work }),
      ),
    );
    others.forEach(({ stdout }, at) => void writeFileSync(join(work, `site-${at}.conf`), stdout));
    const file = join(work, 'exported.conf');
    writeFileSync(file, first!.stdout.replace(/\}\s*$/, `include ${work}/site-*.conf;\n}\n`));
    return commands.nginx!(file, work);
  });

/** The site of a folder below the root of a host, as its URL says. */
const basePathOf = (dist: string): string => {
  const { servers } = JSON.parse(readFileSync(join(dist, '.well-known/openapi.json'), 'utf8')) as { servers: { url: string }[] };
  return decodeURIComponent(new URL(servers[0]!.url).pathname.replace(/\/$/, ''));
};

/**
 * Starts Apache on a copy of a folder with the exported `.htaccess`.
 *
 * @param way how Apache reads it: like a shared host, or by one line in the configuration of a server
 */
export async function startApache(
  dist: string,
  way: 'AllowOverride All' | 'Include',
  flags: readonly string[] = [],
): Promise<ExportedServer> {
  let file = '';
  const started = await startServer(async (port, work) => {
    const documents = join(work, 'dist');
    const site = join(documents, basePathOf(dist));
    cpSync(dist, site, { recursive: true });
    chmodSync(work, 0o755);
    const place = way === 'Include' ? join(work, 'outside') : site;
    const { code, stderr } = await runCli('build', ['export', 'apache', site, '--out', place, ...flags], { cwd: work });
    if (code !== 0) throw new Error(stderr);
    file = join(place, '.htaccess');
    const modules = ['mpm_event', 'authz_core', 'mime', 'dir', 'headers', 'rewrite'];
    // A dollar and a brace would begin a variable.
    const quoted = (path: string): string => `"${path.replaceAll('${', '${DOLLAR}{')}"`;
    const rules = way === 'Include' ? `AllowOverride None\n</Directory>\n<Directory ${quoted(site)}>\nInclude "${file}"` : way;
    writeFileSync(
      join(work, 'apache.conf'),
      [
        ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
        `Define DOLLAR $\nPidFile ${work}/pid\nErrorLog ${work}/error.log\nTypesConfig /etc/mime.types\nUser www-data\nGroup www-data`,
        `Listen ${port}\nServerName localhost\nTraceEnable Off\nDocumentRoot ${documents}\nDirectoryIndex index.html`,
        `<Directory ${documents}>\nOptions FollowSymLinks\nRequire all granted\n${rules}\n</Directory>\n`,
      ].join('\n'),
    );
    return ['apache2', '-f', join(work, 'apache.conf'), '-X'];
  });
  return { ...started, file };
}
