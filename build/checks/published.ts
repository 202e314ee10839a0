import type { Page } from '../page.ts';
import { type Answer, decodedPath, other, readAnswers, readNames } from './answers.ts';
import type { CheckInput } from './check.ts';
import { createRedirection } from './redirection.ts';

/** Where a reference leads. */
export type Destination =
  | { readonly kind: 'elsewhere' }
  /** Not a URL, or its percent-encoding is broken. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'here'; readonly path: string; readonly fragment: string; readonly answer: Answer | undefined };

/** What will be published, asked by URL. */
export interface Published {
  /** What answers at a decoded path; other spellings and redirects are followed. */
  at(path: string): Answer | undefined;
  /** The page that a decoded path names, or whose twin it names, whether or not either is published. */
  pageOf(path: string): Page | undefined;
  /** Where a reference leads that stands in a page, or in a document, whose references are absolute. */
  resolve(target: string, from?: Page): Destination;
  /** Whether nothing answers there, or what answers has no element that the fragment names. */
  isDeadEnd(destination: Destination): boolean;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A root-relative path that a URL parser would leave as it is. */
const PLAIN_PATH = /^\/(?!\/)(?!.*\/\.)[\w\-./~!$&'()*+,;=:@]*$/;
/** Redirects that are followed before they count as a loop. */
const hops = 5;

export function createPublished({ site, pages, files }: Pick<CheckInput, 'site' | 'pages' | 'files'>): Published {
  const origin = site.settings.url;
  const answers = readAnswers({ pages, files });
  const names = readNames(pages);
  const redirection = createRedirection(site.redirects);
  const ids = new Map<Page, Set<string>>();
  const cache = new Map<string, Destination>();

  function at(path: string, left = hops): Answer | undefined {
    const known = answers.get(path);
    if (known) return known;
    const to = redirection(path);
    if (to === undefined || left === 0) return undefined;
    if (to === '') return other;
    const next = place(to, '/');
    return next.kind === 'here' ? at(next.path, left - 1) : next.kind === 'elsewhere' ? other : undefined;
  }

  /** Where a reference points, whatever answers there. */
  function place(
    target: string,
    base: string,
  ): Exclude<Destination, { kind: 'here' }> | { kind: 'here'; path: string; fragment: string } {
    const scheme = SCHEME.exec(target)?.[0].toLowerCase();
    if (scheme && scheme !== 'http:' && scheme !== 'https:') return { kind: 'elsewhere' };
    const from = base.startsWith('/') ? origin + base : base;
    if (!URL.canParse(target, from)) return { kind: 'malformed' };
    const url = new URL(target, from);
    if (url.origin !== origin) return { kind: 'elsewhere' };
    const path = decodedPath(url.pathname);
    return path === undefined ? { kind: 'malformed' } : { kind: 'here', path, fragment: url.hash.slice(1) };
  }

  function resolveFresh(target: string, base: string): Destination {
    const found = PLAIN_PATH.test(target) ? { kind: 'here' as const, path: target, fragment: '' } : place(target, base);
    return found.kind === 'here' ? { ...found, answer: at(found.path) } : found;
  }

  return {
    at: (path) => at(path),
    pageOf: (path) => names.get(path),
    resolve(target, from) {
      const base = from ? baseOf(from, origin) : '/';
      // The same from every page, or from every page of the folder; a bare fragment or query is the page's own.
      const isRooted = target.startsWith('/') || SCHEME.test(target);
      const key = isRooted ? target : `${/^\s*[#?]/.test(target) ? base : base.slice(0, base.lastIndexOf('/') + 1)}\0${target}`;
      let destination = cache.get(key);
      if (!destination) {
        destination = resolveFresh(target.trim(), base);
        cache.set(key, destination);
      }
      return destination;
    },
    isDeadEnd(destination) {
      if (destination.kind === 'elsewhere') return false;
      if (destination.kind === 'malformed' || !destination.answer) return true;
      const { answer, fragment } = destination;
      return fragment !== '' && answer.kind !== 'other' && !hasFragment(answer.page, fragment, ids);
    },
  };
}

function hasFragment(page: Page, fragment: string, ids: Map<Page, Set<string>>): boolean {
  // `:~:text=` is for the browser (URL Fragment Text Directives); `#/…` and `#!…` are routes of a script.
  const name = fragment.replace(/:~:.*$/s, '');
  // HTML, 7.4.6.3: the empty fragment and `top` are the top of the page.
  if (name === '' || /^[/!]/.test(name) || /^top$/i.test(name) || page.leftOut === 'redirect') return true;
  let own = ids.get(page);
  if (!own) {
    own = new Set(page.facts.ids);
    ids.set(page, own);
  }
  return own.has(name) || own.has(decodedPath(name) ?? name);
}

/** What the relative references of a page are relative to: its path, or what its `base` element says. */
function baseOf({ url, facts }: Page, origin: string): string {
  if (!facts.base || !URL.canParse(facts.base, origin + url)) return url;
  const base = new URL(facts.base, origin + url);
  return base.origin === origin ? base.pathname : base.href;
}
