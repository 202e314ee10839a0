import { urlOfFile } from '#contract/permalinks';
import { parseUrl } from '#contract/site-url';
import { normalPath } from '../http/request-target.ts';
import { OriginFailure } from './failure.ts';

/** Redirects of a host followed for one file, at most. */
const hopLimit = 3;

/**
 * Asks a host for a file, by the URL path of the file itself. Hosts with "pretty URLs" redirect from about.html to about.
 *
 * @param ask requests a path, without following redirects
 * @param here URL that the host is asked at, for answers that do not know theirs
 * @returns an answer with status 200 or 206
 * @throws {OriginFailure} (rejects with it) for any other answer
 */
export async function fetchFile(
  ask: (path: string) => Response | Promise<Response>,
  file: string,
  here: string,
): Promise<Response> {
  let response = await ask(urlOfFile(file));
  for (let hop = 0; hop < hopLimit; hop++) {
    const path = ledTo(response, here);
    if (path === undefined) break;
    await response.body?.cancel();
    response = await ask(path);
  }
  const { status, headers, body } = response;
  if (status === 200 || status === 206) return response;
  await body?.cancel();
  const location = headers.get('Location');
  const where = location === null ? '' : `, and leads to ${JSON.stringify(location)}`;
  throw failureOf(status, `${file}: the host answers ${status}${where}`);
}

/** The failure for a status that is no content. 429 and 500 are only our own (RFC 9110 §15.6). */
export function failureOf(status: number, message: string): OriginFailure {
  const id =
    status === 429 || status === 503 ? 'unavailable' : status === 408 || status === 504 ? 'gatewayTimeout' : 'badGateway';
  return new OriginFailure(id, message);
}

/** The path that a redirect leads to; undefined if it is no redirect, or leaves the origin. */
function ledTo({ status, headers, url }: Response, here: string): string | undefined {
  if (status < 300 || status >= 400) return undefined;
  const location = headers.get('Location');
  const target = location === null ? undefined : parseUrl(location, url === '' ? here : url);
  if (!target) return undefined;
  const { origin, pathname } = target;
  // An answer of a function has no URL.
  const isElsewhere = url !== '' && origin !== new URL(url).origin;
  return isElsewhere || normalPath(pathname) === undefined ? undefined : pathname;
}
