import type { IncomingHttpHeaders } from 'node:http';
import { type IsPage, twinUrlAt } from '../../../build/contract/permalinks.ts';
import { directivesOf, secondsOf } from '../../http/cache-control.ts';
import { Generations } from '../../http/generations.ts';
import type { Role } from '../origin.ts';

/** Most representations whose directives are remembered. */
const REMEMBERED = 200_000;

export type CachingMemory = ReturnType<typeof createCachingMemory>;

/** What the host lets caches do, by its latest whole answers; empty where it says nothing. */
export function createCachingMemory(isPage: IsPage) {
  const known = new Generations<string, string>(REMEMBERED);
  const keyOf = (role: Role, path: string): string => (role === 'page' ? `page ${twinUrlAt(path, isPage)}` : path);
  /** Directives of the last whole answer for the page of a twin: it is the same content. */
  const ofPage = (role: Role, path: string): string => (role === 'twin' && known.get(`page ${path}`)) || '';

  return {
    ofPage,
    /** What holds for an answer with this head; that of a whole one is remembered for a 304 that says nothing. */
    of(role: Role, path: string, status: number, headers: IncomingHttpHeaders): string | undefined {
      const key = keyOf(role, path);
      const own = cachingOf(headers) ?? '';
      if (status === 200 || status === 206) known.set(key, own);
      const kept = own === '' && status === 304 ? known.get(key) : own;
      return [kept, ofPage(role, path)].filter(Boolean).join(', ') || undefined;
    },
  };
}

/** Directives of Cache-Control; Expires stands in for its max-age (RFC 9111 §5.3). Undefined when there are neither. */
export function cachingOf(headers: IncomingHttpHeaders): string | undefined {
  const { 'cache-control': control = '', expires, date } = headers;
  if (expires === undefined || /max-age/i.test(control)) return control || undefined;
  const seconds = Math.trunc((Date.parse(expires) - (date === undefined ? Date.now() : Date.parse(date))) / 1000);
  return `${control === '' ? '' : `${control}, `}max-age=${seconds > 0 ? seconds : 0}`;
}

/**
 * How long from now on a whole answer may be used without asking again, in seconds; not above 0: it must not be kept
 * (RFC 9111 §3), or the host gives no time, and none is guessed. Nothing of a request but its path and its codings reaches
 * the host, so that of all Vary only `*` matters. What ends with its connection may be cut without a sign.
 *
 * @param page what the host says of the page of a twin; empty: nothing
 * @param age of the answer, in seconds
 * @param given what the owner of the site says in the place of the host, in seconds
 */
export function secondsLeft(headers: IncomingHttpHeaders, page: string, age: number, given: number | null): number {
  const { vary = '', 'content-length': length, 'transfer-encoding': coding, 'set-cookie': cookie } = headers;
  if (vary.includes('*') || (length ?? coding) === undefined || cookie !== undefined) return 0;
  const directives = [cachingOf(headers) ?? '', ...(page === '' ? [] : [page])].map(directivesOf);
  if (directives.flat().some(([name]) => forbidding.has(name))) return 0;
  return given ?? Math.min(...directives.map(lifetimeOf)) - age;
}

const forbidding: ReadonlySet<string> = new Set(['no-store', 'private', 'no-cache']);

/** What directives give a shared cache, in seconds (RFC 9111 §4.2.1); of one that is there twice, the shorter. */
function lifetimeOf(directives: ReturnType<typeof directivesOf>): number {
  const of = (wanted: string): number[] => directives.flatMap(([name, value]) => (name === wanted ? [secondsOf(value)] : []));
  const shared = of('s-maxage');
  const [first = 0, ...others] = shared.length > 0 ? shared : of('max-age');
  return Math.min(first, ...others);
}

/** Age of an answer that just came, in seconds (RFC 9111 §4.2.3). `delay`: how long the host took, in seconds. */
export function ageOf({ age, date }: IncomingHttpHeaders, delay: number): number {
  const apparent = (Date.now() - Date.parse(date ?? '')) / 1000;
  return Math.max((Number(age) || 0) + delay, apparent || 0, 0);
}
