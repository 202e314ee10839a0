import type { Deprecation } from './deprecation.ts';
import type { QuotaPolicy } from './requests.ts';

/**
 * The manifest in the output folder: sizes and hashes of every other file. Written last. It is below `.well-known/`, because
 * hosts and copies that leave out dot files keep that folder, and it names nothing that is not public.
 */
export const manifestFile = '.well-known/diptych.json';

/** The only format of a manifest so far. */
export const manifestVersion = 1;

/** The position of a part of a long page. URL paths, except the fragment. */
export interface PartFacts {
  readonly page: string;
  /** Fragment of the section that begins the part, in the URL of the page; '' for the page itself. */
  readonly fragment: string;
  /** Its parent: a part, or the twin of the page. */
  readonly up: string;
  readonly previous?: string;
  readonly next?: string;
}

/** How much of a page its twin holds. */
export interface Parity {
  /** Share of the blocks of the page (paragraphs, items, cells, headings, code) that the twin has unchanged, 0 to 1. */
  readonly ratio: number;
  /** Share of the words of the page that the twin has, 0 to 1; absent for 1. */
  readonly words?: number;
  /** The first missing thing: its kind, its text, and for words the block that contains them. */
  readonly lost?: { readonly fact: string; readonly first: string; readonly within?: string };
}

export interface FileFacts {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 as base64url. */
  readonly hash: string;
  /** Estimated tokens, of Markdown that the build made. */
  readonly tokens?: number;
  /** For a part of a long page. */
  readonly part?: PartFacts;
  /** For a twin that is incomplete. */
  readonly parity?: Parity;
}

export interface WithoutTwin {
  readonly file: string;
  /** The reason in one line. */
  readonly failure: string;
}

/** Canonical URLs that differ from the page's own, by the URL path of the page. */
export type Canonicals = Readonly<Record<string, string>>;

/** Why pages have no twin, by their URL path: the end of "It has no Markdown: …". Without drafts and hidden pages. */
export type MissingTwins = Readonly<Record<string, string>>;

/** Settings of a build that `diptych check` applies to its folder. */
export interface JudgingSettings {
  /** Globs of files that are not pages. */
  readonly exclude?: readonly string[];
  /** Another generator built the pages; with the CSS selector of their content, if set. */
  readonly adopted?: { readonly content?: string | Readonly<Record<string, string>> };
  /** Severities that differ from the default. */
  readonly checks?: Readonly<Partial<Record<string, 'error' | 'warning' | 'off'>>>;
}

/** What a build says of its site: nothing else says it to the proxy, to exported hosts and to `diptych check`. */
export interface SiteDescription {
  /** No trailing slash: every absolute link starts with it. */
  readonly url: string;
  readonly name: string;
  readonly rateLimit: QuotaPolicy;
  readonly deprecations: readonly Deprecation[];
  readonly agentRegistration?: true;
  readonly contentSecurityPolicy?: string;
  /** Whether the URLs of its pages end in `.html`, as their files do. */
  readonly htmlUrls?: true;
  /** URL path of the search index; absent without search. */
  readonly searchIndex?: string;
  /** URL for reporting mistakes: http(s) or mailto. */
  readonly feedback?: string;
  /** Whether it is an MCP server. */
  readonly mcp?: true;
}

export interface Manifest {
  readonly version: typeof manifestVersion;
  /** Identity of this build: the same for the same files. */
  readonly build: string;
  readonly site: SiteDescription;
  /** By path in the folder, with forward slashes. */
  readonly files: Readonly<Record<string, FileFacts>>;
  /** Files of `files` that Diptych made; the next build replaces or removes them. */
  readonly artifacts: readonly string[];
  /** Files of `files` written by plugins. */
  readonly pluginFiles?: readonly string[];
  readonly canonicals?: Canonicals;
  readonly missingTwins?: MissingTwins;
  /** `diptych check` judges by these settings. */
  readonly settings?: JudgingSettings;
  /** Pages of a site of another generator. */
  readonly withoutTwin?: readonly WithoutTwin[];
}

/**
 * Names beside an output folder, for publishing: `dist` → `.dist.next` is being built, `.dist.previous` is the last one,
 * `.dist.lock` excludes a second build.
 */
export const nameBeside = (folder: string, use: 'next' | 'previous' | 'lock'): string => `.${folder}.${use}`;
