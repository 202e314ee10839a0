import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileOfUrl } from '../contract/permalinks.ts';
import { proxySettings } from '../contract/proxy-settings.ts';
import { jsonOf } from '../contract/site-facts.ts';
import { UsageError, UserError } from '../contract/std/errors.ts';
import { didYouMean } from '../contract/std/words.ts';
import { surfaceList, surfaces } from '../contract/surfaces.ts';
import { linkOrCopyInto, removeTree, writeWhole } from '../files.ts';
import { type Host, maker } from '../hosts/host.ts';
import type { HostedSite } from '../hosts/hosted-site.ts';
import { readHostedSite } from '../hosts/hosted-site.ts';
import { hosts } from '../hosts/index.ts';
import { type HostName, hostNames, runsCode } from '../hosts/names.ts';
import { checkPlaceToWrite } from './place-to-write.ts';

export interface ExportOptions {
  readonly port?: number | undefined;
  /** How long shared caches may keep pages and documents, in seconds. */
  readonly sharedAge?: number | undefined;
  /** Only the part for a server that is already there. */
  readonly include?: boolean;
  /** File for the configuration of a server (unset: it is returned), or folder for the files of other targets. */
  readonly out?: string | undefined;
  /** Called for each file that was written. */
  readonly progress?: (done: number, all: number) => void;
}

/** The files for a target: a text for the terminal, or the written files. */
export interface Exported {
  readonly text?: string;
  readonly written: readonly string[];
  /** Files of the author that lack what the target needs: their path, and our content. */
  readonly lacking?: readonly { readonly path: string; readonly body: string }[];
}

/**
 * Writes the files of a target for a built folder. The configuration of a server goes to `out`, or is returned; files of the
 * folder go into it, or to `out`; files of the project go into the current folder, or to `out`.
 *
 * @throws {UserError} on an unknown target, a folder that is not a built site, or a file in the way; then nothing is
 *   written
 */
export async function exportHost(
  name: string,
  folder: string,
  { port, sharedAge, include, out, progress }: ExportOptions,
): Promise<Exported> {
  if (!Object.hasOwn(hosts, name))
    throw new UsageError(
      `unknown host ${JSON.stringify(name)}${didYouMean(name, hostNames) || `; expected ${hostNames.join(', ')}`}`,
    );
  const host: Host = hosts[name as keyof typeof hosts];
  const site = readHostedSite(folder, sharedAge);
  refuseFunctions(name as HostName, site);
  if (!host.serverFile) {
    const unused = port !== undefined ? '--port' : include ? '--include' : undefined;
    if (unused !== undefined) throw new UsageError(`${unused}: ${host.title} has no configuration of a server`);
    return writeHostFiles(host, site, folder, out, progress);
  }
  const whole = host.serverFile(site, { root: resolve(folder), port: port ?? proxySettings.port.default });
  const text = include ? includedPart(whole) : whole;
  if (out === undefined) return { text, written: [] };
  checkPlaceToWrite(`--out ${out}`, out, 'file');
  if (isForeign(out)) throw new UserError(`--out ${out} is there and was not made by Diptych; name a new file`);
  await writeWhole(out, text);
  return { written: [out] };
}

/** The head comment of a configuration, and what stands between its two marks. */
function includedPart(whole: string): string {
  const [head] = /^(?:#.*\n)*/.exec(whole)!;
  const [, part] = whole.split(/^# ---- (?:from|until) here.*\n/m);
  return `${head}${part}`;
}

/** @throws {UserError} if the site announces an endpoint that the target cannot answer; the last one, because /mcp brings the search */
function refuseFunctions(name: HostName, site: HostedSite): void {
  if (runsCode(name) || !site.has(surfaces.getOpenApi.path)) return;
  const { paths = {} } = jsonOf(new TextDecoder().decode(site.bytesOf(fileOfUrl(surfaces.getOpenApi.path))));
  const unanswered = surfaceList.findLast(({ kind, path }) => kind === 'function' && Object.hasOwn(paths as object, path));
  if (unanswered?.needs)
    throw new UserError(
      `${hosts[name].title} runs no code, and the site announces ${unanswered.path}; remove ${JSON.stringify(unanswered.needs)} from its settings and build again`,
    );
}

/** Writes files of the folder into it, and files of the project to `out`. */
async function writeHostFiles(
  host: Host,
  site: HostedSite,
  folder: string,
  out: string | undefined,
  progress: ExportOptions['progress'],
): Promise<Exported> {
  const project = out ?? '.';
  checkPlaceToWrite(`--out ${project}`, project, 'folder');
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

/** Whether a file is the author's: it has no mark of ours. */
const isForeign = (path: string): boolean => existsSync(path) && !isMade(path);
