import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { type HostName, hostNames, runsCode } from '../contract/host-names.ts';
import { fileOfUrl } from '../contract/permalinks.ts';
import { proxySettings } from '../contract/proxy-settings.ts';
import { jsonOf } from '../contract/site-facts.ts';
import { UsageError, UserError } from '../contract/std/errors.ts';
import { didYouMean } from '../contract/std/words.ts';
import { surfaceList, surfaces } from '../contract/surfaces.ts';
import { linkOrCopyInto, removeTree, writeWhole } from '../files.ts';
import { planNote } from '../hosts/edge/limits.ts';
import { type Host, maker } from '../hosts/host.ts';
import { readHostedSite } from '../hosts/hosted.ts';
import type { HostedSite } from '../hosts/hosted-site.ts';
import { hosts } from '../hosts/index.ts';

export interface ExportOptions {
  /** Port that the server listens on. */
  readonly port?: number | undefined;
  /** File to write a server's configuration to: without it, it is returned. Folder to write the files of other hosts to. */
  readonly out?: string | undefined;
  /** Receives what the owner should know, before anything is written. */
  readonly note?: (text: string) => void;
  /** Is told of each file that was written. */
  readonly progress?: (done: number, all: number) => void;
}

/** What was made for a host: a text for the terminal, or the files that were written. */
export interface Exported {
  readonly text?: string;
  readonly written: readonly string[];
  /** Files of the author's that stay, and lack what the host needs: their path, and what we would have written. */
  readonly lacking?: readonly { readonly path: string; readonly body: string }[];
}

/**
 * Writes the files of a host for a built folder. A server's configuration goes to `out` or back; files of the folder itself
 * go into it, where neither a port nor a file is named; files of the project around it into the current folder, or to `out`.
 *
 * @throws {UserError} on an unknown host, a folder that is not a built site, a file in the way, or more than the host takes; nothing
 * is written then
 */
export async function exportHost(name: string, folder: string, { port, out, note, progress }: ExportOptions): Promise<Exported> {
  if (!Object.hasOwn(hosts, name))
    throw new UsageError(
      `unknown host ${JSON.stringify(name)}${didYouMean(name, hostNames) || `; expected ${hostNames.join(', ')}`}`,
    );
  const host: Host = hosts[name as keyof typeof hosts];
  const site = readHostedSite(folder);
  refuseFunctions(name as HostName, site);
  if (!host.serverFile || (host.siteFiles && out === undefined && port === undefined))
    return writeHostFiles(host, site, folder, out, { note, progress });
  const text = host.serverFile!(site, { root: resolve(folder), port: port ?? proxySettings.port.default });
  if (out === undefined) return { text, written: [] };
  if (existsSync(out) && lstatSync(out).isDirectory()) throw new UserError(`--out ${out}: is a folder; name a file`);
  if (isForeign(out)) throw new UserError(`--out ${out} is there and was not made by Diptych; name a new file`);
  await writeWhole(out, text);
  return { written: [out] };
}

/** @throws {UserError} where the documents of the site announce what the host cannot answer */
function refuseFunctions(name: HostName, site: HostedSite): void {
  if (runsCode(name) || !site.has(surfaces.getOpenApi.path)) return;
  const { paths = {} } = jsonOf(new TextDecoder().decode(site.bytesOf(fileOfUrl(surfaces.getOpenApi.path))));
  const lost = surfaceList.find(({ kind, path }) => kind === 'function' && Object.hasOwn(paths as object, path));
  if (lost?.needs)
    throw new UserError(
      `${hosts[name].title} runs no code, and the site announces ${lost.path}; remove ${JSON.stringify(lost.needs)} from its settings and build again`,
    );
}

/** Writes the files of the folder into it, and those of the project around it to `out`. */
async function writeHostFiles(
  host: Host,
  site: HostedSite,
  folder: string,
  out: string | undefined,
  { note, progress }: { readonly [N in 'note' | 'progress']: ExportOptions[N] },
): Promise<Exported> {
  const project = out ?? '.';
  if (existsSync(project) && !statSync(project).isDirectory()) throw new UserError(`--out ${out}: is a file; name a folder`);
  const place = { folder: relative(project, folder).replaceAll(sep, '/') || '.' };
  const all = [
    ...(host.siteFiles?.(site) ?? []).map((file) => ({ ...file, target: host.projectFiles ? folder : (out ?? folder) })),
    ...(host.projectFiles?.(site, place) ?? []).map((file) => ({ ...file, target: project })),
  ];
  const [kept, placed] = [true, false].map((isKept) =>
    all.filter(({ once, target, path }) => isKept === (once !== undefined && existsSync(join(target, path)))),
  ) as [typeof all, typeof all];
  const replaced = host.replaces === undefined ? undefined : join(project, host.replaces);
  const isOurs = ({ target, path }: (typeof placed)[number]): boolean =>
    replaced !== undefined && join(target, path).startsWith(replaced);
  const inTheWay = placed.filter((file) => !isOurs(file)).find(({ target, path }) => isForeign(join(target, path)));
  const other =
    replaced !== undefined &&
    existsSync(replaced) &&
    !placed.some(({ from, target, path }) => from === undefined && isMade(join(target, path)));
  if (inTheWay || other)
    throw new UserError(
      `${inTheWay ? join(inTheWay.target, inTheWay.path) : replaced} is there and was not made by Diptych; move it away, or merge it with what --out writes elsewhere`,
    );
  const plan = planNote(host, site, all);
  if (plan !== undefined) note?.(plan);
  if (replaced !== undefined) await removeTree(replaced);
  for (const [at, { target, path, from, body = '' }] of placed.entries()) {
    if (from === undefined) await writeWhole(join(target, path), body);
    else linkOrCopyInto(target, path, join(folder, from));
    progress?.(at + 1, placed.length);
  }
  return {
    written: placed.filter(({ from }) => from === undefined).map(({ target, path }) => join(target, path)),
    lacking: kept.flatMap(({ target, path, once, body }) =>
      readFileSync(join(target, path), 'utf8').includes(once!) ? [] : [{ path: join(target, path), body: String(body) }],
    ),
  };
}

const isMade = (path: string): boolean => existsSync(path) && readFileSync(path, 'utf8').slice(0, 1_000).includes(maker);

/** Whether a file is its author's: it does not say that we made it. */
const isForeign = (path: string): boolean => existsSync(path) && !isMade(path);
