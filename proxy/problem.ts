import { encodePath } from '../build/contract/permalinks.ts';
import { type ProblemId, problemPathOf, problemTypes } from '../build/contract/problem-types.ts';
import { surfaces } from '../build/contract/surfaces.ts';
import type { Exchange } from './exchange.ts';
import { documentFields, type Fields, link, rawHead, writeHead } from './headers.ts';
import type { Log } from './log.ts';
import { OriginFailure } from './origin/failure.ts';
import type { Quota } from './quota.ts';
import type { Site } from './site.ts';

/** A problem document (RFC 9457) with all the members that the spec asks for. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly hint: string;
}

/** What an occurrence knows beside its type. */
export interface Occurrence {
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  /** Further header fields: Allow, Retry-After, Content-Range, Vary. */
  readonly fields?: Fields;
  /** Links in place of the default ones, as values of Link. */
  readonly links?: readonly string[];
}

/** Longest `instance`, in characters before encoding. */
const instanceLimit = 256;

/** The problem document of an occurrence. `target` is the request path as it was sent. */
export function toProblem(site: Site, id: ProblemId, target: string, occurrence: Occurrence = {}): Problem {
  const type = problemTypes[id];
  return {
    type: site.url + problemPathOf(id),
    title: type.title,
    status: type.status,
    detail: occurrence.detail ?? type.meaning,
    instance: instanceOf(target),
    hint: occurrence.hint ?? type.hint,
  };
}

/**
 * The request path as a URI reference that can name nothing but a path of this site: one leading slash, everything
 * that could be markup or a separator percent-encoded, bounded (RFC 9457 §3.1.5; faults.md §1.8).
 */
export function instanceOf(target: string): string {
  const path = target
    .slice(0, instanceLimit)
    .replace(/[?#].*$/s, '')
    .replace(/^[/\\]+/, '');
  return `/${encodePath(path.replace(/%(?![0-9A-Fa-f]{2})/g, '%25').replace(/[\ud800-\udfff]/g, '')).replaceAll('%25', '%')}`;
}

/** The one renderer of failures. */
export function sendProblem(exchange: Exchange, id: ProblemId, occurrence: Occurrence = {}): void {
  const { body, status, fields } = render(exchange.site, id, exchange.target, occurrence);
  exchange.variant = 'problem';
  writeHead(exchange.res, status, fields, exchange.quota);
  exchange.res.end(body);
}

/** The same problem as bytes for a bare socket, for what Node would have answered itself. */
export function rawProblem(site: Site, id: ProblemId, quota: Quota, occurrence: Occurrence = {}): Buffer {
  const { body, status, fields } = render(site, id, '/', occurrence);
  return Buffer.concat([Buffer.from(rawHead(status, fields, quota), 'latin1'), body]);
}

function render(
  site: Site,
  id: ProblemId,
  target: string,
  occurrence: Occurrence,
): { body: Buffer; status: number; fields: Fields } {
  const problem = toProblem(site, id, target, occurrence);
  const body = Buffer.from(JSON.stringify(problem));
  const links = occurrence.links ?? (id === 'notFound' ? indexLinks(site) : []);
  return {
    body,
    status: problem.status,
    fields: documentFields(site, 'application/problem+json', body.length, 'none', [
      'Content-Language',
      'en',
      ...(links.length ? ['Link', links.join(', ')] : []),
      ...(occurrence.fields ?? []),
    ]),
  };
}

/** Where to look instead: absolute, for the context of a 404 is anonymous (RFC 8288 §3.2). */
export function indexLinks(site: Site): string[] {
  const { getLlmsTxt, getSitemapMd } = surfaces;
  return [
    ...(site.has(getLlmsTxt.path) ? [link(site.url + getLlmsTxt.path, 'describedby', 'text/plain')] : []),
    ...(site.has(getSitemapMd.path) ? [link(site.url + getSitemapMd.path, 'index', 'text/markdown')] : []),
  ];
}

/** 404: nothing is published there; 400 for a path that could not name anything; 501 for a method that nobody knows. */
export function sendNotFound(exchange: Exchange): void {
  sendProblem(exchange, 'notFound');
}

/** 429, with Retry-After equal to RateLimit-Reset (RFC 6585 §4). */
export function sendRefusal(exchange: Exchange): void {
  const { limit, reset, policy } = exchange.quota;
  sendProblem(exchange, 'rateLimitExceeded', {
    detail: `${limit} requests per ${policy.split('w=')[1]} seconds are allowed.`,
    hint: `Wait ${reset} seconds, then retry.`,
    fields: ['Retry-After', `${reset}`],
  });
}

/** A failure of the origin as the problem it names, anything else as a 500 whose cause only the log knows. */
export function sendFailure(exchange: Exchange, error: unknown, log: Log): void {
  const failure = error instanceof OriginFailure ? error : undefined;
  log.error(failure ? failure.message : 'unexpected error', failure ? {} : { error: String((error as Error)?.stack ?? error) });
  if (exchange.res.headersSent) exchange.res.destroy();
  else
    sendProblem(exchange, failure?.problem ?? 'internalError', {
      detail: failure?.detail,
      fields: failure?.retryAfter ? ['Retry-After', failure.retryAfter] : [],
    });
}
