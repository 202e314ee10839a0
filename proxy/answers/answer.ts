import { readMethods, serverMethods } from '../../build/contract/requests.ts';
import { memoizeByObject } from '../../build/contract/std/collections.ts';
import { documentAliases } from '../../build/contract/surfaces.ts';
import { preferenceOf } from '../http/negotiate.ts';
import type { RequestFacts } from '../http/request.ts';
import type { Page, Redirect, Representation, Resource, Site } from '../origin/origin.ts';
import { methodAnswer, optionsAnswer } from './methods.ts';
import { notFoundAnswer } from './not-found.ts';
import { placesOf } from './places.ts';
import { problemAnswer } from './problem.ts';
import { redirectAnswer } from './redirect.ts';
import type { remoteAnswer } from './remote.ts';
import { storedAnswer } from './stored.ts';
import type { Answer } from './value.ts';

type Remote = typeof remoteAnswer | undefined;

/** At the mount path without a trailing slash, relative links of the page would resolve outside the site. */
const mountRoot: Redirect = { kind: 'redirect', status: 301, location: '/' };

/**
 * The answer to a request: method → variant → preconditions → range → fields. Synchronous for content in memory.
 *
 * @param site relative to the mount path: see `mountedAt`
 * @param resource the resource at the target; undefined: not published
 * @param remote answers with content of another host; omitted where there is none, so that its code is not bundled
 */
export function answer(
  request: RequestFacts,
  site: Site,
  resource: Resource | undefined,
  remote?: Remote,
): Answer | Promise<Answer> {
  if (resource === undefined) {
    if (request.target === '*' && request.method === 'OPTIONS') return optionsAnswer(request, site, serverMethods);
    const location = documentAliases.get(request.target);
    if (location === undefined || !site.has(location)) return notFoundAnswer(request, site);
    return methodAnswer(request, site, readMethods) ?? redirectAnswer(request, site, { kind: 'redirect', status: 308, location });
  }
  const refusal = methodAnswer(request, site, readMethods);
  if (refusal) return refusal;
  if (request.target === '') return redirectAnswer(request, site, mountRoot);
  if (resource.kind === 'document') return representationAnswer(request, site, resource.representation, remote);
  if (resource.kind === 'redirect') return redirectAnswer(request, site, resource);
  return pageAnswer(request, site, resource, remote);
}

/** The answer to a path outside the base path of the site: a redirect from the root of the host to the site, else 404. */
export function outsideAnswer(request: RequestFacts, site: Site, base: string): Answer | Promise<Answer> {
  if (request.target !== '/') return notFoundAnswer(request, site, `Nothing is published here: the site lies below ${base}.`);
  return (
    methodAnswer(request, site, readMethods) ??
    redirectAnswer(request, site, { kind: 'redirect', status: 302, location: `${base}/` })
  );
}

/** A page without twin is sent as HTML, whatever Accept says. */
function pageAnswer(request: RequestFacts, site: Site, { html, markdown }: Page, remote: Remote): Answer | Promise<Answer> {
  if (markdown === undefined) return representationAnswer(request, site, html, remote);
  const { variant } = preferenceOf(request.headers.accept);
  if (variant === 'html') return representationAnswer(request, site, html, remote);
  if (variant === 'markdown') return representationAnswer(request, site, markdown, remote, html);
  if (variant === 'text') return representationAnswer(request, site, asText(markdown), remote, html);
  return problemAnswer(request, site, 'notAcceptable', {
    hint: `Ask for text/html or text/markdown, or fetch ${site.url}${markdown.path}.`,
    role: 'refused',
    at: placesOf(site, html, true),
    surface: html.surface,
  });
}

/** The same bytes as text/plain, for clients that do not know text/markdown. */
const asText = memoizeByObject(
  (markdown: Representation): Representation => ({ ...markdown, role: 'text', mediaType: plainText }),
);

const plainText = 'text/plain; charset=utf-8';

/** @param fallback sent if the other host turns out to have no twin */
function representationAnswer(
  request: RequestFacts,
  site: Site,
  representation: Representation,
  remote: Remote,
  fallback?: Representation,
): Answer | Promise<Answer> {
  const { content } = representation;
  return content.kind === 'stored'
    ? storedAnswer(request, site, representation, content)
    : remote!(request, site, representation, content, fallback);
}
