import type { PartFacts } from './manifest.ts';
import type { SiteFacts } from './site-facts.ts';

/** The only format of an {@link EdgeSite} so far. */
export const edgeSiteVersion = 1;

/** What a fetch handler must know of a built site: JSON, written by `diptych export`. */
export interface EdgeSite {
  readonly version: typeof edgeSiteVersion;
  /** What made it. */
  readonly generator?: string;
  readonly facts: SiteFacts;
  /** Text of `_redirects`; empty if there is none. */
  readonly redirects: string;
  /**
   * Every file of the folder that has a URL, and `404.html`, by path: what its ETag is made of, its size in bytes, and about
   * how many tokens it is if the build made it and it is Markdown, and where it stands if it is a part of a long page.
   */
  readonly files: Readonly<Record<string, readonly [tag: string, size: number, tokens?: number, part?: PartFacts]>>;
}

/** The same as the import of a JSON file has it: compilers know the members, and of the version that it is a number. */
export interface EdgeSiteJson extends Pick<EdgeSite, 'redirects'> {
  readonly version: number;
  readonly facts: object;
  readonly files: object;
}

/** Characters of a file's hash that its ETag consists of: 132 bits. */
export const tagLength = 22;
