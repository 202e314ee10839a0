export interface Served {
  /** Requested path with query, percent-encoded. */
  readonly path: string;
  /** The Accept header that was sent. */
  readonly accept: string;
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface ServedPage {
  readonly file: string;
  /** With `Accept: text/html`. */
  readonly html: Served;
  /** With `Accept: text/markdown`. */
  readonly markdown: Served;
  readonly twin: Served;
}

/** A URL of the site that a document or field announces to programs. */
export interface Announcement {
  /** Its source: `openapi.json`, `Link of /`. */
  readonly by: string;
  /** Path with query. */
  readonly path: string;
  readonly fragment?: string;
}

export interface ServedSite {
  readonly pages: readonly ServedPage[];
  readonly documents: readonly Served[];
  /** Answers for an unpublished path: to a program, to a browser, and as Markdown. */
  readonly missing: readonly Served[];
  /** Announced targets, each with its answer. */
  readonly announced: readonly (Announcement & { readonly answer: Served })[];
}

/** Media type of an answer, without parameters, in lower case. */
export const mediaTypeOfAnswer = ({ headers }: Served): string =>
  (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
