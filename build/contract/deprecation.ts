import { joinLinks, type LinkedSite, link } from './links.ts';

export const noticeDays = 90;

/** An operation that will be removed (RFC 9745, RFC 8594). Days are UTC, `YYYY-MM-DD`; paths are of this site. */
export interface Deprecation {
  readonly path: string;
  readonly deprecated: string;
  readonly sunset: string;
  readonly successor?: string | undefined;
  readonly documentation?: string | undefined;
}

const path = /^\/[\x21-\x7e]*$/;

/** Whether a JSON value is a deprecation. */
export function isDeprecation(value: unknown): value is Deprecation {
  if (typeof value !== 'object' || value === null) return false;
  const row = value as Partial<Record<keyof Deprecation, unknown>>;
  const days = [row.deprecated, row.sunset].every((day) => typeof day === 'string' && !Number.isNaN(Date.parse(day)));
  const paths = [row.path, row.successor ?? '/', row.documentation ?? '/'].every((p) => typeof p === 'string' && path.test(p));
  return days && paths;
}

/** Deprecation, a Structured Field Date, and Sunset, an HTTP-date in GMT (RFC 9745, RFC 8594). */
export const deprecationFields = ({ deprecated, sunset }: Deprecation): (readonly [name: string, value: string])[] => [
  ['Deprecation', `@${Date.parse(deprecated) / 1000}`],
  ['Sunset', new Date(sunset).toUTCString()],
];

/** Link values, joined: the explanation of a deprecation, and the successor. */
export const deprecationLinks = ({ url }: Pick<LinkedSite, 'url'>, { documentation, successor }: Deprecation): string =>
  joinLinks(
    documentation === undefined ? '' : link(url + documentation, 'deprecation', 'text/html'),
    successor === undefined ? '' : link(url + successor, 'successor-version'),
  );
