import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemId } from '#contract/problem-types';
import { collect } from '../http/collect.ts';

/**
 * Reads the content of a request, after 100 (Continue) for a client that waits for it.
 *
 * @param limit most bytes
 * @returns the problem to answer with, if it has more
 * @throws (rejects) if it breaks off
 */
export async function readBody(req: IncomingMessage, res: ServerResponse, limit: number): Promise<Uint8Array | ProblemId> {
  // The embedder's parser, such as express.json(), has read it.
  const { body } = req as { body?: unknown };
  if (req.readableDidRead && body !== undefined)
    return Buffer.from(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
  if (Number(req.headers['content-length'] ?? 0) > limit) return 'contentTooLarge';
  if (req.headers.expect !== undefined) res.writeContinue();
  return (await collect(req.iterator({ destroyOnReturn: false }), limit)) ?? 'contentTooLarge';
}
