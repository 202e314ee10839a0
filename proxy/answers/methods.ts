import type { Exchange } from '../exchange.ts';
import { writeHead } from '../node/headers.ts';
import { sendProblem } from './problem.ts';
import { commonFields } from './security.ts';

/** Methods that the service knows: refused by 405 where they do not apply, every other one by 501 (RFC 9110 §15.6.2). */
export const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** What the service supports as a whole: the answer to `OPTIONS *`. */
export const serverMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** What a published resource supports. */
export const readMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Answers OPTIONS and every method that the resource does not support. Returns whether it answered. */
export function answerMethod(exchange: Exchange, supported: readonly string[]): boolean {
  const { method = 'GET' } = exchange.req;
  if (method === 'OPTIONS') sendOptions(exchange, supported);
  else if (supported.includes(method)) return false;
  else if (!knownMethods.has(method)) sendUnknownMethod(exchange);
  else {
    sendProblem(exchange, 'methodNotAllowed', {
      detail: `${method} is not supported here.`,
      fields: ['Allow', supported.join(', ')],
    });
  }
  return true;
}

/** 501, whatever the path: the method means nothing here (RFC 9110 §15.6.2). */
export const sendUnknownMethod = (exchange: Exchange): undefined =>
  sendProblem(exchange, 'notImplemented', { detail: 'The service does not know this method.', hint: 'Use GET.' });

/** 204 with Allow, and with what a browser's preflight asks for (Fetch §3.2). */
export function sendOptions(exchange: Exchange, supported: readonly string[]): undefined {
  const allow = supported.join(', ');
  const { req, res, site, quota } = exchange;
  const preflight = req.headers.origin !== undefined && req.headers['access-control-request-method'] !== undefined;
  writeHead(
    res,
    204,
    [
      'Allow',
      allow,
      'Cache-Control',
      'no-store',
      ...(preflight
        ? ['Access-Control-Allow-Methods', allow, 'Access-Control-Allow-Headers', '*', 'Access-Control-Max-Age', '86400']
        : []),
      ...commonFields(site),
    ],
    quota,
  );
  res.end();
}
