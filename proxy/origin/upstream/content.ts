import type { IncomingHttpHeaders } from 'node:http';
import { abandon } from '../abandon.ts';
import { OriginFailure } from '../failure.ts';
import type { Redirect, RemoteAnswer, RemoteContent, Role } from '../origin.ts';
import { toAnswer } from './answer.ts';
import type { UpstreamClient, UpstreamResponse } from './client.ts';
import { inTime } from './deadline.ts';
import { type Asked, toHost } from './headers.ts';
import { discard, failureOf, isAbsent, redirectOf } from './status.ts';

/** Redirects of the host that are followed for one answer. */
const MAX_HOPS = 3;

/** Which of the paths of a page the host answers: remembered, for it is the same for all of them. */
export interface Habit {
  /** `/about` rather than `/about.html`. */
  prefersUrl: boolean;
}

export interface UpstreamContentOptions {
  readonly client: UpstreamClient;
  readonly habit: Habit;
  readonly role: Role;
  /** Path under which it is published: the page's for its HTML. */
  readonly path: string;
  /** Paths at the host, in the order in which to ask without a habit. */
  readonly paths: readonly string[];
  /** The path is listed by the build: what is there is UTF-8, and a redirect of the host leads to it. */
  readonly listed: boolean;
  /** Public origins that a redirect of the host may name: its own, and the site's. */
  readonly isOwn: (url: URL) => boolean;
}

/** Content that the host holds. */
export function createUpstreamContent(options: UpstreamContentOptions): RemoteContent {
  const { client, habit, role, paths } = options;

  return {
    kind: 'remote',
    open: (method, headers, begun) => inTime(open(method, headers), begun + client.patience, options.path, abandon),
  };

  async function open(method: 'GET' | 'HEAD', headers: IncomingHttpHeaders): Promise<RemoteAnswer | Redirect | undefined> {
    if (client.isLoop(headers))
      throw new OriginFailure('badGateway', `${options.path}: the request came back: the origin is this proxy`);
    const asked = toHost(method, headers, role);
    const order = habit.prefersUrl ? paths.toReversed() : paths;
    for (const path of order) {
      const found = await ask(options, method, path, asked);
      if (found === undefined) continue;
      if ('kind' in found) return found;
      if (paths.length > 1) habit.prefersUrl = found.path === paths.at(-1);
      return toAnswer(found.response, method, role, path, asked, options.listed);
    }
    return undefined;
  }
}

/** Asks for one path, and for those that it leads to. Undefined when nothing is there. */
async function ask(
  { client, listed, isOwn, path: published, paths }: UpstreamContentOptions,
  method: 'GET' | 'HEAD',
  first: string,
  asked: Asked,
): Promise<{ response: UpstreamResponse; path: string } | Redirect | undefined> {
  let path = first;
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    const response = await request(client, method, path, asked);
    const { status } = response;
    if (status === 304 || (status >= 200 && status < 300) || status === 412 || status === 416) return { response, path };
    discard(response);
    if (isAbsent(status)) return undefined;
    const redirect = redirectOf(response, client, path, isOwn);
    if (redirect === undefined) throw failureOf(response, path);
    // A page that asks for its other spelling means itself.
    if (!listed && redirect.location !== published && !paths.includes(redirect.location)) return redirect;
    if (redirect.location === path) break;
    path = redirect.location;
  }
  throw new OriginFailure('badGateway', `${first}: the host redirects in a loop`);
}

/** Hosts that do not know HEAD are asked by GET, and their content is left. */
async function request(client: UpstreamClient, method: 'GET' | 'HEAD', path: string, asked: Asked): Promise<UpstreamResponse> {
  const response = await client.ask(method, path, asked.fields);
  if (method === 'GET' || (response.status !== 405 && response.status !== 501)) return response;
  discard(response);
  return client.ask('GET', path, asked.fields);
}
