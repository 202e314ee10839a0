import { manifestFile } from '../contract/manifest.ts';
import { fileOfUrl } from '../contract/permalinks.ts';
import { UserError } from '../contract/std/errors.ts';
import type { Artifact } from '../files.ts';
import type { SitePage } from '../page/page.ts';

/** A file of the output and its source, for messages. */
export interface Output {
  /** Relative to the output folder, forward slashes. */
  readonly path: string;
  /** `site/about.md`, `site/_public/llms.txt`, `the generated llms.txt`. */
  readonly from: string;
  /** Copied unchanged; otherwise written by a template, or by us. */
  readonly copied?: true;
  /** Written by a plugin, such as an image plugin or a bundler. */
  readonly plugin?: true;
}

/** Another claim that excludes a path. */
export interface Conflict {
  readonly path: string;
  readonly owner: string;
  /** One of both needs a folder with the name of the other. */
  readonly isFolder: boolean;
}

/** Names that differ only in case or Unicode form are the same file on many systems. */
const fold = (path: string): string => path.normalize('NFC').toLowerCase();

/** The folders that contain a path, outermost first. */
const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, names) => names.slice(0, at + 1).join('/'));

/**
 * Makes a ledger: who owns the paths of an output folder.
 *
 * @param files that are there already
 * @example createLedger(['guide/a.html']).conflict('Guide')?.isFolder // true
 */
export function createLedger(files: Iterable<string> = []) {
  type Claim = Omit<Conflict, 'isFolder'>;
  const claims = new Map<string, Claim>();
  const folders = new Map<string, Claim>();
  const add = (path: string, owner: string): void => {
    const key = fold(path);
    claims.set(key, { path, owner });
    for (const folder of foldersOf(key)) if (!folders.has(folder)) folders.set(folder, { path, owner });
  };
  /** What excludes a path: the same name, a folder of that name, or a file in place of its folder. */
  function conflict(path: string): Conflict | undefined {
    const key = fold(path);
    const same = claims.get(key);
    if (same) return { ...same, isFolder: false };
    const other = folders.get(key) ?? foldersOf(key).flatMap((folder) => claims.get(folder) ?? [])[0];
    return other && { ...other, isFolder: true };
  }
  for (const file of files) add(file, file);
  return {
    conflict,
    /** Claims a path for a file, unless that conflicts. @returns the conflict */
    claim(path: string, owner: string): Conflict | undefined {
      const found = conflict(path);
      if (!found) add(path, owner);
      return found;
    },
  };
}

/** Whether no URL may hold a name: it has a control character or a backslash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern looks for them
export const hasNoUrl = (path: string): boolean => /[\u0000-\u001f\u007f\\]/.test(path);

/**
 * Checks all outputs of a build: pages, copied files, artifacts.
 *
 * @throws {UserError} a line for each path that leaves the output folder or cannot be a URL, and for each that conflicts with
 *   another
 */
export function checkOutputs(outputs: readonly Output[]): void {
  const ledger = createLedger();
  const lines: string[] = [];
  for (const { path, from } of outputs) {
    if (path.startsWith('/') || path.split('/').includes('..'))
      lines.push(`${from}: its output "${path}" lies outside the output folder; change its permalink`);
    if (hasNoUrl(path) && !isTwin(from))
      lines.push(`${JSON.stringify(from)}: a name with a control character or a backslash, which no URL may hold; rename it`);
    const found = ledger.claim(path, from);
    // Pages that clash have twins that clash: one line is enough.
    if (!found || (isTwin(found.owner) && isTwin(from) && lines.length > 0)) continue;
    lines.push(conflictLine(found, path, from));
  }
  if (lines.length > 0) throw new UserError(lines);
}

/** The message for a path that conflicts with what another owner claims. */
export function conflictLine({ path: other, owner, isFolder }: Conflict, path: string, from: string): string {
  if (isFolder) {
    const [deeper, needing] = other.length > path.length ? [other, owner] : [path, from];
    return `${needing}: ${fileAndFolder(deeper)}; change its permalink`;
  }
  return other === path
    ? `${owner} and ${from} both write "${path}"; rename one or change its permalink`
    : `${owner} writes "${other}" and ${from} writes "${path}", which differ only in case or Unicode form and are one file on many systems; rename one`;
}

/** The fault of an output whose folder has the name of another output. */
export const fileAndFolder = (path: string): string =>
  `its output "${path}" and another page or file need the same name, once for a file and once for a folder`;

const twinOf = 'the twin of ';
const isTwin = (from: string): boolean => from.startsWith(twinOf);

/** The generated files with their sources. Of two pages with one twin, both are named. */
export function outputsOf(artifacts: readonly Pick<Artifact, 'path'>[], pages: readonly SitePage[]): Output[] {
  const sources = new Map<string, string[]>();
  for (const { twin, source, file } of pages)
    sources.set(fileOfUrl(twin), [...(sources.get(fileOfUrl(twin)) ?? []), source ?? file]);
  return [
    { path: manifestFile, from: 'the generated manifest' },
    ...artifacts.map(({ path }) => {
      const source = sources.get(path)?.shift();
      return { path, from: source ? twinOf + source : `the generated ${path}` };
    }),
  ];
}
