import { mediaTypeOf } from '../../../build/contract/media-types.ts';
import { canonicalsOf, twinUrlOf } from '../../../build/contract/permalinks.ts';
import type { Redirect, RemoteContent, Resource, Role } from '../origin.ts';
import { documentOf, pageOf, roleOf, twinOf } from '../resource.ts';
import { typeOf } from './answer.ts';
import type { UpstreamClient, UpstreamResponse } from './client.ts';
import { discard, failureOf, isAbsent, redirectOf } from './status.ts';

export interface DiscoveryOptions {
  readonly client: UpstreamClient;
  readonly contentOf: (role: Role, path: string, paths: readonly string[]) => RemoteContent;
  readonly isOwn: (url: URL) => boolean;
  /** Milliseconds for which what was found, or not, is taken to hold. */
  readonly lifetime: number;
}

/** Most paths that are remembered. */
const REMEMBERED = 10_000;

type Found = Resource | undefined;

/**
 * Finds out by asking what a host publishes that does not list it: a page is what answers with HTML, and it has a twin
 * when the host holds one. What is found is remembered for a while, and so is what is not.
 */
export function createDiscovery(options: DiscoveryOptions): (path: string) => Promise<Found> {
  const { client, contentOf, isOwn, lifetime } = options;
  const known = new Map<string, { found: Promise<Found>; until: number }>();

  function find(path: string): Promise<Found> {
    const now = performance.now();
    const before = known.get(path);
    if (before !== undefined && before.until > now) return before.found;
    const found = look(path);
    known.delete(path);
    known.set(path, { found, until: now + lifetime });
    if (known.size > REMEMBERED) known.delete(known.keys().next().value as string);
    // A host that is away now may be back for the next request.
    found.catch(() => known.delete(path));
    return found;
  }

  async function look(path: string): Promise<Found> {
    if (path.endsWith('.md')) return lookForTwin(path);
    const type = mediaTypeOf(path);
    if (type !== 'application/octet-stream' && !type.startsWith('text/html'))
      return documentOf(path, contentOf(roleOf(path), path, [path]));
    for (const candidate of pathsOf(path)) {
      const answer = await probe(candidate, /(?:\/|\.html?)$/.test(candidate) ? 'page' : 'asset');
      // Only the path itself may lead elsewhere: a file's name that leads to its page's URL is how some hosts are.
      if (typeof answer === 'object' && candidate === path && answer.location !== path) return answer;
      if (typeof answer !== 'string') continue;
      if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(answer))
        return documentOf(path, contentOf('asset', path, [candidate]), answer);
      const twin = twinUrlOf(pageUrlOf(path));
      const hasTwin = typeof (await probe(twin, 'twin')) === 'string';
      return pageOf(path, contentOf('page', path, pathsOf(path)), hasTwin ? contentOf('twin', twin, [twin]) : undefined);
    }
    return undefined;
  }

  /** Markdown is the twin of the page that it stands beside, or a document. */
  async function lookForTwin(path: string): Promise<Found> {
    if (typeof (await probe(path, 'twin')) !== 'string') return undefined;
    const stem = path === '/index.md' ? '/' : path.slice(0, -'.md'.length);
    for (const page of stem === '/' ? [stem] : [stem, `${stem}/`]) {
      const found = await find(page);
      if (found?.kind === 'page' && found.markdown) return twinOf(page, found.markdown.content);
    }
    return documentOf(path, contentOf('document', path, [path]));
  }

  /** The media type of what a path of the host holds, where it leads to, or undefined where nothing is. */
  async function probe(path: string, role: Role): Promise<string | Redirect | undefined> {
    let response: UpstreamResponse = await client.ask('HEAD', path);
    if (response.status === 405 || response.status === 501) {
      discard(response);
      response = await client.ask('GET', path);
    }
    discard(response);
    if (isAbsent(response.status)) return undefined;
    if (response.status === 200 || response.status === 204) return typeOf(response.headers, role, path);
    const redirect = redirectOf(response, client, path, isOwn);
    if (redirect === undefined) throw failureOf(response, path);
    return redirect;
  }

  return find;
}

/** Where a host may hold a page: under the name of its file, or under its URL. */
export const pathsOf = (url: string): string[] => {
  if (url.endsWith('/')) return [`${url}index.html`, url];
  return /\.html?$/.test(url) ? [url] : [`${url}.html`, url];
};

/** `/about.html` → `/about`, whose twin it shares. */
const pageUrlOf = (url: string): string => (/\.html$/.test(url) ? canonicalsOf(url)[0]! : url);
