import type { Manifest } from '../../contract/manifest.ts';
import type { PageFailure } from '../../page/messages.ts';
import { decodeHtml } from '../../page/parse-html.ts';

/** A site of any generator, as found in a folder or by its URL. */
export interface FoundSite {
  /** The manifest of its build; empty without one. */
  readonly built: Partial<Manifest>;
  /** Its public URL; undefined if neither it nor the caller says one. */
  readonly url: string | undefined;
  /** Output files of its pages, and how each is read. */
  readonly pages: readonly string[];
  readonly read: (file: string) => string;
  /** Called for each page that was read. */
  readonly progress?: ((done: number, all: number) => void) | undefined;
  /** Its twins and documents. */
  readonly texts: ReadonlyMap<string, string>;
  readonly files: ReadonlySet<string>;
  readonly redirects: ReadonlyMap<string, string>;
  /** Pages without twin according to the build. */
  readonly failures?: readonly PageFailure[];
  /** Whether a file is as the build wrote it. */
  readonly isUntouched?: (file: string) => boolean;
  /** How findings name a file. */
  readonly nameOf: (file: string) => string;
  /** Reasons why something cannot be checked. */
  readonly notes: readonly string[];
  /** The answers of a site that is served. */
  readonly served?: ServedAnswers;
}

/** What was asked of a served site, and how to ask for more. */
export interface ServedAnswers {
  readonly home: Served;
  readonly pages: ReadonlyMap<string, ServedPage>;
  readonly documents: readonly Served[];
  readonly client: SiteClient;
}

/** Sends requests to one site. */
export interface SiteClient {
  /** The answer to a request; on failure with status 0 and the reason as body. */
  ask(path: string, accept: string, method?: 'GET' | 'HEAD'): Promise<Served>;
}

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

/** Requests at once. */
export const atOnce = 4;

/** Milliseconds of one answer. */
const timeout = 15_000;

/** Sends requests to one origin, without following redirects. */
export const createSiteClient = (origin: string, fetch: typeof globalThis.fetch): SiteClient => ({
  async ask(path, accept, method = 'GET') {
    try {
      const answer = await fetch(origin + path, {
        method,
        headers: { accept },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      });
      const body = decodeHtml(Buffer.from(await answer.arrayBuffer()));
      return { path, accept, status: answer.status, headers: new Map(answer.headers), body };
    } catch (error) {
      const { message, cause } = error as Error;
      return { path, accept, status: 0, headers: new Map(), body: cause instanceof Error ? cause.message || message : message };
    }
  },
});
