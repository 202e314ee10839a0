/** The manifest in the output folder: sizes and hashes of every other file. Written last; not a URL of the site. */
export const manifestFile = '.diptych.json';

/** The only format of a manifest so far. */
export const manifestVersion = 1;

/** Where a part of a long page stands. All but the fragment are URL paths. */
export interface PartFacts {
  readonly page: string;
  /** Of the URL of the page: the section that begins the part; '' for the page itself. */
  readonly fragment: string;
  /** What it is a section of: a part, or the twin of the page. */
  readonly up: string;
  readonly previous?: string;
  readonly next?: string;
}

/** How much of a page its twin holds. */
export interface Parity {
  /** The share of the blocks of the page (paragraphs, items, cells, headings, code) that the twin has as they are, 0 to 1. */
  readonly ratio: number;
  /** The share of the words of the page that the twin has, 0 to 1; absent where it has all. */
  readonly words?: number;
  /** Whether no author marked the content, so that what stands around it may be what is missing. */
  readonly isCoverage?: true;
  /** The first thing that is missing: its kind, what it says, and of words the block that they stand in. */
  readonly lost?: { readonly fact: string; readonly first: string; readonly within?: string };
}

/** What a manifest says of a file. */
export interface FileFacts {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 as base64url. */
  readonly hash: string;
  /** About how many tokens it is to a language model: of Markdown that the build made. */
  readonly tokens?: number;
  /** Of a part of a long page. */
  readonly part?: PartFacts;
  /** Of a twin that lacks something of its page. */
  readonly parity?: Parity;
}

/** A page that has no twin. */
export interface WithoutTwin {
  readonly file: string;
  /** The reason in one line. */
  readonly failure: string;
  /** Whether it is that most of the page was lost, in a site that others built. */
  readonly lost?: true;
}

/** What one build changed in the twins, all by their files. The earliest that is known has no lists. */
export interface BuildChanges {
  /** Digest of all twins: the same for the same twins. */
  readonly build: string;
  readonly added?: readonly string[];
  readonly changed?: readonly string[];
  readonly removed?: readonly string[];
  /** In place of lists that would be too long: how many twins they would name. */
  readonly count?: number;
}

/** The canonical URL of each page that names another page than itself, by the URL path of the page. */
export type Canonicals = Readonly<Record<string, string>>;

/** Why pages have no twin, by the URL path of the page: the end of "It has no Markdown: …". Drafts and hidden pages are not among them. */
export type MissingTwins = Readonly<Record<string, string>>;

/** Settings of a build by which a later look at its folder judges, too. */
export interface JudgingSettings {
  /** Globs of files that are not pages. */
  readonly exclude?: readonly string[];
  /** Another generator built the pages; with the CSS selector of their content, if the owner named it. */
  readonly adopted?: { readonly content?: string | Readonly<Record<string, string>> };
  /** Whether twins were compared with their pages: one that nobody touched since is not compared again. */
  readonly parity?: boolean;
  /** Severities that differ from the default. */
  readonly checks?: Readonly<Partial<Record<string, 'error' | 'warning' | 'off'>>>;
}

export interface Manifest {
  readonly version: typeof manifestVersion;
  /** Identity of this build: the same for the same files. */
  readonly build: string;
  /** By path in the folder, with forward slashes. */
  readonly files: Readonly<Record<string, FileFacts>>;
  /** Files of `files` that Diptych made: replaced or removed by the next build into the same folder. */
  readonly artifacts: readonly string[];
  /** Files of `files` that neither a template nor Diptych wrote: plugins did. */
  readonly pluginFiles?: readonly string[];
  readonly canonicals?: Canonicals;
  readonly missingTwins?: MissingTwins;
  /** How the build judged its pages: `diptych check` does the same. */
  readonly settings?: JudgingSettings;
  /** Pages of a site that others built. */
  readonly withoutTwin?: readonly WithoutTwin[];
  /** Newest first, as far as `/changes.md` tells them. */
  readonly changes?: readonly BuildChanges[];
}

/** The Markdown of a build by file, with its hashes, and what it and the builds before it changed. */
export interface TwinHistory {
  readonly twins: ReadonlyMap<string, string>;
  readonly changes: readonly BuildChanges[];
}

/**
 * Names beside an output folder that publishing uses: `dist` → `.dist.next` is being built, `.dist.previous` was
 * published before, `.dist.lock` keeps two builds apart.
 */
export const nameBeside = (folder: string, use: 'next' | 'previous' | 'lock'): string => `.${folder}.${use}`;
