import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PromiseId } from '../../build/contract/promises.ts';
import { type HostName, hosts } from '../../build/generators/hosts/index.ts';
import { type RealHost, startHost } from '../proxy/fixtures/real-host.ts';
import { runCli } from '../support/cli.ts';

/** How each server is started with the file that `diptych export` wrote, which is not touched. */
const commands: Partial<Record<HostName, (file: string, work: string) => readonly [string, ...string[]]>> = {
  nginx: (file, work) => [
    'nginx',
    ...['-c', file, '-p', work, '-e', join(work, 'error.log')],
    ...['-g', `daemon off; user root; pid ${work}/nginx.pid;`],
  ],
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
    const { code, stderr } = await runCli('build', ['export', name, dist, '--port', String(port), '--out', file], { cwd: work });
    if (code !== 0) throw new Error(stderr);
    return commands[name]!(file, work);
  });
  return { ...started, file };
}

/** What a host says that it cannot keep. */
export const cannotOf = (name: HostName): PromiseId[] => Object.keys(hosts[name].cannot) as PromiseId[];
