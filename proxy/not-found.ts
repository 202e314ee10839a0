import { surfaces } from '../build/contract/surfaces.ts';
import type { Exchange } from './exchange.ts';
import { documentFields } from './fields.ts';
import { isWellFormed } from './guard.ts';
import { writeHead } from './headers.ts';
import { indexLinks } from './links.ts';
import { knownMethods, sendUnknownMethod } from './methods.ts';
import { bodyFor, preferenceOf } from './negotiate.ts';
import type { StoredContent } from './origin/origin.ts';
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
  if (content?.kind === 'stored' && reads && preferenceOf(req.headers.accept).browser) return sendPage(exchange, content);
  const near = site.nearest(target);
  return sendProblem(exchange, 'notFound', {
    detail: 'No page or document is published at this path.',
    hint: near === undefined ? hintOf(exchange) : `Did you mean ${site.url}${near}?`,
    fields: ['Vary', 'Accept'],
  });
}

/** The indexes, where they are published. */
function hintOf({ site }: Exchange): string | undefined {
  const index = [surfaces.getSitemapMd.path, surfaces.getLlmsTxt.path].find((path) => site.has(path));
  return index === undefined ? undefined : `See ${site.url}${index} for every public page.`;
}

async function sendPage(exchange: Exchange, content: StoredContent): Promise<void> {
  const { req, res, site, quota } = exchange;
  const body = bodyFor(req.headers['accept-encoding'], content);
  const bytes = body.bytes ?? (await body.load());
  if (bytes === undefined) return sendProblem(exchange, 'notFound');
  const links = indexLinks(site);
  exchange.variant = 'html';
  writeHead(
    res,
    404,
    [
      ...documentFields(site, site.notFound!.mediaType, 'none'),
      'Content-Length',
      `${bytes.length}`,
      ...(body.coding === 'identity' ? [] : ['Content-Encoding', body.coding]),
      'Vary',
      content.compressible ? 'Accept, Accept-Encoding' : 'Accept',
      ...(links.length ? ['Link', links.join(', ')] : []),
    ],
    quota,
  );
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
