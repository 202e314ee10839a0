import { readMethods, serverMethods } from '#contract/requests';
import { memoizeByObject } from '#contract/std/collections';
import { documentAliases } from '#contract/surfaces';
import { preferenceOf } from '../http/negotiate.ts';
import type { RequestFacts } from '../http/request.ts';
import type { Page, Redirect, Representation, Resource, Site } from '../origin/origin.ts';
import { placesOf } from './head.ts';
import { methodAnswer, optionsAnswer } from './methods.ts';
import { notFoundAnswer } from './not-found.ts';
import { problemAnswer } from './problem.ts';
import { redirectAnswer } from './redirect.ts';
import { storedAnswer } from './stored.ts';
import type { Answer } from './value.ts';

/** At the base path without a trailing slash, relative links of the page would resolve outside the site. */
const toRoot: Redirect = { kind: 'redirect', status: 301, location: '/' };

/**
 * The answer to a request: method → variant → preconditions → range → fields. Synchronous for content in memory.
 *
 * @param resource the resource at the target; undefined: not published
 */
export function answer(request: RequestFacts, site: Site, resource: Resource | undefined): Answer | Promise<Answer> {
  if (resource === undefined) {
    if (request.target === '*' && request.method === 'OPTIONS') return optionsAnswer(request, site, serverMethods);
    const location = documentAliases.get(request.target);
    if (location === undefined || !site.has(location)) return notFoundAnswer(request, site);
    return methodAnswer(request, site, readMethods) ?? redirectAnswer(request, site, { kind: 'redirect', status: 308, location });
  }
  const refusal = methodAnswer(request, site, readMethods);
  if (refusal) return refusal;
  if (request.target === '') return redirectAnswer(request, site, toRoot);
  if (resource.kind === 'document') return storedAnswer(request, site, resource.representation);
  if (resource.kind === 'redirect') return redirectAnswer(request, site, resource);
  return pageAnswer(request, site, resource);
}

/** The answer to a path outside the base path of the site: a redirect from the root of the host to the site, else 404. */
export function outsideAnswer(request: RequestFacts, site: Site): Answer | Promise<Answer> {
  const atRoot = { ...site, base: '' };
  if (request.target !== '/')
    return notFoundAnswer(request, atRoot, `Nothing is published here: the site lies below ${site.base}.`);
  return (
    methodAnswer(request, atRoot, readMethods) ??
    redirectAnswer(request, atRoot, { kind: 'redirect', status: 302, location: `${site.base}/` })
  );
}

/** A page without twin is sent as HTML, whatever Accept says. */
function pageAnswer(request: RequestFacts, site: Site, { html, markdown }: Page): Answer | Promise<Answer> {
  if (markdown === undefined) return storedAnswer(request, site, html);
  const { variant } = preferenceOf(request.headers.accept);
  if (variant === 'html') return storedAnswer(request, site, html);
  if (variant === 'markdown') return storedAnswer(request, site, markdown);
  if (variant === 'text') return storedAnswer(request, site, asText(markdown));
  return problemAnswer(request, site, 'notAcceptable', {
    hint: `Ask for text/html or text/markdown, or fetch ${site.url}${markdown.path}.`,
    role: 'refused',
    places: placesOf(site, html),
    surface: html.surface,
  });
}

/** The same bytes as text/plain, for clients that do not know text/markdown. */
const asText = memoizeByObject(
  (markdown: Representation): Representation => ({ ...markdown, role: 'text', mediaType: 'text/plain; charset=utf-8' }),
);
