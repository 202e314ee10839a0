import type { IncomingHttpHeaders } from 'node:http';
import type { IsPage } from '../../../build/contract/permalinks.ts';
import { movedTwin, pagesOfTwin } from '../../../build/contract/redirects.ts';
import type { RequestHeaders } from '../../http/request.ts';
import { OriginFailure } from '../failure.ts';
import type { Redirect, RemoteAnswer, RemoteContent, Role } from '../origin.ts';
import { toAnswer } from './answer.ts';
import type { AnswerCache, Keep } from './answer-cache.ts';
import type { CachingMemory } from './caching.ts';
import type { UpstreamClient, UpstreamResponse } from './client.ts';
import { type Asked, codingsAsked, toHost, wantsWhole } from './headers.ts';
import { discard, failureOf, isAbsent, redirectOf } from './status.ts';

/** Most redirects of the host for one answer. */
const MAX_HOPS = 3;

interface Host {
  readonly client: UpstreamClient;
  readonly caching: CachingMemory;
  /** Undefined: without cache. */
  readonly cache: AnswerCache | undefined;
  /** The path within the site of a URL in a redirect of the host; undefined for another site. */
  readonly pathOf: (url: URL) => string | undefined;
  readonly isPage: IsPage;
}

interface Place {
  readonly role: Role;
  /** Published path: the page's for its HTML. */
  readonly path: string;
  readonly paths: readonly string[];
  /** The build lists the path: its text is UTF-8, and the proxy follows redirects of the host. */
  readonly listed: boolean;
}

export function createUpstreamContent(host: Host): (place: Place) => RemoteContent {
  const { client, caching, cache } = host;
  /** Whether the host last answered at `/about` instead of `/about.html`: the same for all pages. */
  let urlFirst = false;

  return (place) => ({
    kind: 'remote',
    open: (method, headers, begun) => open(place, method, headers, begun),
  });

  function open(place: Place, method: 'GET' | 'HEAD', headers: RequestHeaders, begun: number): ReturnType<RemoteContent['open']> {
    if (cache === undefined || !wantsWhole(headers) || client.isLoop(headers)) return ask(place, method, headers, begun);
    const { role, path } = place;
    const codings = codingsAsked(headers['accept-encoding'] ?? '');
    // All that the host sees of a request, and its Cache-Control for the page of a twin.
    const key = `${path} ${role} ${codings} ${caching.ofPage(role, path)}`;
    const entry = cache.find(key, begun);
    if (entry?.answer) return entry.answer;
    if (entry || method === 'HEAD') return ask(place, method, headers, begun);
    // The whole, unconditionally, for the cache.
    return cache.share(key, (asked = begun, keep) => ask(place, method, { 'accept-encoding': codings }, asked, keep));
  }

  async function ask(
    place: Place,
    method: 'GET' | 'HEAD',
    headers: IncomingHttpHeaders,
    begun: number,
    keep?: Keep,
  ): Promise<RemoteAnswer | Redirect | undefined> {
    const { role, path, paths, listed } = place;
    if (client.isLoop(headers)) throw new OriginFailure('badGateway', `${path}: the request came back: the origin is this proxy`);
    const asked = toHost(method, headers, role);
    for (const each of urlFirst ? paths.toReversed() : paths) {
      const found = await follow(host, place, method, each, asked, begun);
      if (found === undefined) continue;
      if ('kind' in found) return found;
      if (paths.length > 1) urlFirst = found.path === paths.at(-1);
      const { status, headers: head } = found.response;
      let answer: RemoteAnswer | undefined;
      try {
        answer = toAnswer(found.response, method, role, each, asked, listed);
      } finally {
        if (answer?.body === undefined) discard(found.response);
      }
      if (answer === undefined) return undefined;
      const cacheControl = caching.of(role, path, status, head);
      if (cacheControl !== undefined) answer = { ...answer, cacheControl };
      return keep && answer.status === 200 ? keep(answer, found.response, caching.ofPage(role, path)) : answer;
    }
    return listed || !path.endsWith('.md') ? undefined : findMovedTwin(host, path, begun);
  }
}

async function findMovedTwin({ client, pathOf, isPage }: Host, twin: string, begun: number): Promise<Redirect | undefined> {
  for (const page of pagesOfTwin(twin)) {
    const response = await request(client, 'HEAD', page, begun);
    discard(response);
    const redirect = redirectOf(response, client, page, pathOf);
    const moved = redirect && movedTwin(twin, redirect, isPage);
    if (moved) return moved;
  }
  return undefined;
}

/** Requests one path, and follows redirects inside the site. Undefined if nothing is there. */
async function follow(
  { client, pathOf }: Host,
  { listed, path: published, paths }: Place,
  method: 'GET' | 'HEAD',
  first: string,
  asked: Asked,
  begun: number,
): Promise<{ response: UpstreamResponse; path: string } | Redirect | undefined> {
  let path = first;
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    const response = await request(client, method, path, begun, asked.fields);
    const { status } = response;
    if (status === 304 || (status >= 200 && status < 300) || status === 412 || status === 416) return { response, path };
    discard(response);
    if (isAbsent(status)) return undefined;
    const redirect = redirectOf(response, client, path, pathOf);
    if (redirect === undefined) throw failureOf(response, path);
    // A redirect of a page to its other spelling is followed.
    if (!listed && redirect.location !== published && !paths.includes(redirect.location)) return redirect;
    if (redirect.location === path) break;
    path = redirect.location;
  }
  throw new OriginFailure('badGateway', `${first}: the host redirects in a loop`);
}

/** Uses GET if the host does not support HEAD, and discards the content. */
async function request(
  client: UpstreamClient,
  method: 'GET' | 'HEAD',
  path: string,
  begun: number,
  fields: Asked['fields'] = {},
): Promise<UpstreamResponse> {
  const response = await client.ask(method, path, begun, fields);
  if (method === 'GET' || (response.status !== 405 && response.status !== 501)) return response;
  discard(response);
  return client.ask('GET', path, begun, fields);
}
