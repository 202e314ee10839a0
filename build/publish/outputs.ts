import { manifestFile } from '../contract/manifest.ts';
import { fileOfUrl } from '../contract/permalinks.ts';
import { UserError } from '../contract/std/errors.ts';
import type { Artifact } from '../files.ts';
import type { Page } from '../page/page.ts';

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

/**
 * The one registry of outputs: pages, copied files, artifacts.
 *
 * @throws {UserError} a line for each path that leaves the output folder or cannot be a URL, and for each two outputs with the
 *   same path, also on a file system that folds case or Unicode form
 */
export function registerOutputs(outputs: readonly Output[]): void {
  const lines: string[] = [];
  const taken = new Map<string, Output>();
  for (const output of outputs) {
    if (output.path.startsWith('/') || output.path.split('/').includes('..'))
      lines.push(`${output.from}: its output "${output.path}" lies outside the output folder; change its permalink`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern looks for them
    if (/[\u0000-\u001f\u007f\\]/.test(output.path) && !isTwin(output))
      lines.push(
        `${JSON.stringify(output.from)}: a name with a control character or a backslash, which no URL may hold; rename it`,
      );
    const key = output.path.normalize('NFC').toLowerCase();
    const other = taken.get(key);
    // Pages that clash have twins that clash: one line is enough.
    if (other && !(isTwin(other) && isTwin(output) && lines.length > 0)) lines.push(clash(other, output));
    if (!other) taken.set(key, output);
  }
  // Eleventy copies files while it writes pages: the copy may replace the page without an error.
  for (const [key, { path, from }] of taken)
    for (let at = key.indexOf('/'); at > 0; at = key.indexOf('/', at + 1))
      if (taken.has(key.slice(0, at))) lines.push(`${from}: ${fileAndFolder(path)}; change its permalink`);
  if (lines.length > 0) throw new UserError(lines);
}

/** The fault of an output whose folder has the name of another output. */
export const fileAndFolder = (path: string): string =>
  `its output "${path}" and that of another page or file need the same name, once for a file and once for a folder`;

const twinOf = 'the twin of ';
const isTwin = ({ from }: Output): boolean => from.startsWith(twinOf);

export function outputsOf(artifacts: readonly Pick<Artifact, 'path'>[], pages: readonly Page[]): Output[] {
  // Lists all sources: two pages may have one twin, and both are named.
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

const clash = (a: Output, b: Output): string =>
  a.path === b.path
    ? `${a.from} and ${b.from} both write "${a.path}"; rename one or change its permalink`
    : `${a.from} writes "${a.path}" and ${b.from} writes "${b.path}", which differ only in case or Unicode form and are one file on many systems; rename one`;
