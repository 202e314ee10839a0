import type { Exchange } from '../exchange.ts';
import { bodyFor, preferenceOf } from '../http/negotiate.ts';
import { evaluate, isConditional, rangeHolds } from '../http/preconditions.ts';
import { partOf } from '../http/range.ts';
import { writeHead, writeLines } from '../node/headers.ts';
import { sendUnheld } from '../node/send-unheld.ts';
import type { Page, Representation, Resource, StoredBody, StoredContent } from '../origin/origin.ts';
import { fieldsOf, tagOf } from './fields.ts';
import { storedHead } from './head-template.ts';
import { variantLinks } from './links.ts';
import { answerMethod, readMethods } from './methods.ts';
import { sendProblem } from './problem.ts';
import { sendRedirect } from './redirect.ts';
import { sendRemote } from './respond-remote.ts';

/** Answers with a resource: method → variant → conditions → range → bytes. At once from memory, else by a promise. */
export function respond(exchange: Exchange, resource: Resource): Promise<void> | undefined {
  if (answerMethod(exchange, readMethods)) return;
  if (resource.kind === 'document') return send(exchange, resource.representation);
  if (resource.kind === 'redirect') return sendRedirect(exchange, resource);
  return sendPage(exchange, resource);
}

/** Without a twin there is nothing to negotiate: HTML, whatever Accept says. */
function sendPage(exchange: Exchange, { html, markdown }: Page): Promise<void> | undefined {
  if (markdown === undefined) return send(exchange, html);
  const { variant } = preferenceOf(exchange.req.headers.accept);
  if (variant === 'html') return send(exchange, html);
  if (variant === 'markdown') return send(exchange, markdown, html);
  exchange.surface = html.surface;
  sendProblem(exchange, 'notAcceptable', {
    hint: `Ask for text/html or text/markdown, or fetch ${exchange.site.url}${markdown.path}.`,
    links: variantLinks(html, markdown),
    fields: ['Vary', 'Accept'],
  });
}

const variants = { page: 'html', negotiated: 'markdown', twin: 'markdown', document: 'document', asset: 'asset' } as const;

/** @param otherwise what stands in where another host turns out to hold no twin */
function send(exchange: Exchange, representation: Representation, otherwise?: Representation): Promise<void> | undefined {
  exchange.surface = representation.surface;
  exchange.variant = variants[representation.role];
  const { content } = representation;
  if (content.kind === 'stored') return sendStored(exchange, representation, content);
  return sendRemote(exchange, representation, content, otherwise);
}

function sendStored(exchange: Exchange, representation: Representation, content: StoredContent): Promise<void> | undefined {
  const { req, res, site, quota } = exchange;
  const { headers } = req;
  const body = bodyFor(headers['accept-encoding'], content);
  if (body.tag === undefined) return body.load().then(() => sendStored(exchange, representation, content));
  if (isConditional(headers)) {
    const outcome = evaluate(headers, tagOf(representation, body));
    if (outcome === 412) return sendProblem(exchange, 'preconditionFailed');
    if (outcome === 304) {
      writeLines(res, 304, undefined, storedHead(site, representation, body, content.compressible, 304), quota);
      res.end();
      return;
    }
  }
  if (req.method === 'HEAD') {
    writeLines(res, 200, `${body.size}`, storedHead(site, representation, body, content.compressible, 200), quota);
    res.end();
    return;
  }
  if (headers.range !== undefined) return sendPart(exchange, representation, content, headers.range);
  return sendWhole(exchange, representation, content, body);
}

function sendWhole(
  { res, site, quota }: Exchange,
  representation: Representation,
  content: StoredContent,
  body: StoredBody,
): Promise<void> | undefined {
  const { bytes, size } = body;
  const lines = storedHead(site, representation, body, content.compressible, 200);
  if (bytes === undefined) return sendUnheld(res, body, 0, size - 1, () => writeLines(res, 200, `${size}`, lines, quota));
  writeLines(res, 200, `${size}`, lines, quota);
  res.end(bytes);
}

/** A part is cut from the identity coding: positions in a compressed stream are of no use to anyone. */
function sendPart(
  exchange: Exchange,
  representation: Representation,
  content: StoredContent,
  range: string,
): Promise<void> | undefined {
  const { req, res, site, quota } = exchange;
  const { identity, compressible } = content;
  if (identity.tag === undefined) return identity.load().then(() => sendPart(exchange, representation, content, range));
  const { size, bytes } = identity;
  const tag = tagOf(representation, identity);
  const part = rangeHolds(req.headers['if-range'] as string | undefined, tag) ? partOf(range, size) : 'whole';
  if (part === 'unsatisfiable')
    return sendProblem(exchange, 'rangeNotSatisfiable', { fields: ['Content-Range', `bytes */${size}`] });
  if (part === 'whole') {
    return sendWhole(exchange, representation, content, bodyFor(req.headers['accept-encoding'], content));
  }
  const { start, end } = part;
  const fields = fieldsOf(site, representation, {
    etag: `"${tag}"`,
    length: end - start + 1,
    contentRange: `bytes ${start}-${end}/${size}`,
    acceptRanges: true,
    variesByCoding: compressible,
  });
  if (bytes === undefined) return sendUnheld(res, identity, start, end, () => writeHead(res, 206, fields, quota));
  writeHead(res, 206, fields, quota);
  res.end(bytes.subarray(start, end + 1));
}
