import { decodeLoosely, encodePath } from '../../contract/permalinks.ts';

/** One request of an access log: who asked, without address, query or referrer, and what the answer was. */
export interface LogEntry {
  /** `2026-11-24`, as the log has it; empty if it has none. */
  readonly day: string;
  /** Percent-encoded path. */
  readonly path: string;
  readonly status: number;
  /** Name of the agent; empty if the log has no User-Agent. */
  readonly agent: string;
  /** Media type of the answer, or what our own log calls its variant; empty if the log has neither. */
  readonly form: string;
}

/** Where logs with named fields have each of them: JSON lines by dotted path, W3C logs by column. The first one that is there counts. */
const fields = {
  // diptych-proxy, Netlify, Caddy, Vercel, Cloudflare; then CloudFront and IIS.
  path: ['path', 'url', 'uri', 'request.uri', 'proxy.path', 'ClientRequestURI', 'cs-uri-stem'],
  status: ['status', 'status_code', 'statusCode', 'proxy.statusCode', 'EdgeResponseStatus', 'sc-status'],
  day: ['date', 'time', 'timestamp', 'ts', 'proxy.timestamp', 'EdgeStartTimestamp'],
  agent: ['agent', 'user_agent', 'request.headers.User-Agent', 'proxy.userAgent', 'ClientRequestUserAgent', 'cs(User-Agent)'],
  form: ['variant', 'content_type', 'resp_headers.Content-Type', 'EdgeResponseContentType', 'sc-content-type'],
} as const;

/**
 * A reader of the lines of one log file, which knows its format by each line: Common and Combined Log Format (also with a
 * virtual host before it, or the quoted media type of the answer at its end), JSON (also several entries in an array), and
 * the W3C extended format, whose columns a line names.
 *
 * @returns the entries of a line, none for a comment; undefined if the line is in no format that it knows
 */
export function createLogReader(): (line: string) => readonly LogEntry[] | undefined {
  let columns: readonly string[] = [];
  return (line) => {
    if (line.trim() === '') return [];
    if (line.startsWith('#')) {
      columns = /^#Fields:\s*(.*)/.exec(line)?.[1]?.split(/\s+/) ?? columns;
      return [];
    }
    if (/^\s*[[{]/.test(line)) return fromJson(line);
    const common = fromCommonLog(line);
    if (common || columns.length === 0) return common && [common];
    const cells = line.split(line.includes('\t') ? '\t' : ' ');
    const entry = fromFields(Object.fromEntries(columns.map((column, at) => [column, cells[at]])));
    return entry && [entry];
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `host user group [24/Nov/2026:06:01:27 +0000] "GET /a HTTP/1.1" 200 512 "referrer" "agent" "media type"`. */
function fromCommonLog(line: string): LogEntry | undefined {
  const [head, day, month, year, target, status, agent = ''] =
    /^\S[^[]*\[(\d\d)\/(\w{3})\/(\d{4})[^\]]*\] "[A-Z]+ (\S+)[^"]*" (\d{3}) \S+(?: "[^"]*" "([^"]*)")?/.exec(line) ?? [];
  if (head === undefined) return undefined;
  const number = `${months.indexOf(month!) + 1}`.padStart(2, '0');
  const form = /"(\w+\/[^"]+)"\s*$/.exec(line.slice(head.length))?.[1] ?? '';
  return { day: `${year}-${number}-${day}`, path: pathOf(target!), status: Number(status), agent: agentName(agent), form };
}

function fromJson(line: string): LogEntry[] | undefined {
  try {
    const read: unknown = JSON.parse(line);
    const entries = [read].flat().map(fromFields);
    return entries.every((entry) => entry !== undefined) ? entries : undefined;
  } catch {
    return undefined;
  }
}

function fromFields(entry: unknown): LogEntry | undefined {
  const path = found(entry, fields.path);
  const status = Number(found(entry, fields.status));
  if (path === '' || !(status >= 100 && status <= 999)) return undefined;
  const agent = decodeLoosely(found(entry, fields.agent)).replaceAll('+', ' ');
  return {
    day: dayOf(found(entry, fields.day)),
    path: pathOf(path),
    status,
    agent: agentName(agent),
    form: found(entry, fields.form),
  };
}

/** The first of some fields that an entry has, as a text: of a list its first item. Empty if it has none. */
function found(entry: unknown, names: readonly string[]): string {
  for (const name of names) {
    const step = (value: unknown, key: string): unknown => (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
    const value = [Object(entry)[name] ?? name.split('.').reduce(step, entry)].flat()[0];
    if ((typeof value === 'string' && value !== '-') || typeof value === 'number') return `${value}`;
  }
  return '';
}

/** The day of an ISO time, or of a number of seconds, milliseconds or nanoseconds since 1970. */
function dayOf(time: string): string {
  const iso = /^\d{4}-\d\d-\d\d/.exec(time)?.[0];
  if (iso !== undefined || !/^\d{9,19}(\.\d+)?$/.test(time)) return iso ?? '';
  const digits = Number(time);
  return new Date(digits > 1e17 ? digits / 1e6 : digits > 1e11 ? digits : digits * 1e3).toISOString().slice(0, 10);
}

/** The path of a target or URL, encoded as the site's own URLs are: what a client sent cannot control a terminal. */
const pathOf = (target: string): string =>
  encodePath(decodeLoosely(target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, ''))) || '/';

/** Products that browsers name. Programs name themselves beside these, or alone. */
const engines =
  /^(?:mozilla|applewebkit|khtml|gecko|chrome|chromium|safari|mobile|version|firefox|opera|presto|trident|[a-z]*browser|(?:cr|fx|edg|op|oph?r)i?os|edge?a?|opr|opt|vivaldi|ucweb|ubuntu|gsa)$/i;

/** All requests with the User-Agent of a browser. */
export const browsers = 'Browsers';

/**
 * The name of a program by its `User-Agent` (RFC 9110 §10.1.5), without version: the product after `compatible;` or before the
 * URL of its page, else the first product that is no browser's. Of letters, digits and `._-` only.
 *
 *     Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)
 *                                                                    ^^^^^^^^^
 */
export function agentName(userAgent: string): string {
  const [, stated = ''] =
    /\bcompatible;\s*(?!MSIE)([\w.-]+)/i.exec(userAgent) ?? /([A-Za-z][\w.-]*)(?:\/[\d.]+)?;? \+?https?:/.exec(userAgent) ?? [];
  if (stated !== '') return stated;
  const products = userAgent.replace(/\([^()]*\)/g, ' ').match(/(?<![^\s;,])[A-Za-z][\w.-]*(?=[/\s;,]|$)/g) ?? [];
  const own = products.find((product) => !engines.test(product));
  return own ?? (products.length > 0 ? browsers : '');
}
