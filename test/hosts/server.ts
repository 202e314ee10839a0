import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CapabilityId } from '../../build/contract/capabilities.ts';
import type { HostName } from '../../build/contract/host-names.ts';
import { hosts } from '../../build/hosts/index.ts';
import { type RealServer, startServer } from '../proxy/fixtures/real-server.ts';
import { runCli } from '../support/cli.ts';

/** How to start each server with its unchanged export. */
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
  apache: (file, work) => ['apache2', ...['-f', file, '-X', '-c', `PidFile ${work}/pid`, '-c', `ErrorLog ${work}/error.log`]],
};

export interface ExportedServer extends RealServer {
  /** The configuration. */
  readonly file: string;
}

/** Exports a built folder for a server and starts it. @throws {Error} with the output of a failed export */
export async function startExported(name: HostName, dist: string): Promise<ExportedServer> {
  let file = '';
  const started = await startServer(async (port, work) => {
    file = join(work, 'exported.conf');
    mkdirSync(join(work, 'logs'));
    // Apache drops root, and reads as another user.
    for (const folder of [work, dirname(dist)]) chmodSync(folder, 0o755);
    const { code, stderr } = await runCli('build', ['export', name, dist, '--port', String(port), '--out', file], { cwd: work });
    if (code !== 0) throw new Error(stderr);
    return commands[name]!(file, work);
  });
  return { ...started, file };
}

/** Starts one nginx with several sites: the whole export of the first, and of the others the part for an existing server. */
export const startTogether = (dists: readonly string[]): Promise<RealServer> =>
  startServer(async (port, work) => {
    mkdirSync(join(work, 'logs'));
    const exported = await Promise.all(
      dists.map((dist) => runCli('build', ['export', 'nginx', dist, '--port', String(port)], { cwd: work })),
    );
    const marks = /# ---- from here:.*|# ---- until here ----/;
    const [first, ...others] = exported.map(({ stdout }) => stdout.split(marks));
    const [before, part, after] = first!;
    const file = join(work, 'exported.conf');
    writeFileSync(file, [before, part, ...others.map(([, each]) => each), after].join('\n'));
    return commands.nginx!(file, work);
  });

/**
 * Starts Apache like a shared host, on a folder with an exported `.htaccess`.
 *
 * @param base path of the site
 */
export const startHtaccess = (dist: string, base = ''): Promise<RealServer> =>
  startServer(async (port, work) => {
    const documents = join(work, 'dist');
    const site = join(documents, base);
    cpSync(dist, site, { recursive: true });
    chmodSync(work, 0o755);
    const { code, stderr } = await runCli('build', ['export', 'apache', site], { cwd: work });
    if (code !== 0) throw new Error(stderr);
    const modules = ['mpm_event', 'authz_core', 'mime', 'dir', 'headers', 'rewrite'];
    writeFileSync(
      join(work, 'apache.conf'),
      [
        ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
        `PidFile ${work}/pid\nErrorLog ${work}/error.log\nTypesConfig /etc/mime.types\nUser www-data\nGroup www-data`,
        `Listen ${port}\nServerName localhost\nTraceEnable Off\nDocumentRoot ${documents}\nDirectoryIndex index.html`,
        `<Directory ${documents}>\nAllowOverride All\nRequire all granted\n</Directory>\n`,
      ].join('\n'),
    );
    return ['apache2', '-f', join(work, 'apache.conf'), '-X'];
  });

/** The capabilities that a target does not support. */
export const unsupportedBy = (name: HostName): CapabilityId[] => Object.keys(hosts[name].unsupported) as CapabilityId[];
