import { surfaces } from '../build/contract/surfaces.ts';
import type { Exchange } from './exchange.ts';
import { deprecationOf, documentFields, link, serviceLinks, writeHead } from './headers.ts';

/** The health document, byte-equal at both of its paths: alive, and whether the newest build is what is served. */
export function sendHealth(exchange: Exchange, status: 'ok' | 'degraded'): void {
  const { res, site, quota, target } = exchange;
  const body = Buffer.from(JSON.stringify({ status, service: site.name }));
  const { mediaType, cache, path } = surfaces.getHealth;
  const links = [...serviceLinks(site), link(path, 'status', mediaType)];
  exchange.variant = 'document';
  writeHead(
    res,
    200,
    documentFields(site, mediaType, body.length, cache, ['Link', links.join(', '), ...deprecationOf(site, target)]),
    quota,
  );
  res.end(body);
}
