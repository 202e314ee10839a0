import type { PartFacts } from './manifest.ts';
import type { SiteFacts } from './site-facts.ts';

/** The only format of an {@link EdgeSite} so far. */
export const edgeSiteVersion = 1;

/** A built site for a fetch handler: JSON, written by `diptych export`. */
export interface EdgeSite {
  readonly version: typeof edgeSiteVersion;
  /** Name and version of the program that made it. */
  readonly generator?: string;
  readonly facts: SiteFacts;
  /** Text of `_redirects`; empty if there is none. */
  readonly redirects: string;
  /**
   * Files with a URL, and `404.html`, by path: hash for the ETag, size in bytes, tokens (about) of Markdown made by the build,
   * and the position of a part of a long page.
   */
  readonly files: Readonly<Record<string, readonly [tag: string, size: number, tokens?: number, part?: PartFacts]>>;
}

/** The type of the imported JSON file, where compilers know `version` only as a number. */
export interface EdgeSiteJson extends Pick<EdgeSite, 'redirects'> {
  readonly version: number;
  readonly facts: object;
  readonly files: object;
}

/** Length of the hash in an ETag, in characters: 132 bits. */
export const tagLength = 22;
