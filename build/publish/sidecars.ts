import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { isCompressible, mediaTypeOf } from '../contract/media-types.ts';
import { sidecarQuality, sidecarSuffixes } from '../contract/published-files.ts';
import { type PublishedFile, publishedFile } from '../files.ts';
import type { PreviousBuild } from './previous-build.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Size in bytes below which compression saves less than its header costs. */
const smallest = 512;
/** Size in bytes up to which compression takes less time than its way through the thread pool, which costs a page a millisecond. */
const small = 100_000;
/** Size in bytes above which a file that is not in memory is left to the server: several are compressed at a time. */
const largest = 16_000_000;

/**
 * The sidecars of a file that are smaller than it, for nginx (gzip_static), Caddy (precompressed) and the proxy.
 *
 * @param previous build whose sidecars are reused for unchanged files
 */
export const sidecarsOf = async (file: PublishedFile, previous: PreviousBuild): Promise<PublishedFile[]> =>
  previous.sidecarsOf(file.path, file.hash) ?? compress(file);

/** The smallest window that fits the whole file (RFC 7932 §9.1): Brotli's tables for a larger one cost more than a small file. */
const windowBitsOf = (size: number): number =>
  Math.min(Math.max(Math.ceil(Math.log2(size + 16)), constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);

async function compress({ path, size, body, from }: PublishedFile): Promise<PublishedFile[]> {
  if (size < smallest || !isCompressible(mediaTypeOf(`/${path}`))) return [];
  if (body === undefined && size > largest) return [];
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: sidecarQuality.br,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
      [constants.BROTLI_PARAM_LGWIN]: windowBitsOf(size),
    },
  };
  const bytes = body === undefined ? readFileSync(from!) : body instanceof Uint8Array ? body : Buffer.from(body);
  const level = { level: sidecarQuality.gzip };
  const [brotli, gzipped] =
    size <= small
      ? [brotliCompressSync(bytes, options), gzipSync(bytes, level)]
      : await Promise.all([toBrotli(bytes, options), toGzip(bytes, level)]);
  const codings = [publishedFile(path + sidecarSuffixes.br, brotli), publishedFile(path + sidecarSuffixes.gzip, gzipped)];
  return codings.filter((coding) => coding.size < size);
}
