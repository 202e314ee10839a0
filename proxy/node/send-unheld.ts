import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { StoredBody } from '../origin/origin.ts';

/**
 * Sends bytes that are not in memory: read whole and verified, or streamed where they are too many.
 *
 * @param start first byte of the part
 * @param end last byte of the part, inclusive
 * @param writeHead called once it is sure that the bytes are there
 * @throws {OriginFailure} (rejects with it) when the file is no longer what the snapshot says
 */
export async function sendUnheld(
  res: ServerResponse,
  body: StoredBody,
  start: number,
  end: number,
  writeHead: () => void,
): Promise<void> {
  const bytes = await body.load();
  if (bytes) {
    writeHead();
    res.end(bytes.subarray(start, end + 1));
    return;
  }
  const stream = await body.stream(start, end);
  // A byte too many or too few would be taken for the next answer on this connection (faults.md §1.4).
  res.strictContentLength = true;
  writeHead();
  await pipeline(stream, res);
}
