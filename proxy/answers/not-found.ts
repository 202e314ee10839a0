import { canonicalsOf, decodeLoosely, pageUrlsOf } from '../../build/contract/permalinks.ts';
import { missingTwinDetail, notFoundHint } from '../../build/contract/problem.ts';
import { knownMethods } from '../../build/contract/requests.ts';
import { nowhere, ownFieldsOf } from '../../build/contract/role-fields.ts';
import { questionOf } from '../../build/contract/search/question.ts';
import { memoizeByObject } from '../../build/contract/std/collections.ts';
import { surfaces } from '../../build/contract/surfaces.ts';
import { toLines } from '../http/field-lines.ts';
import { memoize } from '../http/memoize.ts';
import { preferenceOf } from '../http/negotiate.ts';
import type { RequestFacts } from '../http/request.ts';
import { isWellFormed } from '../http/request-target.ts';
import type { Site, StoredBody, StoredContent } from '../origin/origin.ts';
import { unknownMethodAnswer } from './methods.ts';
import { failureAnswer, problemAnswer } from './problem.ts';
import { isSecurity, securityFields } from './security.ts';
import { bodyFor, partBody } from './stored.ts';
import type { Answer, Body } from './value.ts';

/**
 * The answer for unpublished paths: 501 to an unknown method, 400 to a malformed path, else 404. Browsers get the site's
 * 404 page, other clients a problem, in Markdown on request.
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
  const content = (site.notFoundIn.get(/^\/[^/?]+\//.exec(target)?.[0] ?? '') ?? site.notFound)?.content;
  const reads = method === 'GET' || method === 'HEAD';
  const near = site.nearest(target);
  const { browser, variant } = preferenceOf(headers.accept);
  if (content?.kind === 'stored' && reads && browser) {
    if (near === undefined) return pageAnswer(site, content, bodyFor(headers['accept-encoding'], content));
    const { bytes } = content.identity;
    const suggesting = (page: Uint8Array | undefined): Answer =>
      pageAnswer(site, content, content.identity, page && withSuggestion(page, site.base + near));
    return bytes ? suggesting(bytes) : content.identity.load().then(suggesting, (error) => failureAnswer(request, site, error));
  }
  return problemsOf(site)(missingTwinAt(site, target) ?? detail)(variant === 'markdown')(target)(near);
}

/** Recent problems: programs repeat the same requests, and a problem costs more than a page. */
const problemsOf = memoizeByObject((site: Site) =>
  memoize((detail: string) =>
    memoize((asMarkdown: boolean) =>
      memoize((target: string) =>
        memoize((near: string | undefined) =>
          problemAnswer({ target }, site, 'notFound', {
            detail,
            hint: [near === undefined ? notFoundHint(site) : `Did you mean ${site.url}${near}?`, searchHint(site, target)]
              .filter(Boolean)
              .join(' '),
            asMarkdown,
          }),
        ),
      ),
    ),
  ),
);

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

/** Adds a line with a suggested path to a page in any ASCII-compatible encoding: below its heading, or at its beginning. */
function withSuggestion(page: Uint8Array, path: string): Uint8Array {
  // One character for each byte, so that positions are the same.
  const text = new TextDecoder('latin1').decode(page);
  const place = /<\/h1\s*>/i.exec(text) ?? /<(?:main|body)\b[^>]*>/i.exec(text);
  const at = place ? place.index + place[0].length : 0;
  const shown = path.replaceAll('&', '&amp;');
  const line = new TextEncoder().encode(`<p>Did you mean <a href="${shown}">${shown}</a>?</p>`);
  const whole = new Uint8Array(page.length + line.length);
  whole.set(page.subarray(0, at));
  whole.set(line, at);
  whole.set(page.subarray(at), at + line.length);
  return whole;
}

/** The site's own 404.html, with status 404. */
function pageAnswer(site: Site, content: StoredContent, body: StoredBody, text: Body = partBody(body)): Answer {
  const { mediaType } = surfaces.getPage;
  const pageFields = ownFieldsOf(site, 'missing', { ...nowhere, coded: content.compressible });
  const fields = toLines([
    ...['Content-Type', mediaType],
    ...pageFields.filter(([name]) => !isSecurity.has(name)).flat(),
    ...securityFields(site, { kind: 'page', mediaType }, site.notFound?.policies),
    ...(body.coding === 'identity' ? [] : ['Content-Encoding', body.coding]),
  ]);
  return { status: 404, fields, body: text, variant: 'html', surface: undefined };
}
