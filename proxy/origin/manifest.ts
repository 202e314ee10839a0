import {
  type Canonicals,
  type FileFacts,
  type MissingTwins,
  manifestFile,
  manifestVersion,
  type PartFacts,
} from '../../build/contract/manifest.ts';
import { isPublic } from '../../build/contract/published-files.ts';
import { objectOf } from '../../build/contract/site-facts.ts';

/** The facts of a file in a manifest that answers need. */
export interface ListedFile extends Pick<FileFacts, 'size' | 'hash'> {
  readonly tokens: FileFacts['tokens'] | undefined;
  readonly part: FileFacts['part'] | undefined;
}

/** A parsed manifest: the files by path in the folder, with forward slashes. */
export interface Inventory {
  readonly build: string;
  readonly canonicals: Canonicals;
  readonly missingTwins: MissingTwins;
  readonly files: ReadonlyMap<string, ListedFile>;
}

/** Characters of a manifest parsed between two turns of the event loop. */
const piece = 250_000;

/**
 * Parses a manifest, some hundred files a turn.
 *
 * @throws {Error} with one line if it is not a manifest
 */
export function* inventoryOf(text: string): Generator<undefined, Inventory> {
  const broken = (why: string): Error => new Error(`${manifestFile} is broken: ${why}`);
  const opening = '"files":{\n';
  const begin = text.indexOf(opening) + opening.length;
  const end = text.indexOf('\n}', begin);
  const isInLines = begin >= opening.length && end !== -1;
  const parse = (json: string): { [field in 'version' | 'build' | 'files' | 'canonicals' | 'missingTwins']?: unknown } => {
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
  const files = new Map<string, ListedFile>();
  const pieces = (isInLines ? filesIn(text, begin, end) : [manifest.files]) as Iterable<Record<string, ListedFile | null>>;
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
  const missing = Object.entries(objectOf(manifest.missingTwins)).filter(([, reason]) => typeof reason === 'string');
  return {
    build: manifest.build,
    files,
    canonicals: Object.fromEntries(canonicals),
    missingTwins: Object.fromEntries(missing) as MissingTwins,
  };
}

/** The files of a manifest, in pieces if it has a file a line, as ours do. (No string of JSON contains a line end.) */
function* filesIn(text: string, begin: number, end: number): Generator<unknown> {
  for (let from = begin; from < end; ) {
    const next = text.indexOf('\n', from + piece);
    const to = next === -1 || next > end ? end : next;
    yield JSON.parse(`{${text.slice(from, to).replace(/,$/, '')}}`);
    from = to + 1;
  }
}

/** Validates facts, because they become parts of field values. */
const soundFacts = ({ size, hash, tokens, part }: ListedFile): ListedFile => ({
  size,
  hash,
  tokens: Number.isSafeInteger(tokens) && tokens! > 0 ? tokens : undefined,
  part: part && isSoundPart(part) ? part : undefined,
});

const isSoundPart = ({ page, fragment, up, previous = '/', next = '/' }: PartFacts): boolean =>
  typeof fragment === 'string' && [page, up, previous, next].every((path) => /^\/[!#-;=?-~]*$/.test(path));

const isSoundCanonical = (entry: [string, unknown]): entry is [string, string] =>
  typeof entry[1] === 'string' && /^https?:\/\/[!#-;=?-~]+$/.test(entry[1]);

/** The hash becomes part of a field value. */
const isSound = (facts: ListedFile | null | undefined): boolean =>
  typeof facts?.hash === 'string' && /^[\w-]{27,}$/.test(facts.hash) && Number.isSafeInteger(facts.size) && facts.size >= 0;

/** Whether a path stays inside the folder. A backslash is harmless: no URL names such a file. */
const isInside = (file: string): boolean => !/(?:^|\/)\.{0,2}(?:\/|$)/.test(file);
