import { closeSync, lstatSync, opendirSync, openSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import {
  type Canonicals,
  type FileFacts,
  manifestFile,
  manifestVersion,
  type PartFacts,
} from '../../../build/contract/manifest.ts';
import { isPublic } from '../../../build/contract/published-files.ts';
import { objectOf } from '../../../build/contract/site-facts.ts';

/** Which file lies at a path: another one, or the same written again, has another identity. */
export interface Identity {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** What is known about a file. One literal makes them all: tens of thousands have one shape. */
export interface StoredFacts {
  readonly tokens: FileFacts['tokens'] | undefined;
  readonly part: FileFacts['part'] | undefined;
  /** Bytes: as many as were found, or as the manifest lists until the file was looked at. */
  size: number;
  /** Whole or a prefix, by the manifest; undefined if none lists the file. */
  readonly hash: string | undefined;
  /** What was found there; undefined until the file was looked at. */
  identity: Identity | undefined;
  /** Where it lies, relative to the folder, when a symbolic link inside the folder led to it. */
  readonly source: string | undefined;
  /** The manifest lists it, and the folder had no such file, or an empty one: no other bytes are taken for it. */
  isMissing: boolean;
}

/** The files of a folder by their path in it, with forward slashes. */
export interface Inventory {
  /** Names the build; undefined without manifest. */
  readonly build: string | undefined;
  readonly canonicals: Canonicals;
  readonly files: ReadonlyMap<string, StoredFacts>;
}

/** What lies in a folder, compared with its manifest and with an earlier look. */
export interface FolderListing extends Inventory {
  /** When the look began, in milliseconds since 1970. */
  readonly begun: number;
  /** Inode of the folder: another one is another build. */
  readonly ino: number;
  /** Files that an earlier look did not find, or found otherwise. */
  readonly fresh: number;
  /** Files that an earlier look found, and that are not there. */
  readonly gone: number;
  /** Files without manifest that this user may not read: they are left out. */
  readonly unreadable: readonly string[];
  /** Files that the manifest lists and that are not there, or empty as an interrupted write leaves them. */
  readonly missing: readonly string[];
  /** Other ways in which the folder is not what its manifest lists, one file a line. */
  readonly differences: readonly string[];
}

/** Files between two turns of the event loop: a few milliseconds. */
const slice = 500;

/** A file that changed this long before it was read, in milliseconds, may change again without a new time (FAT: 2 s). */
const clockStep = 2_000;

/**
 * Looks at every file of a folder, and at its manifest. Dot files are left out, but for `.well-known/`. Yields every
 * few hundred files, so that a large folder can be listed while requests are answered. The first look takes the names
 * that a manifest lists as they are: to look at each of 100,000 files takes a second, and they are all read anyway.
 *
 * @param root absolute real path of the folder
 * @param earlier an earlier look: the facts of a file that did not change since are the same object
 * @param onFolder told of each folder before it is listed
 * @throws {Error} when the folder cannot be read, or its manifest is broken
 */
export function* listFolder(
  root: string,
  earlier?: FolderListing,
  onFolder: (folder: string) => void = () => {},
): Generator<undefined, FolderListing> {
  const begun = Date.now();
  const { ino } = statSync(root);
  onFolder(root);
  const manifest = yield* manifestIn(root);
  const files = new Map<string, StoredFacts>();
  const unreadable: string[] = [];
  const links: string[] = [];
  const visited = new Set<string>();
  const differences: string[] = [];
  let fresh = 0;
  let kept = 0;
  let seen = 0;
  /** Files that are as the manifest lists them. */
  let intact = 0;

  yield* visit('', root);
  // After what they lead to: a folder is listed under its own name.
  for (const link of links.sort()) yield* attempt(link, () => follow(link));
  const missing = yield* findMissing();
  const gone = (earlier?.files.size ?? 0) - kept;
  const { build, canonicals = {} } = manifest ?? {};
  return { build, canonicals, files, begun, ino, fresh, gone, unreadable: unreadable.sort(), missing, differences };

  function* visit(prefix: string, folder: string): Generator<undefined> {
    if (visited.has(folder)) return;
    visited.add(folder);
    if (prefix !== '' && !manifest) onFolder(folder);
    const folders: string[] = [];
    const entries = opendirSync(folder, { bufferSize: 256 });
    try {
      for (let entry = entries.readSync(); entry; entry = entries.readSync()) {
        const file = prefix + entry.name;
        if (!isPublic(file)) continue;
        if (entry.isDirectory()) folders.push(entry.name);
        else if (entry.isSymbolicLink()) links.push(file);
        else if (entry.isFile() && !trust(file)) yield* attempt(file, () => add(file, join(folder, entry.name)));
        if (++seen % slice === 0) yield;
      }
    } finally {
      entries.closeSync();
    }
    for (const name of folders.sort()) yield* attempt(prefix + name, () => visit(`${prefix}${name}/`, join(folder, name)));
  }

  /** Regular files only; a link that stays inside is followed, one that leaves is not there. */
  function* follow(file: string): Generator<undefined> {
    const real = realpathSync(join(root, file));
    if (!real.startsWith(root + sep)) return;
    if (statSync(real).isDirectory()) yield* visit(`${file}/`, real);
    else add(file, real, relative(root, real));
  }

  /** What is gone meanwhile, or a loop of links, is not there. */
  function* attempt(file: string, what: () => Generator<undefined> | undefined): Generator<undefined> {
    try {
      yield* what() ?? [];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') unreadable.push(file);
    }
  }

  /** Whether the manifest's word is enough for now. */
  function trust(file: string): boolean {
    const listed = earlier ? undefined : manifest?.files.get(file);
    if (!listed) return false;
    files.set(file, listed);
    intact++;
    fresh++;
    return true;
  }

  function add(file: string, path: string, source?: string): undefined {
    const stats = lstatSync(path);
    if (!stats.isFile()) return;
    const listed = manifest?.files.get(file);
    const { hash, tokens, part } = listed ?? {};
    const known = earlier?.files.get(file);
    if (known) kept++;
    if (listed?.size === stats.size) intact++;
    else if (manifest && !listed) differences.push(`${file} was added`);
    if (known?.identity && known.hash === hash && known.source === source && isUnchanged(known.identity, stats)) {
      files.set(file, known);
      return;
    }
    if (!isReadableByAll(stats)) closeSync(openSync(path, 'r'));
    fresh++;
    files.set(file, { size: stats.size, hash, tokens, part, identity: identityOf(stats), source, isMissing: false });
  }

  function isUnchanged(known: Identity, stats: Stats): boolean {
    return isSame(known, stats) && known.ctimeMs === stats.ctimeMs && known.ctimeMs < earlier!.begun - clockStep;
  }

  /** Looks only where not every listed file was found as it is listed: most folders are whole. */
  function* findMissing(): Generator<undefined, string[]> {
    const missing: string[] = [];
    if (!manifest || intact === manifest.files.size) return missing;
    for (const [file, facts] of manifest.files) {
      if (++seen % slice === 0) yield;
      const size = files.get(file)?.size;
      if (size === facts.size) continue;
      if (size) differences.push(`${file} changed`);
      else if (isCodingOf(file, manifest.files)) {
        files.delete(file);
        differences.push(`${file} is missing`);
      } else {
        facts.isMissing = true;
        files.set(file, facts);
        missing.push(file);
      }
    }
    return missing;
  }
}

export const identityOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): Identity => ({ ino, size, mtimeMs, ctimeMs });

/** Whether it is the same file, and nobody wrote to it. */
export const isSame = (one: Omit<Identity, 'ctimeMs'>, other: Omit<Identity, 'ctimeMs'>): boolean =>
  one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;

/** A look into the mode saves two system calls a file. */
const isReadableByAll = ({ mode }: Stats): boolean => (mode & 0o444) === 0o444;

/** `about.html.br` beside `about.html`. */
const isCodingOf = (file: string, files: ReadonlyMap<string, unknown>): boolean =>
  /\.(?:br|gz)$/.test(file) && files.has(file.slice(0, -3));

function* manifestIn(root: string): Generator<undefined, Inventory | undefined> {
  try {
    return yield* inventoryOf(readFileSync(join(root, manifestFile), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Characters of a manifest that are parsed between two turns of the event loop. */
const piece = 250_000;

/** The files that a manifest lists, in pieces where it has a file a line, as ours have. (A line end is in no string of JSON.) */
function* filesIn(text: string, begin: number, end: number): Generator<unknown> {
  for (let from = begin; from < end; ) {
    const next = text.indexOf('\n', from + piece);
    const to = next === -1 || next > end ? end : next;
    yield JSON.parse(`{${text.slice(from, to).replace(/,$/, '')}}`);
    from = to + 1;
  }
}

/** Reads the text of a manifest, some hundred files a turn. Throws an Error with one line when it is none. */
export function* inventoryOf(text: string): Generator<undefined, Inventory> {
  const broken = (why: string): Error => new Error(`${manifestFile} is broken: ${why}`);
  const opening = '"files":{\n';
  const begin = text.indexOf(opening) + opening.length;
  const end = text.indexOf('\n}', begin);
  const isInLines = begin >= opening.length && end !== -1;
  const parse = (json: string): { version?: unknown; build?: unknown; files?: unknown; canonicals?: unknown } => {
    try {
      return JSON.parse(json);
    } catch {
      throw broken('it is not JSON');
    }
  };
  const manifest = parse(isInLines ? text.slice(0, begin) + text.slice(end) : text);
  if (manifest?.version !== manifestVersion) throw broken(`its version is not ${manifestVersion}`);
  if (typeof manifest.build !== 'string') throw broken('it names no build');
  if (typeof manifest.files !== 'object' || manifest.files === null) throw broken('it lists no files');
  const files = new Map<string, StoredFacts>();
  const pieces = (isInLines ? filesIn(text, begin, end) : [manifest.files]) as Iterable<Record<string, StoredFacts | null>>;
  try {
    for (const listed of pieces) {
      if (files.size > 0) yield;
      for (const file in listed) {
        const facts = listed[file];
        if (!isSound(facts) || !isInside(file))
          throw broken(`its entry ${JSON.stringify(file)} has no size and hash, or leaves the folder`);
        if (isPublic(file)) files.set(file, soundFacts(facts!));
      }
    }
  } catch (error) {
    throw error instanceof SyntaxError ? broken('it is not JSON') : error;
  }
  const canonicals = Object.entries(objectOf(manifest.canonicals)).filter(isSoundCanonical);
  return { build: manifest.build, files, canonicals: Object.fromEntries(canonicals) };
}

/** They become parts of field values. */
const soundFacts = ({ size, hash, tokens, part }: StoredFacts): StoredFacts => ({
  size,
  hash,
  tokens: Number.isSafeInteger(tokens) && tokens! > 0 ? tokens : undefined,
  part: part && isSoundPart(part) ? part : undefined,
  identity: undefined,
  source: undefined,
  isMissing: false,
});

const isSoundPart = ({ page, fragment, up, previous = '/', next = '/' }: PartFacts): boolean =>
  typeof fragment === 'string' && [page, up, previous, next].every((path) => /^\/[!#-;=?-~]*$/.test(path));

const isSoundCanonical = (entry: [string, unknown]): entry is [string, string] =>
  typeof entry[1] === 'string' && /^https?:\/\/[!#-;=?-~]+$/.test(entry[1]);

/** The hash becomes part of a field value. */
const isSound = (facts: StoredFacts | null | undefined): boolean =>
  typeof facts?.hash === 'string' && /^[\w-]{27,}$/.test(facts.hash) && Number.isSafeInteger(facts.size) && facts.size >= 0;

/** A backslash may stand in a name here: no URL names such a file. */
const isInside = (file: string): boolean => !/(?:^|\/)\.{0,2}(?:\/|$)/.test(file);
