import { canonicalsOf, decodeLoosely, pageUrlsOf } from '#contract/permalinks';
import { missingTwinDetail, notFoundHint } from '#contract/problem';
import { knownMethods } from '#contract/requests';
import { fieldsOf, noPlaces } from '#contract/role-fields';
import { questionOf } from '#contract/search/question';
import { surfaces } from '#contract/surfaces';
import { type Coding, preferenceOf } from '../http/negotiate.ts';
import type { RequestFacts } from '../http/request.ts';
import { isWellFormed } from '../http/request-target.ts';
import type { Site, StoredContent } from '../origin/origin.ts';
import { typeFields } from './head.ts';
import { unknownMethodAnswer } from './methods.ts';
import { failureAnswer, problemAnswer } from './problem.ts';
import { bodyFor, partBody } from './stored.ts';
import type { Answer, AnswerContent } from './value.ts';

/**
 * The answer for unpublished paths: 501 to an unknown method, 400 to a malformed path, else 404. Browsers get the site's
 * 404 page, other clients a problem.
 */
export function notFoundAnswer(
  request: RequestFacts,
  site: Site,
  detail = 'No page or document is published at this path.',
): Answer | Promise<Answer> {
  const { method, target, headers } = request;
  if (!knownMethods.has(method)) return unknownMethodAnswer(request, site);
  if (!isWellFormed(target))
    return problemAnswer(request, site, 'invalidRequest', { detail: 'The path is not percent-encoded UTF-8.' });
  const page = (site.notFoundIn.get(/^\/[^/?]+\//.exec(target)?.[0] ?? '') ?? site.notFound)?.content;
  const near = site.nearest(target);
  if (page && (method === 'GET' || method === 'HEAD') && preferenceOf(headers.accept).browser)
    return pageAnswer(request, site, page, near);
  const hints = [near === undefined ? notFoundHint(site) : `Did you mean ${site.url}${near}?`, searchHint(site, target)];
  return problemAnswer(request, site, 'notFound', {
    detail: missingTwinAt(site, target) ?? detail,
    hint: hints.filter(Boolean).join(' ') || undefined,
  });
}

/** Why the page has no twin, for any spelling of the twin's URL; undefined if no page lacks one at this path. */
function missingTwinAt({ missingTwins = {}, url }: Site, path: string): string | undefined {
  if (!path.endsWith('.md')) return undefined;
  const page = [path, ...canonicalsOf(path)].flatMap(pageUrlsOf).find((each) => Object.hasOwn(missingTwins, each));
  return page && missingTwinDetail(url + page, missingTwins[page]!);
}

/** How to search for the words of a path, if the site has search. */
function searchHint({ url, searchIndex }: Site, target: string): string {
  const question = questionOf(decodeLoosely(target).replace(/\.\w+$/, ''));
  if (searchIndex === undefined || question === '') return '';
  return `Search: ${url}${surfaces.search.path}?${new URLSearchParams({ q: question })}`;
}

/** The site's own 404.html, with status 404, and with the path that was perhaps meant. */
function pageAnswer(request: RequestFacts, site: Site, page: StoredContent, near: string | undefined): Answer | Promise<Answer> {
  const answerWith = (content: AnswerContent, coding?: Coding): Answer => ({
    status: 404,
    fields: [
      ...typeFields(surfaces.getPage.mediaType, coding),
      ...fieldsOf(site, 'missing', { ...noPlaces, hasCodings: page.compressible }),
    ],
    content,
    variant: 'html',
    surface: undefined,
  });
  return page.identity.load().then(
    (bytes) => {
      const body = bodyFor(request.headers['accept-encoding'], page);
      if (near === undefined || bytes === undefined) return answerWith(partBody(body), body.coding);
      return answerWith(withSuggestion(bytes, site.base + near));
    },
    (error) => failureAnswer(request, site, error),
  );
}

/** Adds a line with a suggested path to a page in any ASCII-compatible encoding: below its heading, or at its beginning. */
function withSuggestion(page: Uint8Array, path: string): Uint8Array {
  // One character for each byte, so that positions are the same.
  const text = new TextDecoder('latin1').decode(page);
  const place = /<\/h1\s*>/i.exec(text) ?? /<(?:main|body)\b[^>]*>/i.exec(text);
  const position = place ? place.index + place[0].length : 0;
  const shown = path.replaceAll('&', '&amp;');
  const line = new TextEncoder().encode(`<p>Did you mean <a href="${shown}">${shown}</a>?</p>`);
  const whole = new Uint8Array(page.length + line.length);
  whole.set(page.subarray(0, position));
  whole.set(line, position);
  whole.set(page.subarray(position), position + line.length);
  return whole;
}
