import type { PartFacts } from '../../build/contract/manifest.ts';
import type { Role } from '../../build/contract/media-types.ts';
import type { ProxySettingValues } from '../../build/contract/proxy-settings.ts';
import type { Redirect } from '../../build/contract/redirects.ts';
import type { SiteFacts, SiteOverrides } from '../../build/contract/site-facts.ts';
import type { SurfaceId } from '../../build/contract/surfaces.ts';
import type { Coding } from '../http/negotiate.ts';
import type { RequestHeaders } from '../http/request.ts';
import type { Log } from '../observe/log.ts';

export type { Redirect, Role, SiteFacts, SiteOverrides };

/**
 * Prefix of the ETag by role: no two representations of a URL share one, though files of an upstream may (nginx makes tags of
 * time and size).
 */
export const tagPrefixes: Readonly<Record<Role, string>> = {
  page: 'html-',
  negotiated: 'md-',
  text: 'md-',
  twin: 'md-',
  document: '',
  asset: '',
};

/**
 * A source of content: a folder held in memory, or any static host. It resolves paths to resources; negotiation, conditions,
 * fields and problems are the proxy's, the same for every origin.
 */
export interface Origin {
  /** Current facts of the site; a new build replaces the whole object. */
  readonly site: Site;
  /**
   * The resource at a path: percent-encoded in the spelling of `normalPath`, without query, with exactly one leading slash. A
   * folder answers synchronously, another host by a promise.
   *
   * @param begun when the request arrived, by `performance.now()`
   * @throws {OriginFailure} (or rejects with it) if a host cannot be asked, or not in time
   */
  find(path: string, begun: number): Resource | undefined | Promise<Resource | undefined>;
  /** Resolves when the base path of an upstream's site is known, without which paths have no meaning. Never rejects. */
  opening?(headers: RequestHeaders): Promise<void> | undefined;
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
  /** The published path nearest to an unpublished one, at bounded cost. */
  nearest(path: string): string | undefined;
  /** `404.html`, for browsers. */
  readonly notFound: Representation | undefined;
  /** The same for language folders, by the URL of the folder: `/de/`. */
  readonly notFoundIn: ReadonlyMap<string, Representation>;
}

export interface OriginOptions
  extends SiteOverrides,
    Pick<ProxySettingValues, 'dir' | 'watch' | 'memory' | 'memoryFileLimit' | 'maxMemory' | 'originRefresh'>,
    Pick<ProxySettingValues, 'originCache' | 'originHeaderTimeout' | 'originIdleTimeout' | 'originTimeout' | 'originMaxBody'> {
  readonly log: Log;
  /** Called for every request to another host (milliseconds until its head, and its status unless it failed) and every reused answer. */
  readonly observers: readonly { asked?(milliseconds: number, status: number | undefined): void; reused?(): void }[];
}

export type Resource = Page | Document | Redirect;

/** A page: HTML and, if it has a twin, Markdown at the same URL. Without a twin nothing is negotiated. */
export interface Page {
  readonly kind: 'page';
  readonly html: Representation;
  readonly markdown?: Representation;
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
  readonly content: StoredContent | RemoteContent;
  readonly policies?: HostPolicies;
}

/** An upstream's own policies for its content, which are never weakened. */
export interface HostPolicies {
  /** Its Content-Security-Policy, replacing ours on a page; empty: none is sent. */
  readonly contentSecurityPolicy?: string | undefined;
  readonly frameOptions?: string | undefined;
}

/** A stream of bytes, such as a Node `Readable`. A reader that stops early destroys it. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  destroy(): unknown;
}

/** Bytes on this machine, in one or more codings. */
export interface StoredContent {
  readonly kind: 'stored';
  /** Whether any coding but identity exists, or will: Vary names Accept-Encoding. */
  readonly compressible: boolean;
  readonly identity: StoredBody;
  readonly br?: StoredBody | undefined;
  readonly gzip?: StoredBody | undefined;
}

export interface StoredBody {
  readonly coding: Coding;
  readonly size: number;
  /** Opaque part of the strong ETag; undefined until the bytes of a folder without manifest were read. */
  readonly tag: string | undefined;
  /** Estimated tokens, of Markdown that the build made. */
  readonly tokens?: number | undefined;
  /** Position of a part of a long page. */
  readonly part?: PartFacts | undefined;
  /** The bytes, while they are in memory. */
  readonly bytes: Uint8Array | undefined;
  /**
   * Reads and verifies; afterwards `tag` is known. Returns the bytes, or undefined if they are too many: then use `stream`.
   *
   * @throws {OriginFailure} if the file differs from the snapshot
   */
  load(): Promise<Uint8Array | undefined>;
  /** Streams the bytes from `start` to `end` inclusive; destroys itself if the file changes meanwhile. */
  stream(start: number, end: number): Promise<ByteStream>;
}

/** Content of another host, which evaluates conditions and ranges itself. */
export interface RemoteContent {
  readonly kind: 'remote';
  /** As in {@link StoredBody}. */
  readonly tokens?: number | undefined;
  readonly part?: PartFacts | undefined;
  /**
   * Asks the host for the bytes, or returns a cached answer synchronously.
   *
   * @param method GET or HEAD
   * @param headers the client's; only those of {@link passedOn} reach the host
   * @param begun when the request arrived, by `performance.now()`
   * @returns undefined if the host has nothing there (404, 410, a soft 404); redirects inside the site
   * @throws {OriginFailure} (rejects with it) if the host gives no usable answer
   */
  open(
    method: 'GET' | 'HEAD',
    headers: RequestHeaders,
    begun: number,
  ): RemoteAnswer | Promise<RemoteAnswer | Redirect | undefined>;
}

/** Request fields that are passed on to another host; no others are. */
export const passedOn = [
  'accept-encoding',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
] as const;

/** An answer of another host, reduced to what is passed on. */
export interface RemoteAnswer extends HostPolicies {
  readonly status: 200 | 204 | 206 | 304 | 412 | 416;
  /** The host's own Content-Type, repaired if invalid; replaces the media type of the representation. */
  readonly mediaType?: string;
  /** As the host sent it, with quotes and `W/`. */
  readonly etag?: string;
  /** HTTP-date. */
  readonly lastModified?: string;
  readonly length?: number;
  readonly coding?: string;
  readonly contentRange?: string;
  readonly acceptRanges?: boolean;
  /** Whether the answer depends on Accept-Encoding. */
  readonly variesByCoding?: boolean;
  /** The host's Cache-Control, with `Expires` as max-age. */
  readonly cacheControl?: string;
  /** Age of a cached answer in seconds, at a time by `performance.now()`. */
  readonly age?: (at: number) => number;
  /** Absent for 304, 412, 416 and HEAD; bytes if complete. An error in a stream cuts the client's connection. */
  readonly body?: ByteStream | Uint8Array;
}
