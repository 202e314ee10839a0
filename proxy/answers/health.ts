import { surfaces } from '../../build/contract/surfaces.ts';
import type { Exchange } from '../exchange.ts';
import { writeHead } from '../node/headers.ts';
import { deprecationOf } from './deprecation.ts';
import { documentFields } from './fields.ts';
import { link, serviceLinks } from './links.ts';

/** The health document, byte-equal at both of its paths: alive, and whether the newest build is what is served. */
export function sendHealth(exchange: Exchange, status: 'ok' | 'degraded'): void {
  const { req, res, site, quota, target } = exchange;
  const { mediaType, cache, path } = surfaces.getHealth;
  const body = Buffer.from(JSON.stringify({ status, service: site.name }));
  const notice = deprecationOf(site, target);
  const links = [link(path, 'status', mediaType), ...serviceLinks(site), ...notice.links];
  exchange.variant = 'document';
  const fields = [
    ...documentFields(site, mediaType, cache),
    'Content-Length',
    `${body.length}`,
    'Link',
    links.join(', '),
    ...notice.fields,
  ];
  writeHead(res, 200, fields, quota);
  res.end(req.method === 'HEAD' ? undefined : body);
}
