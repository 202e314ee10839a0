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
 * What the tag of a representation begins with: no two of a URL share one, though they may be files of another host that do,
 * for nginx makes a tag of time and size.
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
 * Where content comes from: a folder held in memory, or any static host. An origin says what is published at a
 * path; negotiation, conditions, headers and problems are the proxy's, the same for every origin.
 */
export interface Origin {
  /** Facts of the site as the origin holds it now; a new build replaces the whole object. */
  readonly site: Site;
  /**
   * What is published at a path: percent-encoded in the spelling of `normalPath`, without query, starting with
   * exactly one slash. A folder answers at once, another host by a promise.
   *
   * @param begun when the request came, by `performance.now()`
   * @throws {OriginFailure} (or rejects with it) when a host cannot be asked, or not in time
   */
  find(path: string, begun: number): Resource | undefined | Promise<Resource | undefined>;
  /**
   * What a request waits for before its path means anything: the path below which the site of an upstream lies is not known yet.
   * Never rejects.
   */
  opening?(headers: RequestHeaders): Promise<void> | undefined;
  /** `degraded`: a broken build waits, or the host is away; what was good before is served on. */
  readonly status: 'ok' | 'degraded';
  /** Names the build that is served, by its manifest; undefined without one. */
  readonly build?: string | undefined;
  /** Calls back whenever `site` was replaced. */
  onChange(listener: () => void): void;
  /** Looks for a new build now (SIGHUP). Never rejects: a build that cannot be used is logged. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** What the proxy knows of the site that it publishes: read by the origin, replaced as a whole by a new build. */
export interface Site extends SiteFacts {
  /** Whether a link may point there: the URL is published. */
  has(path: string): boolean;
  /** The published path nearest to one that is not, within a bounded cost. */
  nearest(path: string): string | undefined;
  /** `404.html`, for browsers. */
  readonly notFound: Representation | undefined;
  /** The same for what lies below the folder of a language, by the URL of the folder: `/de/`. */
  readonly notFoundIn: ReadonlyMap<string, Representation>;
}

/** What an origin needs of the proxy's options. */
export interface OriginOptions
  extends SiteOverrides,
    Pick<ProxySettingValues, 'dir' | 'watch' | 'memory' | 'memoryFileLimit' | 'maxMemory' | 'originRefresh'>,
    Pick<ProxySettingValues, 'originCache' | 'originHeaderTimeout' | 'originIdleTimeout' | 'originTimeout' | 'originMaxBody'> {
  readonly log: Log;
  /**
   * Told of every request to another host: milliseconds until its head was complete, and its status unless it failed; and of
   * every answer of it that is used again.
   */
  readonly observers: readonly { asked?(milliseconds: number, status: number | undefined): void; reused?(): void }[];
}

export type Resource = Page | Document | Redirect;

/** A page: HTML and, where it has a twin, Markdown at the same URL. Without a twin there is nothing to negotiate. */
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
  /** The row of the contract that it answers for, if any. */
  readonly surface?: SurfaceId | undefined;
  readonly content: StoredContent | RemoteContent;
  /** Policies that the upstream sent with it when it was read. */
  readonly policies?: HostPolicies;
}

/** What another host says of its content; it is never weakened. */
export interface HostPolicies {
  /** Its Content-Security-Policy, instead of ours on a page; empty: none is sent. */
  readonly contentSecurityPolicy?: string | undefined;
  /** Its X-Frame-Options. */
  readonly frameOptions?: string | undefined;
}

/** Bytes as they come. A reader that stops early destroys them; a Node `Readable` is one. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  destroy(): unknown;
}

/** Bytes on this machine, in one or more codings. */
export interface StoredContent {
  readonly kind: 'stored';
  /** Whether any coding but identity exists or will: Vary names Accept-Encoding. */
  readonly compressible: boolean;
  readonly identity: StoredBody;
  readonly br?: StoredBody | undefined;
  readonly gzip?: StoredBody | undefined;
}

/** The bytes of one coding. */
export interface StoredBody {
  readonly coding: Coding;
  readonly size: number;
  /** Opaque part of the strong ETag; undefined until the bytes of a folder without manifest were read. */
  readonly tag: string | undefined;
  /** About how many tokens it is to a language model: of Markdown that the build made. */
  readonly tokens?: number | undefined;
  /** Of a part of a long page: where it stands. */
  readonly part?: PartFacts | undefined;
  /** The bytes, while they are in memory. */
  readonly bytes: Uint8Array | undefined;
  /**
   * Reads and verifies; afterwards `tag` is known. Returns the bytes, or undefined if they are too many to hold: then use `stream`.
   *
   * @throws {OriginFailure} when the file is no longer what the snapshot says
   */
  load(): Promise<Uint8Array | undefined>;
  /** Streams the bytes from `start` to `end` inclusive; destroys itself when the file changes meanwhile. */
  stream(start: number, end: number): Promise<ByteStream>;
}

/** Bytes that another host holds: it evaluates conditions and ranges itself. */
export interface RemoteContent {
  readonly kind: 'remote';
  /** These two as of {@link StoredBody}. */
  readonly tokens?: number | undefined;
  readonly part?: PartFacts | undefined;
  /**
   * Asks the host for the bytes, unless an answer of before may be used: that one comes at once.
   *
   * @param method GET or HEAD
   * @param headers the client's; only those of {@link passedOn} reach the host
   * @param begun when the request came, by `performance.now()`
   * @returns undefined when the host has nothing there (404, 410, a soft 404); a redirect inside the site as such
   * @throws {OriginFailure} (rejects with it) when the host gives no usable answer
   */
  open(
    method: 'GET' | 'HEAD',
    headers: RequestHeaders,
    begun: number,
  ): RemoteAnswer | Promise<RemoteAnswer | Redirect | undefined>;
}

/** Request headers that reach another host; everything else is the proxy's own business. */
export const passedOn = [
  'accept-encoding',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
] as const;

/** What another host answered, stripped to what may be passed on. */
export interface RemoteAnswer extends HostPolicies {
  readonly status: 200 | 204 | 206 | 304 | 412 | 416;
  /** Replaces the media type of the representation: the host's own Content-Type, repaired if it is not one. */
  readonly mediaType?: string;
  /** As the host sent it, quotes and `W/` included. */
  readonly etag?: string;
  /** HTTP-date. */
  readonly lastModified?: string;
  readonly length?: number;
  readonly coding?: string;
  /** Content-Range, as the host sent it. */
  readonly contentRange?: string;
  readonly acceptRanges?: boolean;
  /** Whether the answer depends on Accept-Encoding. */
  readonly variesByCoding?: boolean;
  /** What the host lets caches do: directives of Cache-Control, `Expires` included as max-age. */
  readonly cacheControl?: string;
  /** Of an answer that is kept and comes again: its age in seconds at a time, by `performance.now()`. */
  readonly age?: (at: number) => number;
  /** Absent for 304, 412, 416 and HEAD; bytes if it is complete already. An error in a stream cuts the client's connection. */
  readonly body?: ByteStream | Uint8Array;
}
