import {
  type Canonicals,
  type FileFacts,
  type MissingTwins,
  manifestFile,
  manifestVersion,
  type PartFacts,
} from '#contract/manifest';
import { isPublic } from '#contract/published-files';
import { jsonOf, objectOf } from '#contract/site-facts';

/** The facts of a file in a manifest that answers need. */
export interface ListedFile extends Pick<FileFacts, 'size' | 'hash'> {
  readonly tokens: FileFacts['tokens'] | undefined;
  readonly part: FileFacts['part'] | undefined;
}

/** What a manifest says: the files by path in the folder, with forward slashes. */
export interface Inventory {
  readonly build: string;
  /** What it says of the site, not yet checked. */
  readonly site: unknown;
  readonly canonicals: Canonicals;
  readonly missingTwins: MissingTwins;
  readonly files: ReadonlyMap<string, ListedFile>;
}

/**
 * Reads a manifest. Everything in it is checked, because it becomes part of field values.
 *
 * @throws {Error} with one line if it is not a manifest
 */
export function readInventory(text: string): Inventory {
  const broken = (why: string): Error => new Error(`${manifestFile} is broken: ${why}`);
  const manifest = jsonOf(text);
  if (Object.keys(manifest).length === 0) throw broken('it is not JSON');
  if (manifest.version !== manifestVersion) throw broken(`its version is not ${manifestVersion}`);
  if (typeof manifest.build !== 'string') throw broken('it names no build');
  if (typeof manifest.files !== 'object' || manifest.files === null) throw broken('it lists no files');
  const files = new Map<string, ListedFile>();
  for (const [file, facts] of Object.entries(manifest.files as Record<string, ListedFile | null>)) {
    if (!isSound(facts) || !isInside(file))
      throw broken(`its entry ${JSON.stringify(file)} has no size and hash, or leaves the folder`);
    if (isPublic(file)) files.set(file, soundFacts(facts!));
  }
  const canonicals = Object.entries(objectOf(manifest.canonicals)).filter(isSoundCanonical);
  const missing = Object.entries(objectOf(manifest.missingTwins)).filter(([, reason]) => typeof reason === 'string');
  return {
    build: manifest.build,
    site: manifest.site,
    files,
    canonicals: Object.fromEntries(canonicals),
    missingTwins: Object.fromEntries(missing) as MissingTwins,
  };
}

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

const isSound = (facts: ListedFile | null | undefined): boolean =>
  typeof facts?.hash === 'string' && /^[\w-]{27,}$/.test(facts.hash) && Number.isSafeInteger(facts.size) && facts.size >= 0;

/** Whether a path stays inside the folder. A backslash is harmless: no URL names such a file. */
const isInside = (file: string): boolean => !/(?:^|\/)\.{0,2}(?:\/|$)/.test(file);
