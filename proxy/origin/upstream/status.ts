import type { ProblemId } from '../../../build/contract/problem-types.ts';
import { parseUrl } from '../../../build/contract/std/parse-url.ts';
import { normalPath } from '../../http/request-target.ts';
import { OriginFailure } from '../failure.ts';
import type { Redirect } from '../origin.ts';
import { cachingOf } from './caching.ts';
import type { UpstreamClient, UpstreamResponse } from './client.ts';

/** Longest content that is read and discarded, so that its connection can be reused. */
const WORTH_READING = 65_536;

export function discard({ headers, body }: UpstreamResponse): void {
  if (Buffer.isBuffer(body)) return;
  if (Number(headers['content-length'] ?? Number.NaN) > WORTH_READING || headers['transfer-encoding'] !== undefined)
    body.destroy();
  else body.resume();
}

/** Nothing is published here. S3 answers 403 for missing objects when listing is forbidden. */
export const isAbsent = (status: number): boolean => status === 404 || status === 410 || status === 403;

/** Problems that clients get for failures of the upstream: 429 and 500 are only our own (RFC 9110 §15.6). */
const problems: Readonly<Record<number, ProblemId>> = {
  429: 'unavailable',
  503: 'unavailable',
  504: 'gatewayTimeout',
  408: 'gatewayTimeout',
};

const afterwards = /^(?:\d{1,9}|\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT)$/;

/** The failure for a status that is neither content nor absence. */
export function failureOf({ status, headers }: UpstreamResponse, path: string): OriginFailure {
  const retryAfter = headers['retry-after'];
  return new OriginFailure(problems[status] ?? 'badGateway', `${path}: the host answered ${status}`, {
    ...(retryAfter !== undefined && afterwards.test(retryAfter) ? { retryAfter } : {}),
  });
}

/**
 * A redirect of the host as one of the site: a path, without the folder of the site at the host, with query and fragment of its
 * target. Undefined if it is no redirect.
 *
 * @throws {OriginFailure} if it leaves the site, or leads nowhere
 */
export function redirectOf(
  { status, headers }: UpstreamResponse,
  client: UpstreamClient,
  path: string,
  pathOf: (url: URL) => string | undefined,
): Redirect | undefined {
  if (!isRedirect(status)) return undefined;
  const here = new URL(client.folder + path, client.base);
  const target = headers.location ?? '';
  const url = target === '' ? undefined : parseUrl(target, here);
  if (!url) throw new OriginFailure('badGateway', `${path}: a redirect to nowhere`);
  const within = pathOf(url);
  if (within === undefined)
    throw new OriginFailure(
      'badGateway',
      url.host === client.base.host
        ? `${path}: a redirect out of the site's folder`
        : `${path}: a redirect to ${url.host}, which is not the origin`,
    );
  const location = normalPath(within.replace(/^\/*/, '/'));
  if (location === undefined) throw new OriginFailure('badGateway', `${path}: a redirect to an invalid path`);
  const { search: query, hash: fragment } = url;
  const cacheControl = cachingOf(headers);
  return {
    kind: 'redirect',
    status,
    location,
    ...(query && { query }),
    ...(fragment && { fragment }),
    ...(cacheControl && { cacheControl }),
  };
}

const isRedirect = (status: number): status is Redirect['status'] => [301, 302, 303, 307, 308].includes(status);
