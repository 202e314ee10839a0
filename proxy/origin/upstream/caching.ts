import type { IncomingHttpHeaders } from 'node:http';
import { type IsPage, twinUrlAt } from '../../../build/contract/permalinks.ts';
import type { Role } from '../origin.ts';

/** Most representations whose directives are remembered. */
const REMEMBERED = 100_000;

export type CachingMemory = ReturnType<typeof createCachingMemory>;

/** What the host lets caches do, by its latest whole answers. */
export function createCachingMemory(isPage: IsPage) {
  const said = new Map<string, string>();
  const keyOf = (role: Role, path: string): string => (role === 'page' ? `page ${twinUrlAt(path, isPage)}` : path);

  return {
    /** Remembers what the head of a whole answer says. */
    note(role: Role, path: string, headers: IncomingHttpHeaders): void {
      const key = keyOf(role, path);
      const caching = cachingOf(headers);
      said.delete(key);
      if (caching === undefined) return;
      said.set(key, caching);
      if (said.size > REMEMBERED) said.delete(said.keys().next().value as string);
    },
    /**
     * What holds for an answer: what its own head says, what the last whole one said where this is a 304 that says nothing,
     * and for a twin also what the host says of its page, because it is the same content.
     */
    of(role: Role, path: string, status: number, headers: IncomingHttpHeaders): string | undefined {
      const own = cachingOf(headers) ?? (status === 304 ? said.get(keyOf(role, path)) : undefined);
      const page = role === 'twin' ? said.get(`page ${path}`) : undefined;
      return own === undefined || page === undefined ? (own ?? page) : `${own}, ${page}`;
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
