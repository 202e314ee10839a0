import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, createBrotliCompress, createGzip, gzip, gzipSync } from 'node:zlib';
import { isCompressible, mediaTypeOf } from '../contract/media-types.ts';
import { sidecarQuality, sidecarSuffixes } from '../contract/published-files.ts';
import { inParallel } from '../contract/std/collections.ts';
import { fileIn, type PublishedFile, publishedFile, writeThrough } from '../files.ts';
import type { PreviousBuild } from './previous-build.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Size in bytes below which compression saves less than its header costs. */
const smallest = 512;
/** Size in bytes up to which compression takes less time than its way through the thread pool, which costs a page a millisecond. */
const small = 100_000;
/** Size in bytes from which on a file is compressed in pieces. */
const large = 16_000_000;
/**
 * The sidecars of a file that are smaller than it, for nginx (gzip_static), Caddy (precompressed) and the proxy.
 *
 * @param previous build whose sidecars are reused for unchanged files
 * @param folder for the sidecars of a large file; others are kept in memory until they are placed
 */
export const sidecarsOf = async (file: PublishedFile, previous: PreviousBuild, folder: string): Promise<PublishedFile[]> =>
  previous.sidecarsOf(file.path, file.hash) ?? compress(file, folder);

/** The smallest window that fits the whole file (RFC 7932 §9.1): Brotli's tables for a larger one cost more than a small file. */
const windowBitsOf = (size: number): number =>
  Math.min(Math.max(Math.ceil(Math.log2(size + 16)), constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);

async function compress({ path, size, body, from }: PublishedFile, folder: string): Promise<PublishedFile[]> {
  if (size < smallest || !isCompressible(mediaTypeOf(`/${path}`))) return [];
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: sidecarQuality.br,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
      [constants.BROTLI_PARAM_LGWIN]: windowBitsOf(size),
    },
  };
  if (size > large && from !== undefined) {
    const ways = [
      [sidecarSuffixes.br, createBrotliCompress(options)],
      [sidecarSuffixes.gzip, createGzip({ level: sidecarQuality.gzip })],
    ] as const;
    return inParallel(ways, 2, async ([suffix, through]) => {
      await writeThrough(from, through, join(folder, path + suffix));
      return fileIn(folder, path + suffix);
    });
  }
  const bytes = body === undefined ? readFileSync(from!) : body instanceof Uint8Array ? body : Buffer.from(body);
  const level = { level: sidecarQuality.gzip };
  const [brotli, gzipped] =
    size <= small
      ? [brotliCompressSync(bytes, options), gzipSync(bytes, level)]
      : await Promise.all([toBrotli(bytes, options), toGzip(bytes, level)]);
  const codings = [publishedFile(path + sidecarSuffixes.br, brotli), publishedFile(path + sidecarSuffixes.gzip, gzipped)];
  return codings.filter((coding) => coding.size < size);
}
