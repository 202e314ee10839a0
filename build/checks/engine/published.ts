import { decodedPath } from '../../contract/permalinks.ts';
import { jsonOf, objectOf } from '../../contract/site-facts.ts';
import { basePathOf, parseUrl, pathWithin } from '../../contract/site-url.ts';
import type { SitePage } from '../../page/page.ts';
import type { CheckInput } from '../finding.ts';
import { createAddresses, other, type PathAnswer } from './addresses.ts';

export type Destination = Elsewhere | Malformed | Beside | Here;

interface Elsewhere {
  readonly kind: 'elsewhere';
  readonly isDeadEnd: false;
}

/** Not a URL, or broken percent-encoding. */
interface Malformed {
  readonly kind: 'malformed';
  readonly isDeadEnd: true;
}

/** Outside the base path of the site, which has such a page or file itself: the base path was forgotten. */
interface Beside {
  readonly kind: 'beside';
  readonly isDeadEnd: true;
  /** The probable target, from the root of the host. */
  readonly meant: string;
}

interface Here {
  readonly kind: 'here';
  /** Decoded. */
  readonly path: string;
  readonly fragment: string;
  readonly answer: PathAnswer | undefined;
  /** Whether nothing answers, or the page has no element with the id of the fragment. */
  readonly isDeadEnd: boolean;
}

export type Published = ReturnType<typeof createPublished>;

const ELSEWHERE: Elsewhere = { kind: 'elsewhere', isDeadEnd: false };
const MALFORMED: Malformed = { kind: 'malformed', isDeadEnd: true };
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A root-relative path in normal form. */
const PLAIN_PATH = /^\/(?!\/)(?!.*\/\.)[\w\-./~!$&'()*+,;=:@]*$/;
/** Redirects to follow before they count as a loop. */
const hops = 5;

export function createPublished({ site, pages, files }: Pick<CheckInput, 'site' | 'pages' | 'files'>) {
  const siteUrl = site.settings.url;
  const { origin } = new URL(siteUrl);
  const base = basePathOf(siteUrl);
  const addresses = createAddresses({ site, pages, files });
  const redirection = createRedirection(site.redirects);
  const ids = new Map<SitePage, Set<string>>();
  /** By target if it is the same for all pages, else by base and target. */
  const cache = new Map<string, Destination>();

  function answerAt(path: string, left = hops): PathAnswer | undefined {
    const answer = addresses.answerAt(path);
    if (answer) return answer;
    const to = redirection(path);
    if (to === undefined || left === 0) return undefined;
    if (to === '') return other;
    // Redirects are root-relative.
    const next = place(to.startsWith('/') ? siteUrl + to : to, '/');
    return next.kind === 'here' ? answerAt(next.path, left - 1) : next.kind === 'elsewhere' ? other : undefined;
  }

  /** The location of a target, not its answer. */
  function place(target: string, from: string): Elsewhere | Malformed | Beside | Pick<Here, 'kind' | 'path' | 'fragment'> {
    const local = pathWithin(siteUrl, target) ?? (base === '' ? target : (pathWithin(base, target) ?? ''));
    const hash = local.indexOf('#');
    const path = hash < 0 ? local : local.slice(0, hash);
    if (PLAIN_PATH.test(path)) return { kind: 'here', path, fragment: hash < 0 ? '' : local.slice(hash + 1) };
    const scheme = SCHEME.exec(target)?.[0].toLowerCase();
    if (scheme && scheme !== 'http:' && scheme !== 'https:') return ELSEWHERE;
    const absolute = from.startsWith('/') ? siteUrl + from : from;
    const url = parseUrl(target, absolute);
    if (!url) return MALFORMED;
    if (url.origin !== origin) return ELSEWHERE;
    const within = pathWithin(siteUrl, url.origin + url.pathname);
    const decoded = decodedPath(within ?? url.pathname);
    if (decoded === undefined) return MALFORMED;
    if (within !== undefined) return { kind: 'here', path: decoded, fragment: url.hash.slice(1) };
    // The root of the host is a page of its own.
    if (decoded === '/' || !answerAt(decoded)) return ELSEWHERE;
    return { kind: 'beside', isDeadEnd: true, meant: base + url.pathname + url.search + url.hash };
  }

  function resolveFresh(target: string, from: string): Destination {
    const found = place(target, from);
    if (found.kind !== 'here') return found;
    const answer = answerAt(found.path);
    return { ...found, answer, isDeadEnd: !answer || (answer.kind !== 'other' && !hasFragment(answer.page, found.fragment)) };
  }

  function hasFragment(page: SitePage, fragment: string): boolean {
    if (fragment === '') return true;
    let own = ids.get(page);
    if (!own) {
      own = new Set(page.facts.ids);
      ids.set(page, own);
    }
    if (own.has(fragment)) return true;
    // `:~:text=` is for the browser (URL Fragment Text Directives); `#/…` and `#!…` are routes of scripts.
    const name = fragment.replace(/:~:.*$/s, '');
    // HTML, 7.4.6.3: the empty fragment and `top` are the top of the page.
    if (name === '' || /^[/!]/.test(name) || /^top$/i.test(name) || page.leftOut === 'redirect') return true;
    return own.has(name) || own.has(decodedPath(name) ?? name);
  }

  /** A fragment of the page itself, as in tables of contents. Not cached, because no two pages share them. */
  function ownFragment(page: SitePage, fragment: string): Here {
    return {
      kind: 'here',
      path: decodedPath(page.url)!,
      fragment,
      answer: { kind: 'page', page },
      isDeadEnd: !hasFragment(page, fragment),
    };
  }

  return {
    pageOf: addresses.pageOf,
    /** Resolves a reference of a page, or an absolute one of a document. */
    resolve(target: string, from?: SitePage): Destination {
      if (from && target.startsWith('#') && !from.facts.base) return ownFragment(from, target.slice(1));
      const known = cache.get(target);
      if (known) return known;
      const at = from ? baseOf(from, siteUrl) : '/';
      // Equal for all pages, or all pages of a folder; a fragment or query alone belongs to its page.
      const isRooted = target.startsWith('/') || SCHEME.test(target);
      const key = isRooted ? target : `${/^\s*[#?]/.test(target) ? at : at.slice(0, at.lastIndexOf('/') + 1)}\0${target}`;
      const cached = isRooted ? undefined : cache.get(key);
      if (cached) return cached;
      // A copy: a slice of a text keeps all of it in memory.
      const own = structuredClone(target);
      const destination = resolveFresh(own.trim(), at);
      cache.set(isRooted ? own : key, destination);
      return destination;
    },
  };
}

/** The base of the relative references of a page: its path, or the URL of its `base` element. */
const baseOf = ({ url, facts }: SitePage, siteUrl: string): string =>
  (facts.base && parseUrl(facts.base, siteUrl + url)?.href) || url;

/**
 * Makes a function from decoded paths to redirect targets: undefined without redirect, empty for a pattern (`/old/*`,
 * `/old/:name`, as in `_redirects` of Netlify and Cloudflare Pages), whose target is not followed.
 */
function createRedirection(redirects: ReadonlyMap<string, string>): (path: string) => string | undefined {
  const exact = new Map([...redirects].map(([from, to]) => [decodedPath(from) ?? from, to]));
  const patterns = [...exact.keys()].filter((from) => /\*|\/:\w/.test(from)).map(patternOf);
  return (path) => exact.get(path) ?? (patterns.some((pattern) => pattern.test(path)) ? '' : undefined);
}

const patternOf = (from: string): RegExp =>
  new RegExp(
    `^${from
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\/:\w+/g, '/[^/]+')
      .replace(/\*/g, '.*')}$`,
  );

/**
 * The files of an output folder that scripts of a `package.json` name: a step after the build writes them, such as
 * `tailwindcss -o _site/tailwind.css`.
 *
 * @param manifest text of the `package.json`; undefined without one
 * @param folder relative to the folder of the `package.json`
 * @returns paths relative to the output folder
 * @example filesOfScripts('{"scripts": {"css": "tailwindcss -o dist/site.css"}}', 'dist') // ['site.css']
 */
export function filesOfScripts(manifest: string | undefined, folder: string): string[] {
  const place = `${folder.replace(/^\.\//, '').replace(/\/$/, '')}/`;
  const words = Object.values(objectOf(jsonOf(manifest).scripts)).flatMap((script) => String(script).split(/[\s"'=;&|<>()]+/));
  return words
    .map((word) => word.replace(/^\.\//, ''))
    .flatMap((word) => (word.startsWith(place) && /\.\w+$/.test(word) ? [word.slice(place.length)] : []));
}
