/** The answer to one request. */
export interface Served {
  /** Path with query, percent-encoded, as it was requested. */
  readonly path: string;
  /** The Accept header that was sent. */
  readonly accept: string;
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The answers for one page. */
export interface ServedPage {
  readonly file: string;
  /** With `Accept: text/html`. */
  readonly html: Served;
  /** With `Accept: text/markdown`. */
  readonly markdown: Served;
  /** The twin at its own URL. */
  readonly twin: Served;
}

/** A URL of the site that a document or a header leads programs to. */
export interface Announcement {
  /** What announces it: `openapi.json`, `Link of /`. */
  readonly by: string;
  /** Path with query. */
  readonly path: string;
  /** What must stand there, of a URL with a fragment. */
  readonly fragment?: string;
}

export interface ServedSite {
  /** Public pages. */
  readonly pages: readonly ServedPage[];
  readonly documents: readonly Served[];
  /** For a path that is not published: as a program, as a person, and as Markdown. */
  readonly missing: readonly Served[];
  /** What the site announces to programs, each with its answer. */
  readonly announced: readonly (Announcement & { readonly answer: Served })[];
}

/** Media type of an answer, without parameters, in lower case. */
export const mediaTypeOfAnswer = ({ headers }: Served): string =>
  (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
