import { execFile } from 'node:child_process';
import { primaryOf } from '../contract/std/words.ts';

/** The day of the last commit of each file, by path relative to the folder, with slashes. */
export type GitDates = ReadonlyMap<string, string>;

/**
 * The days on which the files of a folder were last committed (`2026-11-24`), from one `git log`. None for a shallow clone,
 * in which all files have the same day.
 *
 * @param note receives the reason in one line if there are none
 */
export async function readGitDates(folder: string, note: (line: string) => void): Promise<GitDates> {
  const shallow = await git(folder, 'rev-parse', '--is-shallow-repository');
  if (shallow.fault !== undefined) note(`gitDates: no dates, git cannot read ${folder}: ${shallow.fault}`);
  else if (shallow.output.trim() === 'true')
    note(
      'gitDates: no dates, this is a shallow clone, whose history ends too early. Fetch all of it: "fetch-depth: 0" for actions/checkout, "GIT_DEPTH: 0" on GitLab, else git fetch --unshallow',
    );
  if (shallow.output.trim() !== 'false') return new Map();
  const log = await git(folder, 'log', '--format=%x01%cs', '--name-only', '--no-renames', '--relative', '-z', '--', '.');
  if (log.fault !== undefined) note(`gitDates: no dates, git cannot read the history of ${folder}: ${log.fault}`);
  const dates = new Map<string, string>();
  let day = '';
  for (const field of log.output.split('\0')) {
    const text = field.replace(/^\n/, '');
    if (text.startsWith('\x01')) day = text.slice(1).trim();
    else if (text !== '' && !dates.has(text)) dates.set(text, day);
  }
  return dates;
}

const git = (folder: string, ...args: readonly string[]): Promise<{ readonly output: string; readonly fault?: string }> =>
  new Promise((done) =>
    execFile('git', args, { cwd: folder, maxBuffer: Number.POSITIVE_INFINITY }, (error, output, errors) => {
      if (!error) return done({ output });
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const first = errors.split('\n').find((line) => line !== '') ?? '';
      done({ output: '', fault: isMissing ? 'there is no git, or no such folder' : first.replace(/^fatal: /, '') });
    }),
  );

/** The fields of a page that dates need. */
interface Dated {
  readonly file: string;
  readonly language?: string;
  readonly source?: string;
  readonly modified?: string;
}

/**
 * Adds dates of their sources to pages that declare none. A template of several pages dates none of them.
 *
 * @param sourceOf the source of a page, as in the dates
 */
export function withGitDates<T extends object>(
  pages: readonly (T & (Dated | { readonly failure: string }))[],
  dates: GitDates,
  sourceOf: (page: Dated) => string | undefined,
): (T & (Dated | { readonly failure: string }))[] {
  const made = new Map<string, number>();
  const sources = pages.map((page) => ('failure' in page ? undefined : sourceOf(page)));
  for (const source of sources) if (source !== undefined) made.set(source, (made.get(source) ?? 0) + 1);
  return pages.map((page, at) => {
    const source = sources[at];
    const modified = source !== undefined && made.get(source) === 1 ? dates.get(source) : undefined;
    return modified === undefined || 'failure' in page || page.modified ? page : { ...page, modified };
  });
}

/** Extensions of sources; of two files with the same name, the first is the source. */
const endings = ['md', 'mdx', 'markdown', 'rst', 'adoc', 'asciidoc', 'org', 'ipynb', 'txt', 'html', 'htm'];
/** Names of folder indexes: of all generators, of Hugo, on GitHub. */
const indexNames = ['index', '_index', 'readme'];

/**
 * Makes a function that finds the source of a page in a folder with the structure of the URLs: `guide/a.md` for `guide/a.html` or
 * `guide/a/index.html`. A source of no other page may name the language that the URL does not: `en/guide/a.md`, `guide/a.en.md`.
 */
export function createSourceFinder(dates: GitDates, pages: readonly Located[]): (page: Located) => string | undefined {
  const byName = new Map<string, string>();
  for (const ending of endings)
    for (const source of dates.keys()) {
      const name = plainName(source.slice(0, -ending.length - 1));
      if (source.endsWith(`.${ending}`) && !byName.has(name)) byName.set(name, source);
    }
  const namesOf = ({ file }: Located): string[] => {
    const name = plainName(file.replace(/\.html?$/, ''));
    const page = name.replace(/(?:^|\/)index$/, '');
    return [name, page, ...indexNames.map((index) => (page === '' ? index : `${page}/${index}`))];
  };
  const sourcesOf = (names: readonly string[]): string[] => names.flatMap((name) => byName.get(name) ?? []);
  const taken = new Set(pages.flatMap((page) => sourcesOf(namesOf(page)).slice(0, 1)));
  return (page) => {
    const names = namesOf(page);
    const tags = [page.language?.toLowerCase(), primaryOf(page.language ?? '')].filter(Boolean);
    const inLanguage = tags.flatMap((tag) => names.flatMap((name) => [`${tag}/${name}`, `${name}.${tag}`]));
    return sourcesOf(names)[0] ?? sourcesOf(inLanguage).find((source) => !taken.has(source));
  };
}

type Located = Pick<Dated, 'file' | 'language'>;

/** Generators write names in lower case, with hyphens for spaces. */
const plainName = (path: string): string => path.toLowerCase().replaceAll(' ', '-');
