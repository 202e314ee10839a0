import { AuthorError } from './author-error.ts';

/** Something that wants to be a file of the output, and what it comes from, for messages. */
export interface Output {
  /** Relative to the output folder, forward slashes. */
  readonly path: string;
  /** `site/about.md`, `site/_public/llms.txt`, `the generated llms.txt`. */
  readonly from: string;
  /** Copied as it is; otherwise a template wrote it, or we do. */
  readonly copied?: true;
}

/**
 * One registry of everything that will be published: pages, copied files, artifacts.
 *
 * @throws {AuthorError} a line for each path that leaves the output folder, and for each two outputs whose paths
 * are one file, or would be one on a file system that folds case or Unicode form
 */
export function registerOutputs(outputs: readonly Output[]): void {
  const lines: string[] = [];
  const taken = new Map<string, Output>();
  for (const output of outputs) {
    if (output.path.startsWith('/') || output.path.split('/').includes('..'))
      lines.push(`${output.from}: its output "${output.path}" lies outside the output folder; change its permalink`);
    const key = output.path.normalize('NFC').toLowerCase();
    const other = taken.get(key);
    if (other) lines.push(clash(other, output));
    else taken.set(key, output);
  }
  if (lines.length > 0) throw new AuthorError(lines);
}

const clash = (a: Output, b: Output): string =>
  a.path === b.path
    ? `${a.from} and ${b.from} both write "${a.path}"; rename one or change its permalink`
    : `${a.from} writes "${a.path}" and ${b.from} writes "${b.path}", which differ only in case or Unicode form and are one file on many systems; rename one`;
