import { surfaces } from '../../build/contract/surfaces.ts';
import type { Exchange } from '../exchange.ts';
import { bodyFor, preferenceOf } from '../http/negotiate.ts';
import { isWellFormed } from '../http/request-target.ts';
import { writeHead } from '../node/headers.ts';
import { sendUnheld } from '../node/send-unheld.ts';
import type { StoredContent } from '../origin/origin.ts';
import { documentFields } from './fields.ts';
import { indexLinks } from './links.ts';
import { knownMethods, sendUnknownMethod } from './methods.ts';
import { sendProblem } from './problem.ts';

/**
 * Answers for what is not published: 501 to a method that nobody knows, 400 to a path that could name nothing, else
 * 404, which a browser gets as the site's own page and everyone else as a problem (design decision 6).
 */
export function sendNotFound(exchange: Exchange): Promise<void> | undefined {
  const { req, site, target } = exchange;
  exchange.surface = undefined;
  if (!knownMethods.has(req.method ?? 'GET')) return sendUnknownMethod(exchange);
  if (!isWellFormed(target)) return sendProblem(exchange, 'invalidRequest', { detail: 'The path is not percent-encoded UTF-8.' });
  const content = site.notFound?.content;
  const reads = req.method === 'GET' || req.method === 'HEAD';
  if (content?.kind === 'stored' && reads && preferenceOf(req.headers.accept).browser) {
    exchange.variant = 'html';
    return sendPage(exchange, content);
  }
  const near = site.nearest(target);
  return sendProblem(exchange, 'notFound', {
    detail: 'No page or document is published at this path.',
    hint: near === undefined ? hintOf(exchange) : `Did you mean ${site.url}${near}?`,
  });
}

/** The indexes, where they are published. */
function hintOf({ site }: Exchange): string | undefined {
  const index = [surfaces.getSitemapMd.path, surfaces.getLlmsTxt.path].find((path) => site.has(path));
  return index === undefined ? undefined : `See ${site.url}${index} for every public page.`;
}

/** The site's own 404.html, with status 404. */
function sendPage({ req, res, site, quota }: Exchange, content: StoredContent): Promise<void> | undefined {
  const body = bodyFor(req.headers['accept-encoding'], content);
  const links = indexLinks(site);
  const fields = [
    ...documentFields(site, surfaces.getPage.mediaType, 'none'),
    'Content-Length',
    `${body.size}`,
    ...(body.coding === 'identity' ? [] : ['Content-Encoding', body.coding]),
    'Vary',
    content.compressible ? 'Accept, Accept-Encoding' : 'Accept',
    ...(links.length ? ['Link', links.join(', ')] : []),
  ];
  const head = (): void => writeHead(res, 404, fields, quota);
  if (req.method !== 'HEAD' && body.bytes === undefined) return sendUnheld(res, body, 0, body.size - 1, head);
  head();
  res.end(req.method === 'HEAD' ? undefined : body.bytes);
}
