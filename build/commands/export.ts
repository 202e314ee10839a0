import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { didYouMean } from '../contract/nearest-word.ts';
import { proxySettings } from '../contract/proxy-settings.ts';
import { UsageError, UserError } from '../contract/user-error.ts';
import { writeArtifacts, writeWhole } from '../files.ts';
import { type Host, maker } from '../generators/hosts/host.ts';
import { hostNames, hosts } from '../generators/hosts/index.ts';
import { readHostedSite } from '../publish/hosted.ts';

export interface ExportOptions {
  /** Port that the server listens on. */
  readonly port?: number | undefined;
  /** File to write the configuration to. Without it, it is returned. */
  readonly out?: string | undefined;
}

/** What was made for a host: a text for the terminal, or the files that were written. */
export interface Exported {
  readonly text?: string;
  readonly written: readonly string[];
}

/**
 * Writes the files of a host for a built folder. A server's configuration goes to `out` or back; files of the folder itself
 * go into it, where neither a port nor a file is named.
 *
 * @throws {UserError} on an unknown host, a folder that is not a built site, or a file in the way; nothing is written then
 */
export async function exportHost(name: string, folder: string, { port, out }: ExportOptions): Promise<Exported> {
  if (!Object.hasOwn(hosts, name))
    throw new UsageError(
      `unknown host ${JSON.stringify(name)}${didYouMean(name, hostNames) || `; expected ${hostNames.join(', ')}`}`,
    );
  const host: Host = hosts[name as keyof typeof hosts];
  const site = readHostedSite(folder);
  if (host.siteFiles && (!host.serverFile || (out === undefined && port === undefined))) {
    const files = host.siteFiles(site);
    const target = host.serverFile ? folder : (out ?? folder);
    const inTheWay = files.find(({ path }) => isForeign(join(target, path)));
    if (inTheWay)
      throw new UserError(
        `${join(target, inTheWay.path)} is there and was not made by Diptych; move it away, or merge it with what --out writes elsewhere`,
      );
    await writeArtifacts(target, files);
    return { written: files.map(({ path }) => join(target, path)) };
  }
  const text = host.serverFile!(site, { root: resolve(folder), port: port ?? proxySettings.port.default });
  if (out === undefined) return { text, written: [] };
  if (existsSync(out) && lstatSync(out).isDirectory()) throw new UserError(`--out ${out}: is a folder; name a file`);
  if (isForeign(out)) throw new UserError(`--out ${out} is there and was not made by Diptych; name a new file`);
  await writeWhole(out, text);
  return { written: [out] };
}

/** Whether a file is its author's: it does not say that we made it. */
const isForeign = (path: string): boolean => existsSync(path) && !readFileSync(path, 'utf8').slice(0, 1_000).includes(maker);
