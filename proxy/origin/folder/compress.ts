import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sidecarQuality } from '../../../build/contract/published-files.ts';
import { heldBody } from '../content.ts';
import type { MutableContent, Snapshot } from './snapshot.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Bytes that are compressed for one snapshot: seconds of one thread, not minutes. */
const allowance = 64 * 1024 * 1024;
/** Contents that are looked at between two turns of the event loop. */
const slice = 500;

/**
 * Makes the codings that the build did not, one file at a time, in the thread pool, and within bounds. Until its turn
 * has come, and past the bounds, a file is sent as it is.
 *
 * @param from an older snapshot, whose codings are those of files that hold the same bytes
 */
export async function compressIdle(contents: readonly MutableContent[], stop: () => boolean, from?: Snapshot): Promise<void> {
  const made = new Map<string | undefined, MutableContent>();
  let seen = 0;
  for (const content of from?.uncompressed ?? []) {
    if (content.br || content.gzip) made.set(content.identity.tag, content);
    if (++seen % slice === 0) await turn();
  }
  for (const content of contents) {
    if (++seen % slice === 0) await turn();
    const { br, gzip } = made.get(content.identity.tag) ?? {};
    if (br && content.identity.reserve(br.size)) content.br = br;
    if (gzip && content.identity.reserve(gzip.size)) content.gzip = gzip;
  }
  let left = allowance;
  for (const content of contents) {
    const { bytes, tag, size } = content.identity;
    if (stop() || left < size) return;
    if (bytes === undefined || content.br || content.gzip) continue;
    left -= size;
    const br = await toBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: sidecarQuality.br, [constants.BROTLI_PARAM_SIZE_HINT]: size },
    });
    const gz = await toGzip(bytes, { level: sidecarQuality.gzip });
    if (br.length < size * 0.9 && content.identity.reserve(br.length)) content.br = heldBody(br, 'br', tag);
    if (gz.length < size * 0.9 && content.identity.reserve(gz.length)) content.gzip = heldBody(gz, 'gzip', tag);
  }
}
