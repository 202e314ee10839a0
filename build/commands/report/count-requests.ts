import { createNearIndex } from '../../contract/near-index.ts';
import { pageUrlAt, stemOfPage, twinUrlOf } from '../../contract/permalinks.ts';
import { redirectLine } from '../../contract/redirects.ts';
import { type Counts, countsOf } from '../../contract/std/collections.ts';
import { surfaceList } from '../../contract/surfaces.ts';
import type { LogEntry } from './log-entry.ts';

/** Kinds of answers, as in the proxy's log. */
export const answerForms = ['html', 'markdown', 'document', 'asset', 'redirect', 'problem'] as const;
export type Form = (typeof answerForms)[number];
export type FormCounts = Record<Form, number>;

/** The figures of a report, most requests first. */
export interface Report {
  readonly requests: number;
  readonly unread: number;
  readonly forms: FormCounts;
  readonly days: readonly { readonly day: string; readonly forms: FormCounts }[];
  readonly agents: readonly { readonly agent: string; readonly requests: number; readonly forms: FormCounts }[];
  /** Requested pages, with requests of each form. */
  readonly pages: readonly { readonly path: string; readonly html: number; readonly markdown: number }[];
  /** Unpublished paths with 404 or 410. */
  readonly missed: readonly { readonly path: string; readonly requests: number; readonly near?: string }[];
  /** Lines of `_redirects` for missed paths that resemble a published one. */
  readonly redirects: readonly string[];
  /** Pages of the folder that are not in the log; absent without a folder. */
  readonly unseen?: readonly string[];
}

/** A built site by its URLs. */
export interface KnownSite {
  /** The base path, no trailing slash. */
  readonly base: string;
  /** Paths of the pages that have a twin. */
  readonly pages: readonly string[];
  readonly has: (path: string) => boolean;
}

/** Limits on paths, agents and days, which clients can invent; exceeded up to twofold for a moment. */
const limits = { paths: 50_000, agents: 2_000, days: 4_000 };
const mostRedirects = 200;

/** Counts requests in bounded memory. */
export function createRequestCounts(site?: KnownSite) {
  const counts = {
    days: createTopCounts(limits.days * answerForms.length),
    agents: createTopCounts(limits.agents * answerForms.length),
    pages: createTopCounts(limits.paths),
    missed: createTopCounts(limits.paths),
  };
  const sums = emptyForms();
  let requests = 0;
  let unread = 0;
  return {
    unread: () => void unread++,
    add({ day, path, status, agent, form: logged }: LogEntry): void {
      const form = formOf(path, status, logged);
      requests++;
      sums[form]++;
      counts.days.add(`${form} ${day}`);
      counts.agents.add(`${form} ${agent}`);
      if (status === 404 || status === 410) counts.missed.add(path);
      else if (form === 'html' || form === 'markdown') counts.pages.add(`${form} ${stemOf(path)}`);
    },
    report(): Report {
      const pages = byName(counts.pages.entries()).map(({ name, forms }) => ({ path: name || '/', ...forms }));
      const near = createNearIndex();
      for (const path of site ? site.pages : pages.map(({ path }) => path)) near.add(path);
      const missed = counts.missed
        .entries()
        .filter(([path]) => !site?.has(within(path)))
        .map(([path, requests]) => {
          const page = near.nearest(stemOf(path) || '/');
          if (page === undefined) return { path, requests };
          return { path, requests, near: (site?.base ?? '') + (path.endsWith('.md') ? twinUrlOf(page, () => false) : page) };
        });
      const seen = new Set(pages.map(({ path }) => path));
      return {
        ...{ requests, unread, forms: sums },
        days: byName(counts.days.entries())
          .map(({ name, forms }) => ({ day: name, forms }))
          .filter(({ day }) => day !== '')
          .sort((a, b) => (a.day < b.day ? -1 : 1)),
        agents: byName(counts.agents.entries()).map(({ name, requests, forms }) => ({ agent: name, requests, forms })),
        pages: pages.map(({ path, html, markdown }) => ({ path: (site?.base ?? '') + path, html, markdown })),
        missed,
        redirects: missed.slice(0, mostRedirects).flatMap(({ path, near }) => redirectFor(path, near)),
        ...(site && { unseen: site.pages.filter((path) => !seen.has(stemOfPage(path) || '/')).map((path) => site.base + path) }),
      };
    },
  };

  function within(path: string): string {
    return site?.base && `${path}/`.startsWith(`${site.base}/`) ? path.slice(site.base.length) || '/' : path;
  }

  /** All spellings of a page and its twin: `/about/`, `/about.html`, `/about.md` → `/about`. */
  function stemOf(path: string): string {
    return stemOfPage(pageUrlAt(within(path).replace(/(?:\/index)?\.md$/, '')));
  }
}

const emptyForms = (): FormCounts => ({ html: 0, markdown: 0, document: 0, asset: 0, redirect: 0, problem: 0 });

/** Counts of `form name` by name, most requests first. */
function byName(entries: readonly (readonly [string, number])[]) {
  const groups = new Map<string, FormCounts>();
  for (const [key, count] of entries) {
    const at = key.indexOf(' ');
    const name = key.slice(at + 1);
    if (!groups.has(name)) groups.set(name, emptyForms());
    groups.get(name)![key.slice(0, at) as Form] += count;
  }
  const rows = [...groups].map(([name, forms]) => ({ name, forms, requests: Object.values(forms).reduce((a, b) => a + b, 0) }));
  return rows.sort((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1));
}

/** Names of documents, at the root or in sections. */
const documentNames = countsOf(
  surfaceList.filter(({ kind }) => kind === 'artifact' || kind === 'live').map(({ path }) => lastSegment(path)),
);

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The kind of an answer: from the log, else from its status, media type and path. */
function formOf(path: string, status: number, logged: string): Form {
  if ((answerForms as readonly string[]).includes(logged)) return logged as Form;
  if (status >= 400) return 'problem';
  if (status >= 300 && status !== 304) return 'redirect';
  if (documentNames.has(lastSegment(path))) return 'document';
  if (path.endsWith('.md') || logged.startsWith('text/markdown')) return 'markdown';
  return logged.startsWith('text/html') || /(?:^|\/)[^/.]*$|\.html?$/.test(path) ? 'html' : 'asset';
}

/** A rule, unless its path has characters of a pattern. */
const redirectFor = (path: string, near: string | undefined): string[] =>
  near === undefined || /[:*#{]/.test(path) || path === near ? [] : [redirectLine(path, near).trimEnd()];

/** Counts of arbitrary names, in bounded memory. */
export interface TopCounts {
  add(name: string): void;
  /** Names and counts, the most frequent first, then by name. */
  entries(): [name: string, count: number][];
}

/**
 * @param most names that are always kept. At twice as many the rarer half is dropped; a name that returns starts at 1, so
 *   its count may be too low, never too high.
 */
export function createTopCounts(most: number): TopCounts {
  let counts: Counts = new Map();
  const entries = (): [string, number][] => [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return {
    add(name) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (counts.size >= 2 * most) counts = new Map(entries().slice(0, most));
    },
    entries,
  };
}
