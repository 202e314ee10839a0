import { pipeline } from 'node:stream/promises';
import type { Exchange } from '../exchange.ts';
import { writeHead } from '../node/headers.ts';
import { abandon } from '../origin/abandon.ts';
import type { RemoteContent, Representation } from '../origin/origin.ts';
import { fieldsOf, resourceFields } from './fields.ts';
import { sendNotFound } from './not-found.ts';
import { sendProblem } from './problem.ts';
import { sendRedirect } from './redirect.ts';

/**
 * Answers with what another host holds. Conditions and ranges were its business; the head is ours.
 *
 * @param otherwise what stands in where the host holds nothing: the HTML of a page without twin
 */
export async function sendRemote(
  exchange: Exchange,
  representation: Representation,
  content: RemoteContent,
  otherwise?: Representation,
): Promise<void> {
  const { req, res, begun, site, quota } = exchange;
  const answer = await content.open(req.method === 'HEAD' ? 'HEAD' : 'GET', req.headers, begun);
  // Nobody is left to read it: a body that is piped to them would end before it began, and throw.
  if (res.destroyed) return abandon(answer);
  if (answer === undefined) {
    if (otherwise?.content.kind !== 'remote') return void sendNotFound(exchange);
    exchange.variant = 'html';
    return sendRemote(exchange, otherwise, otherwise.content);
  }
  if ('kind' in answer) return sendRedirect(exchange, answer);
  const { status, body, mediaType = representation.mediaType } = answer;
  if (status === 412) return sendProblem(exchange, 'preconditionFailed');
  if (status === 416)
    return sendProblem(exchange, 'rangeNotSatisfiable', {
      fields: answer.contentRange === undefined ? [] : ['Content-Range', answer.contentRange],
    });
  const sent = { ...representation, mediaType };
  const whole = status === 200 || status === 206;
  writeHead(res, status, whole ? fieldsOf(site, sent, answer) : resourceFields(site, sent, answer), quota);
  if (body === undefined || Buffer.isBuffer(body)) res.end(body);
  // Node's parser has seen to it that the body is as long as the host said.
  else await pipeline(body, res);
}
