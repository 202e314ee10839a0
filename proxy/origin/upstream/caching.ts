import type { IncomingHttpHeaders } from 'node:http';
import { type IsPage, twinUrlAt } from '../../../build/contract/permalinks.ts';
import { directivesOf, secondsOf } from '../../http/cache-control.ts';
import { Generations } from '../../http/generations.ts';
import type { Role } from '../origin.ts';

/** Most representations whose directives are remembered. */
const REMEMBERED = 200_000;

export type CachingMemory = ReturnType<typeof createCachingMemory>;

/** Remembers Cache-Control of the host's latest full answers; empty without one. */
export function createCachingMemory(isPage: IsPage) {
  const known = new Generations<string, string>(REMEMBERED);
  const keyOf = (role: Role, path: string): string => (role === 'page' ? `page ${twinUrlAt(path, isPage)}` : path);
  /** Directives of the last full answer for the page of a twin, which is the same content. */
  const ofPage = (role: Role, path: string): string => (role === 'twin' && known.get(`page ${path}`)) || '';

  return {
    ofPage,
    /** The directives for an answer with this head; those of a full answer are remembered for a 304 without any. */
    of(role: Role, path: string, status: number, headers: IncomingHttpHeaders): string | undefined {
      const key = keyOf(role, path);
      const control = cachingOf(headers) ?? '';
      if (status === 200 || status === 206) known.set(key, control);
      const kept = control === '' && status === 304 ? known.get(key) : control;
      return [kept, ofPage(role, path)].filter(Boolean).join(', ') || undefined;
    },
  };
}

/** Directives of Cache-Control; Expires replaces a missing max-age (RFC 9111 §5.3). Undefined without both. */
export function cachingOf(headers: IncomingHttpHeaders): string | undefined {
  const { 'cache-control': control = '', expires, date } = headers;
  if (expires === undefined || /max-age/i.test(control)) return control || undefined;
  const seconds = Math.trunc((Date.parse(expires) - (date === undefined ? Date.now() : Date.parse(date))) / 1000);
  return `${control === '' ? '' : `${control}, `}max-age=${seconds > 0 ? seconds : 0}`;
}

/**
 * How long a full answer may be reused without asking again, in seconds; 0 or less: it must not be cached (RFC 9111 §3), or
 * the host gives no lifetime, and none is guessed. Only path and codings of a request reach the host, so Vary matters only if
 * it is `*`. An answer that ends with its connection may be cut without a sign.
 *
 * @param page the host's Cache-Control for the page of a twin; may be empty
 * @param age of the answer, in seconds
 * @param override lifetime set by the owner in place of the host's, in seconds
 */
export function secondsLeft(headers: IncomingHttpHeaders, page: string, age: number, override: number | null): number {
  const { vary = '', 'content-length': length, 'transfer-encoding': coding, 'set-cookie': cookie } = headers;
  if (vary.includes('*') || (length ?? coding) === undefined || cookie !== undefined) return 0;
  const directives = [cachingOf(headers) ?? '', ...(page === '' ? [] : [page])].map(directivesOf);
  if (directives.flat().some(([name]) => forbidding.has(name))) return 0;
  return override ?? Math.min(...directives.map(lifetimeOf)) - age;
}

const forbidding: ReadonlySet<string> = new Set(['no-store', 'private', 'no-cache']);

/** Lifetime for a shared cache, in seconds (RFC 9111 §4.2.1); the shorter of duplicates. */
function lifetimeOf(directives: ReturnType<typeof directivesOf>): number {
  const of = (wanted: string): number[] => directives.flatMap(([name, value]) => (name === wanted ? [secondsOf(value)] : []));
  const shared = of('s-maxage');
  const [first = 0, ...others] = shared.length > 0 ? shared : of('max-age');
  return Math.min(first, ...others);
}

/** Age of a new answer, in seconds (RFC 9111 §4.2.3). `delay`: the host's response time, in seconds. */
export function ageOf({ age, date }: IncomingHttpHeaders, delay: number): number {
  const apparent = (Date.now() - Date.parse(date ?? '')) / 1000;
  return Math.max((Number(age) || 0) + delay, apparent || 0, 0);
}
