import type { PartFacts } from '#contract/manifest';
import type { Role } from '#contract/media-types';
import type { Redirect } from '#contract/redirects';
import type { SiteFacts } from '#contract/site-facts';
import type { SurfaceId } from '#contract/surfaces';
import type { Coding } from '../http/negotiate.ts';
import type { RequestFacts } from '../http/request.ts';

export type { Redirect, Role, SiteFacts };

/**
 * A source of content: a table of files, and a reader of their bytes. It resolves paths to resources; negotiation, conditions,
 * fields and problems are the proxy's, the same for every origin.
 */
export interface Origin {
  /** Current facts of the site; a new build replaces the whole object. */
  readonly site: Site;
  /**
   * The resource at a path: percent-encoded in the spelling of `normalPath`, without query, with exactly one leading slash.
   *
   * @throws {OriginFailure} if no build could be read yet
   */
  find(path: string): Resource | undefined;
  /** Asks a host for a path that its manifest does not list; undefined if nothing is there. */
  pass?(request: RequestFacts, path: string): Promise<PassedAnswer | Redirect | undefined>;
  /** Settles when the origin was looked at for the first time; rejects with one line if there is nothing to serve. */
  readonly ready: Promise<void>;
  /** `degraded`: a broken build waits, or the host is away; the last good one is served. */
  readonly status: 'ok' | 'degraded';
  /** Name of the served build, from its manifest; undefined without one. */
  readonly build?: string | undefined;
  /** Called whenever `site` was replaced. */
  onChange(listener: () => void): void;
  /** Looks for a new build now (SIGHUP). Never rejects: an unusable build is logged. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** The published site as the proxy sees it: a new build replaces the whole object. */
export interface Site extends SiteFacts {
  /** Whether a URL path is published, so that links may lead there. */
  has(path: string): boolean;
  /** The published path nearest to an unpublished one. */
  nearest(path: string): string | undefined;
  /** `404.html`, for browsers. */
  readonly notFound: Representation | undefined;
  /** The same for language folders, by the URL of the folder: `/de/`. */
  readonly notFoundIn: ReadonlyMap<string, Representation>;
}

export type Resource = Page | Document | Redirect;

/** A page: HTML and, if it has a twin, Markdown at the same URL. Without a twin nothing is negotiated. */
export interface Page {
  readonly kind: 'page';
  readonly html: Representation;
  readonly markdown?: Representation | undefined;
}

/** One representation at its own URL: a twin, an artifact, an image. Accept is ignored. */
export interface Document {
  readonly kind: 'document';
  readonly representation: Representation;
}

/** One representation of a resource. Immutable. */
export interface Representation {
  readonly role: Role;
  /** The Content-Type of a 200 answer, parameters included. */
  readonly mediaType: string;
  /** URL path of exactly these bytes: the page for HTML, the `.md` for Markdown. */
  readonly path: string;
  /** URL path of the page, for a twin. */
  readonly page?: string | undefined;
  /** URL path of the twin, for a page that has one. */
  readonly twin?: string | undefined;
  /** Its row in the contract, if any. */
  readonly surface?: SurfaceId | undefined;
  readonly content: StoredContent;
}

/** A stream of bytes, such as a Node `Readable`. A reader that stops early destroys it. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  destroy(): unknown;
}

/** A file and its compressed forms. */
export interface StoredContent {
  /** Whether any coding but identity may be sent: Vary names Accept-Encoding. */
  readonly compressible: boolean;
  readonly identity: Body;
  readonly br?: Body | undefined;
  readonly gzip?: Body | undefined;
}

/** Bytes in one coding. */
export interface Body {
  readonly coding: Coding;
  readonly size: number;
  /** Opaque part of the strong ETag; undefined until the bytes were read. */
  readonly tag: string | undefined;
  /** Estimated tokens, of Markdown that the build made. */
  readonly tokens?: number | undefined;
  /** Position of a part of a long page. */
  readonly part?: PartFacts | undefined;
  /** Whether it may be sent: a coding of content that was changed may not. */
  readonly isUsable: boolean;
  /** The bytes, while they are in memory. */
  readonly bytes: Uint8Array | undefined;
  /**
   * Reads the bytes; afterwards `tag` is known. Returns undefined if they are too many: then use `stream`.
   *
   * @throws {OriginFailure} if they are not there, or not those that were read before
   */
  load(): Promise<Uint8Array | undefined>;
  /** Streams the bytes from `start` to `end` inclusive; destroys itself if they change meanwhile. */
  stream(start: number, end: number): Promise<ByteStream>;
}

/** An answer of a host that is passed through as it is. */
export interface PassedAnswer {
  readonly kind: 'passed';
  readonly status: number;
  /** Fields of the host: type, length, validators, Cache-Control. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly length: number | undefined;
  readonly body: ByteStream | undefined;
}
