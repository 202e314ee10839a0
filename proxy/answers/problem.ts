import { encodePath } from '../../build/contract/permalinks.ts';
import { type ProblemId, problemPathOf, problemTypes } from '../../build/contract/problem-types.ts';
import type { Exchange } from '../exchange.ts';
import { toLines } from '../http/lines.ts';
import type { Quota } from '../http/quota.ts';
import { isPlain } from '../http/request-target.ts';
import { rawHead, writeLines } from '../node/headers.ts';
import { carriesBody, endUnread } from '../node/request-body.ts';
import type { Site } from '../origin/site.ts';
import { documentFields, type Fields } from './fields.ts';
import { indexLinks } from './links.ts';

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
  /** Values of Link. A 404 has its own: the indexes of the site. */
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
  if (isPlain(target) && target.length <= instanceLimit) return target;
  if (!/^[/\\]/.test(target)) return '/';
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
  const body = JSON.stringify(toProblem(site, id, target, occurrence));
  const length = `${Buffer.byteLength(body)}`;
  const { status } = problemTypes[id];
  const lines = linesOf(site, id, occurrence);
  exchange.variant = 'problem';
  if (carriesBody(req)) {
    // Node writes `Connection: close` then.
    res.shouldKeepAlive = false;
    writeLines(res, status, length, lines, quota);
    endUnread(req, res, body);
  } else {
    writeLines(res, status, length, lines, quota);
    res.end(req.method === 'HEAD' ? undefined : body);
  }
}

/** The same as bytes for a bare socket, for what Node would have answered itself. */
export function rawProblem(site: Site, id: ProblemId, quota: Quota, occurrence: Occurrence = {}): Buffer {
  const body = Buffer.from(JSON.stringify(toProblem(site, id, '/', occurrence)));
  const lines = `${linesOf(site, id, occurrence)}Content-Length: ${body.length}\r\n`;
  return Buffer.concat([Buffer.from(rawHead(problemTypes[id].status, lines, quota), 'latin1'), body]);
}

/** The head of a problem, but for its length. */
function linesOf(site: Site, id: ProblemId, { links = none, fields = none }: Occurrence): string {
  const shared = sharedLines(site);
  const lines = id === 'notFound' ? shared.notFound : shared.any;
  const own = links.length ? ['Link', links.join(', '), ...fields] : fields;
  return own.length ? lines + toLines(own) : lines;
}

const none: readonly string[] = [];

interface SharedLines {
  readonly any: string;
  /** What is not there may be there as HTML for a browser, and tells where to look. */
  readonly notFound: string;
}

/** What the problems of one site have in common, made once. */
const made = new WeakMap<Site, SharedLines>();

function sharedLines(site: Site): SharedLines {
  const known = made.get(site);
  if (known) return known;
  const any = toLines([...documentFields(site, 'application/problem+json', 'none'), 'Content-Language', 'en']);
  const links = indexLinks(site);
  const notFound = any + toLines([...(links.length ? ['Link', links.join(', ')] : []), 'Vary', 'Accept']);
  made.set(site, { any, notFound });
  return { any, notFound };
}
