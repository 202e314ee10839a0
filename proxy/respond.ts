import { pipeline } from 'node:stream/promises';
import { evaluate, isConditional, rangeHolds } from './conditions.ts';
import type { Exchange } from './exchange.ts';
import { fieldsOf, headOf, tagOf, writeHead } from './headers.ts';
import { variantLinks } from './links.ts';
import { answerMethod, readMethods } from './methods.ts';
import { bodyFor, preferenceOf } from './negotiate.ts';
import type { Page, Representation, Resource, StoredBody, StoredContent } from './origin/origin.ts';
import { sendProblem } from './problem.ts';
import { partOf } from './range.ts';
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
  const head = headOf(site, representation, body, content.compressible);
  if (isConditional(headers)) {
    const outcome = evaluate(headers, tagOf(representation, body));
    if (outcome === 304) {
      writeHead(res, 304, head.notModified, quota);
      res.end();
      return;
    }
    if (outcome === 412) return void sendProblem(exchange, 'preconditionFailed');
  }
  if (req.method === 'HEAD') {
    writeHead(res, 200, head.ok, quota);
    res.end();
    return;
  }
  if (headers.range !== undefined) return sendPart(exchange, representation, content, headers.range);
  return sendWhole(exchange, body, head.ok);
}

function sendWhole(exchange: Exchange, body: StoredBody, fields: readonly string[]): Promise<void> | undefined {
  const { res, quota } = exchange;
  if (body.bytes === undefined) return sendUnheld(exchange, body, 200, fields, 0, body.size - 1);
  writeHead(res, 200, fields, quota);
  res.end(body.bytes);
}

/** A part is cut from the identity coding: positions in a compressed stream are of no use to anyone. */
function sendPart(
  exchange: Exchange,
  representation: Representation,
  content: StoredContent,
  range: string,
): Promise<void> | undefined {
  const { req, res, site, quota } = exchange;
  const { identity } = content;
  if (identity.tag === undefined) return identity.load().then(() => sendPart(exchange, representation, content, range));
  const etag = tagOf(representation, identity);
  const part = rangeHolds(req.headers['if-range'] as string | undefined, etag) ? partOf(range, identity.size) : 'whole';
  if (part === 'whole') {
    const body = bodyFor(req.headers['accept-encoding'], content);
    return sendWhole(exchange, body, headOf(site, representation, body, content.compressible).ok);
  }
  if (part === 'unsatisfiable') {
    sendProblem(exchange, 'rangeNotSatisfiable', { fields: ['Content-Range', `bytes */${identity.size}`] });
    return;
  }
  const { start, end } = part;
  const fields = fieldsOf(
    site,
    representation,
    {
      etag: `"${etag}"`,
      length: end - start + 1,
      contentRange: `bytes ${start}-${end}/${identity.size}`,
      acceptRanges: true,
      variesByCoding: content.compressible,
    },
    206,
  );
  if (identity.bytes === undefined) return sendUnheld(exchange, identity, 206, fields, start, end);
  writeHead(res, 206, fields, quota);
  res.end(identity.bytes.subarray(start, end + 1));
}

/** Bytes that are not in memory: read whole and verified, or streamed where they are too many. */
async function sendUnheld(
  { res, quota }: Exchange,
  body: StoredBody,
  status: 200 | 206,
  fields: readonly string[],
  start: number,
  end: number,
): Promise<void> {
  const bytes = await body.load();
  if (bytes) {
    writeHead(res, status, fields, quota);
    res.end(start === 0 && end === bytes.length - 1 ? bytes : bytes.subarray(start, end + 1));
    return;
  }
  const stream = await body.stream(start, end);
  // A byte too many or too few would be taken for the next answer on this connection (faults.md §1.4).
  res.strictContentLength = true;
  writeHead(res, status, fields, quota);
  await pipeline(stream, res);
}
