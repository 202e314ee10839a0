import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sidecarQuality } from '../../../build/contract/published-files.ts';
import { heldBody } from '../content.ts';
import type { FolderContent } from './folder-content.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Bytes compressed for one snapshot at most: seconds of one thread, not minutes. */
const allowance = 64 * 1024 * 1024;
/** Contents examined between two turns of the event loop. */
const slice = 500;

/**
 * Makes missing codings, one file at a time, in the thread pool, within a limit. Until then, and beyond the limit, a file is
 * sent uncompressed.
 */
export async function compressIdle(contents: Iterable<FolderContent>, stop: () => boolean): Promise<void> {
  let left = allowance;
  let seen = 0;
  for (const content of contents) {
    if (++seen % slice === 0) await turn();
    const { compressible, br, gzip } = content;
    if (!compressible || br || gzip) continue;
    const { bytes, tag, size } = content.identity;
    if (stop() || left < size) return;
    if (bytes === undefined) continue;
    left -= size;
    const params = { [constants.BROTLI_PARAM_QUALITY]: sidecarQuality.br, [constants.BROTLI_PARAM_SIZE_HINT]: size };
    const made = { br: await toBrotli(bytes, { params }), gzip: await toGzip(bytes, { level: sidecarQuality.gzip }) };
    for (const coding of ['br', 'gzip'] as const)
      if (made[coding].length < size * 0.9) content.add(coding, heldBody(made[coding], coding, tag));
  }
}
