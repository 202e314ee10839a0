import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CapabilityId } from '../../build/contract/capabilities.ts';
import type { HostName } from '../../build/contract/host-names.ts';
import { hosts } from '../../build/hosts/index.ts';
import { type RealHost, startHost } from '../proxy/fixtures/real-host.ts';
import { runCli } from '../support/cli.ts';

/** How each server is started with the file that `diptych export` wrote, which is not touched. */
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

export interface ExportedServer extends RealHost {
  /** The configuration. */
  readonly file: string;
}

/** Exports a built folder for a server and starts that. @throws {Error} with what the export says, if it fails */
export async function startExported(name: HostName, dist: string): Promise<ExportedServer> {
  let file = '';
  const started = await startHost(async (port, work) => {
    file = join(work, 'exported.conf');
    mkdirSync(join(work, 'logs'));
    // Apache leaves the rights of root, and reads with those of everyone.
    for (const folder of [work, dirname(dist)]) chmodSync(folder, 0o755);
    const { code, stderr } = await runCli('build', ['export', name, dist, '--port', String(port), '--out', file], { cwd: work });
    if (code !== 0) throw new Error(stderr);
    return commands[name]!(file, work);
  });
  return { ...started, file };
}

/** One nginx with several sites: what was exported for the first, and of the others the part that goes into a server that is there. */
export const startTogether = (dists: readonly string[]): Promise<RealHost> =>
  startHost(async (port, work) => {
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
 * Apache as a shared host has it, with the folder in which `diptych export` put its `.htaccess`.
 *
 * @param base path below which the site lies
 */
export const startHtaccess = (dist: string, base = ''): Promise<RealHost> =>
  startHost(async (port, work) => {
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

/** What a host says that it cannot keep. */
export const unsupportedBy = (name: HostName): CapabilityId[] => Object.keys(hosts[name].unsupported) as CapabilityId[];
