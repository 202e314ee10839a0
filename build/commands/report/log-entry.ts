import { decodeLoosely, encodePath } from '../../contract/permalinks.ts';

/** One request of an access log, without address, query or referrer, and its answer. */
export interface LogEntry {
  /** `2026-11-24`, in the time zone of the log; may be empty. */
  readonly day: string;
  /** Percent-encoded path. */
  readonly path: string;
  readonly status: number;
  /** Name of the agent; may be empty. */
  readonly agent: string;
  /** Media type of the answer, or the variant in our own log; may be empty. */
  readonly form: string;
}

/** Names of fields: dotted paths in JSON lines, columns in W3C logs. The first existing one counts. */
const fields = {
  // diptych-proxy, Netlify, Caddy, Vercel, Cloudflare; then CloudFront and IIS.
  path: ['path', 'url', 'uri', 'request.uri', 'proxy.path', 'ClientRequestURI', 'cs-uri-stem'],
  status: ['status', 'status_code', 'statusCode', 'proxy.statusCode', 'EdgeResponseStatus', 'sc-status'],
  day: ['date', 'time', 'timestamp', 'ts', 'proxy.timestamp', 'EdgeStartTimestamp'],
  agent: ['agent', 'user_agent', 'request.headers.User-Agent', 'proxy.userAgent', 'ClientRequestUserAgent', 'cs(User-Agent)'],
  form: ['variant', 'content_type', 'resp_headers.Content-Type', 'EdgeResponseContentType', 'sc-content-type'],
} as const;

/**
 * Makes a reader for the lines of one log file, which recognizes the format of each line: Common and Combined Log Format (also
 * with a leading virtual host, or a trailing quoted media type), JSON (also arrays of entries), and the W3C extended format,
 * whose columns a line names.
 *
 * @returns the entries of a line, none for a comment; undefined for an unknown format
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

/** The first existing field of an entry as text; the first item of a list. Empty for none. */
function found(entry: unknown, names: readonly string[]): string {
  for (const name of names) {
    const step = (value: unknown, key: string): unknown => (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
    const value = [Object(entry)[name] ?? name.split('.').reduce(step, entry)].flat()[0];
    if ((typeof value === 'string' && value !== '-') || typeof value === 'number') return `${value}`;
  }
  return '';
}

/** The day of an ISO time, or of seconds, milliseconds or nanoseconds since 1970. */
function dayOf(time: string): string {
  const iso = /^\d{4}-\d\d-\d\d/.exec(time)?.[0];
  if (iso !== undefined || !/^\d{9,19}(\.\d+)?$/.test(time)) return iso ?? '';
  const digits = Number(time);
  return new Date(digits > 1e17 ? digits / 1e6 : digits > 1e11 ? digits : digits * 1e3).toISOString().slice(0, 10);
}

/** The path of a target or URL, encoded as published paths: no control characters of a client reach the terminal. */
const pathOf = (target: string): string =>
  encodePath(decodeLoosely(target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, ''))) || '/';

/** Product names of browsers, which programs also send. */
const engines =
  /^(?:mozilla|applewebkit|khtml|gecko|chrome|chromium|safari|mobile|version|firefox|opera|presto|trident|[a-z]*browser|(?:cr|fx|edg|op|oph?r)i?os|edge?a?|opr|opt|vivaldi|ucweb|ubuntu|gsa)$/i;

export const browsers = 'Browsers';

/**
 * The name of a program from its `User-Agent` (RFC 9110 §10.1.5), without version: the product after `compatible;` or before
 * the URL of its page, else the first product that is no browser's. Only letters, digits and `._-`.
 *
 *     Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)
 *                                                                    ^^^^^^^^^
 */
export function agentName(userAgent: string): string {
  const [, stated = ''] =
    /\bcompatible;\s*(?!MSIE)([\w.-]+)/i.exec(userAgent) ?? /([A-Za-z][\w.-]*)(?:\/[\d.]+)?;? \+?https?:/.exec(userAgent) ?? [];
  if (stated !== '') return stated;
  const products = userAgent.replace(/\([^()]*\)/g, ' ').match(/(?<![^\s;,])[A-Za-z][\w.-]*(?=[/\s;,]|$)/g) ?? [];
  const program = products.find((product) => !engines.test(product));
  return program ?? (products.length > 0 ? browsers : '');
}
