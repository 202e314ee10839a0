import type { Deprecation } from './deprecation.ts';
import { joinLinks, type LinkedSite, link } from './links.ts';

/** Deprecation, a Structured Field Date, and Sunset, an HTTP-date in GMT (RFC 9745, RFC 8594): names and values in turn. */
export const deprecationFields = ({ deprecated, sunset }: Deprecation): string[] => [
  'Deprecation',
  `@${Date.parse(deprecated) / 1000}`,
  'Sunset',
  new Date(sunset).toUTCString(),
];

/** Where the end of an operation is explained, and what replaces it: values of Link, joined. */
export const deprecationLinks = ({ url }: Pick<LinkedSite, 'url'>, { documentation, successor }: Deprecation): string =>
  joinLinks(
    documentation === undefined ? '' : link(url + documentation, 'deprecation', 'text/html'),
    successor === undefined ? '' : link(url + successor, 'successor-version'),
  );
