import { indexLinks } from '../../build/contract/links.ts';
import { knownMethods } from '../../build/contract/methods.ts';
import { notFoundHint } from '../../build/contract/problem.ts';
import { surfaces } from '../../build/contract/surfaces.ts';
import { toLines } from '../http/field-lines.ts';
import { preferenceOf } from '../http/negotiate.ts';
import type { RequestFacts } from '../http/request.ts';
import { isWellFormed } from '../http/request-target.ts';
import type { Site, StoredContent } from '../origin/origin.ts';
import { documentFields } from './fields.ts';
import { unknownMethodAnswer } from './methods.ts';
import { problemAnswer } from './problem.ts';
import { bodyFor, partBody } from './stored.ts';
import type { Answer } from './value.ts';

/**
 * The answer for what is not published: 501 to an unknown method, 400 to a path that could name nothing, else 404, which a
 * browser gets as the site's own page and everyone else as a problem.
 */
export function notFoundAnswer(
  request: RequestFacts,
  site: Site,
  detail = 'No page or document is published at this path.',
): Answer {
  const { method, target, headers } = request;
  if (!knownMethods.has(method)) return unknownMethodAnswer(request, site);
  if (!isWellFormed(target))
    return problemAnswer(request, site, 'invalidRequest', { detail: 'The path is not percent-encoded UTF-8.' });
  const content = site.notFound?.content;
  const reads = method === 'GET' || method === 'HEAD';
  if (content?.kind === 'stored' && reads && preferenceOf(headers.accept).browser) return pageAnswer(request, site, content);
  const near = site.nearest(target);
  return problemAnswer(request, site, 'notFound', {
    detail,
    hint: near === undefined ? notFoundHint(site) : `Did you mean ${site.url}${near}?`,
  });
}

/** The site's own 404.html, with status 404. */
function pageAnswer({ headers }: RequestFacts, site: Site, content: StoredContent): Answer {
  const body = bodyFor(headers['accept-encoding'], content);
  const links = indexLinks(site);
  const fields = toLines([
    ...documentFields(site, surfaces.getPage.mediaType, 'none', site.notFound?.policies),
    ...(body.coding === 'identity' ? [] : ['Content-Encoding', body.coding]),
    'Vary',
    content.compressible ? 'Accept, Accept-Encoding' : 'Accept',
    ...(links.length ? ['Link', links.join(', ')] : []),
  ]);
  return { status: 404, fields, body: partBody(body), variant: 'html', surface: undefined };
}
