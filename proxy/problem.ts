import { encodePath } from '../build/contract/permalinks.ts';
import { type ProblemId, problemPathOf, problemTypes } from '../build/contract/problem-types.ts';
import type { Exchange } from './exchange.ts';
import { documentFields, type Fields } from './fields.ts';
import { rawHead, writeHead } from './headers.ts';
import { indexLinks } from './links.ts';
import type { Quota } from './quota.ts';
import type { Site } from './site.ts';
import { carriesBody, endUnread } from './unread.ts';

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
  /** Values of Link; those of a 404 are the indexes of the site. */
  readonly links?: readonly string[];
}

/** Longest `instance`, in characters of the path as it was sent. */
const instanceLimit = 256;

/** The problem document of an occurrence. `target` is the request path as it was sent. */
export function toProblem(site: Site, id: ProblemId, target: string, occurrence: Occurrence = {}): Problem {
  const { title, status, meaning, hint } = problemTypes[id];
  return {
    type: site.url + problemPathOf(id),
    title,
    status,
    detail: occurrence.detail ?? meaning,
    instance: instanceOf(target),
    hint: occurrence.hint ?? hint,
  };
}

/**
 * The request path as a reference that can name nothing but a path of this site: one leading slash, whatever could
 * be markup or a separator percent-encoded, bounded (RFC 9457 §3.1.5; faults.md §1.8).
 */
export function instanceOf(target: string): string {
  const path = target
    .slice(0, instanceLimit)
    .replace(/^[/\\]+/, '')
    .replace(/%[^%]?$/, '');
  return `/${path
    .split(/(%[0-9A-Fa-f]{2})/)
    .map((text, index) =>
      index % 2 ? text.toUpperCase() : encodePath(text.replace(/[\ud800-\udfff]/g, '')).replace(/[!'()*]/g, escaped),
    )
    .join('')}`;
}

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** The one renderer of failures. */
export function sendProblem(exchange: Exchange, id: ProblemId, occurrence: Occurrence = {}): undefined {
  const { res, req, site, target, quota } = exchange;
  const { body, status, fields } = render(site, id, target, occurrence);
  exchange.variant = 'problem';
  if (!carriesBody(req)) {
    writeHead(res, status, fields, quota);
    res.end(req.method === 'HEAD' ? undefined : body);
    return;
  }
  writeHead(res, status, [...fields, 'Connection', 'close'], quota);
  endUnread(req, res, body);
}

/** The same as bytes for a bare socket, for what Node would have answered itself. */
export function rawProblem(site: Site, id: ProblemId, quota: Quota, occurrence: Occurrence = {}): Buffer {
  const { body, status, fields } = render(site, id, '/', occurrence);
  return Buffer.concat([Buffer.from(rawHead(status, fields, quota), 'latin1'), body]);
}

interface Rendered {
  readonly body: Buffer;
  readonly status: number;
  readonly fields: Fields;
}

/** A Buffer, for Express would add a charset, which the registration of problem+json does not know. */
function render(site: Site, id: ProblemId, target: string, occurrence: Occurrence): Rendered {
  const problem = toProblem(site, id, target, occurrence);
  const body = Buffer.from(JSON.stringify(problem));
  const links = occurrence.links ?? (id === 'notFound' ? indexLinks(site) : []);
  const fields = [
    ...documentFields(site, 'application/problem+json', body.length, 'none'),
    'Content-Language',
    'en',
    ...(links.length ? ['Link', links.join(', ')] : []),
    ...(occurrence.fields ?? []),
  ];
  return { body, status: problem.status, fields };
}
