import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Fields } from '../answers/fields.ts';
import { toFields } from '../http/lines.ts';
import type { Quota } from '../http/quota.ts';

/*
 * The one header writer: every response of the proxy leaves through here, with the four RateLimit fields.
 */

/** Writes a head of fields. */
export function writeHead(res: ServerResponse, status: number, fields: Fields, quota: Quota): void {
  res.writeHead(status, [...fields, ...quotaFields(quota)]);
}

/**
 * Writes a head of finished lines. Node would check and join some twenty fields anew for every answer, 2 µs of 17: it
 * writes those that it must know of, and the lines are set behind its status line.
 *
 * @param length value of Content-Length, where the answer has one
 * @param lines fields from `toLines`
 */
export function writeLines(res: ServerResponse, status: number, length: string | undefined, lines: string, quota: Quota): void {
  const known = length === undefined ? [] : ['Content-Length', length];
  // A host's own middleware may have set fields, which Node must merge.
  if (!insertable || !(res instanceof ServerResponse) || res.getHeaderNames().length > 0)
    writeHead(res, status, [...known, ...toFields(lines)], quota);
  else insert(res, status, known, lines + quotaLines(quota));
}

function insert(res: ServerResponse, status: number, known: string[], lines: string): void {
  res.writeHead(status, known);
  const { _header: written } = res as unknown as Written;
  const end = written.indexOf('\r\n') + 2;
  (res as unknown as Written)._header = written.slice(0, end) + lines + written.slice(end);
}

/** The same head as text, for an answer on a bare socket. It closes the connection. */
export const rawHead = (status: number, lines: string, quota: Quota): string =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}${quotaLines(quota)}Date: ${new Date().toUTCString()}\r\nConnection: close\r\n\r\n`;

/** The four fields alone, on an answer that the host's own application will write. */
export function setQuota(res: ServerResponse, quota: Quota): void {
  const fields = quotaFields(quota);
  for (let i = 0; i < fields.length; i += 2) res.setHeader(fields[i]!, fields[i + 1]!);
}

const quotaFields = ({ limit, remaining, reset, policy }: Quota): string[] => [
  'RateLimit-Limit',
  `${limit}`,
  'RateLimit-Remaining',
  `${remaining}`,
  'RateLimit-Reset',
  `${reset}`,
  'RateLimit-Policy',
  policy,
];

const quotaLines = ({ limit, remaining, reset, policy }: Quota): string =>
  `RateLimit-Limit: ${limit}\r\nRateLimit-Remaining: ${remaining}\r\nRateLimit-Reset: ${reset}\r\nRateLimit-Policy: ${policy}\r\n`;

/** Where Node keeps a head between `writeHead` and the first byte, from 0.6 to 24. */
interface Written {
  _header: string;
}

/** Whether this Node keeps it there: else every head is written field by field. */
const insertable = ((): boolean => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.writeHead(200, ['Content-Length', '0']);
  const { _header: written } = response as unknown as Written;
  return typeof written === 'string' && /^HTTP\/1\.1 200 OK\r\nContent-Length: 0\r\n/.test(written);
})();
