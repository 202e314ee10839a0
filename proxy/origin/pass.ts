import { Readable } from 'node:stream';
import { fileOfUrl } from '#contract/permalinks';
import { isPublic, isPublished, sidecarOwner } from '#contract/published-files';
import { parseUrl, pathWithin } from '#contract/site-url';
import type { Fields } from '../http/fields.ts';
import type { RequestFacts } from '../http/request.ts';
import { normalPath } from '../http/request-target.ts';
import { type HostClient, viaName } from './ask-host.ts';
import { OriginFailure } from './failure.ts';
import { failureOf } from './fetch-file.ts';
import type { PassedAnswer, Redirect } from './origin.ts';

/** Request fields that a host gets. */
const passedOn = ['if-none-match', 'if-modified-since', 'if-range', 'range'] as const;
/** Fields of a host that a client gets. */
const passedBack = ['Content-Type', 'Content-Range', 'Accept-Ranges', 'ETag', 'Last-Modified', 'Cache-Control'];
const passedStatuses = new Set([200, 206, 304, 412, 416]);

/**
 * Makes the function that asks a host for a path that its manifest does not list: GET and HEAD only, streamed, never negotiated,
 * never kept. Undefined if nothing is there: S3 answers 403 for a missing object when listing is forbidden.
 *
 * @param siteUrl public URL of the site, which redirects of the host may name
 * @param isListed whether the manifest lists a file: then the table alone says what its URL is
 */
export function createPass(client: HostClient, siteUrl: () => string, isListed: (file: string) => boolean) {
  return async ({ method, headers }: RequestFacts, path: string): Promise<PassedAnswer | Redirect | undefined> => {
    const file = fileOfUrl(path);
    // A compressed copy is as open as its file.
    const isOpen = !isListed(file) && isPublic(file) && [file, sidecarOwner(file) ?? file, `${file}.html`].every(isPublished);
    if ((method !== 'GET' && method !== 'HEAD') || !isOpen) return undefined;
    if (headers.via?.includes(viaName)) throw new OriginFailure('badGateway', `${path}: the origin is this proxy itself`);
    const sent = Object.fromEntries(passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
    const { response, pieces } = await client.ask(path, { method, headers: sent });
    const { status } = response;
    const stop = (): Promise<void> | undefined => response.body?.cancel();
    if (status === 404 || status === 403 || status === 410) return void (await stop());
    if (status >= 300 && status < 400 && status !== 304) {
      await stop();
      return redirectOf(status, response.headers.get('Location') ?? '', path);
    }
    if (!passedStatuses.has(status)) {
      await stop();
      throw failureOf(status, `${path}: the host answers ${status}`);
    }
    const fields: Fields = passedBack.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const length = response.headers.get('Content-Length');
    const hasBody = method === 'GET' && response.body !== null;
    if (!hasBody) await stop();
    return {
      kind: 'passed',
      status,
      fields,
      length: length === null || status === 304 ? undefined : Number(length),
      body: hasBody ? Readable.from(pieces(), { objectMode: false }) : undefined,
    };
  };

  /** A redirect within the site. @throws {OriginFailure} if it leaves the site: the host is not public */
  function redirectOf(status: number, location: string, path: string): Redirect {
    const url = location === '' ? undefined : parseUrl(location, client.root + path);
    const place = url && url.origin + url.pathname;
    const within = place && (pathWithin(client.root, place) ?? pathWithin(siteUrl(), place));
    const target = within === undefined ? undefined : normalPath(within);
    if (!url || target === undefined) throw new OriginFailure('badGateway', `${path}: a redirect out of the site`);
    const known = [301, 302, 303, 307, 308].find((each) => each === status) as Redirect['status'] | undefined;
    const { search: query, hash: fragment } = url;
    return { kind: 'redirect', status: known ?? 302, location: target, ...(query && { query }), ...(fragment && { fragment }) };
  }
}
