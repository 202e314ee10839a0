import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Artifact } from './artifact.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Bytes below which a coding saves less than its header costs. */
const smallest = 512;
const compressible = /(^|\/)(api-catalog|oauth-[a-z-]+)$|\.(html?|md|txt|xml|json|css|m?js|svg|webmanifest|ico|map)$/i;

/** Whether a file is text, which compresses; images and fonts are compressed already. */
const isCompressible = (path: string): boolean => compressible.test(path);

/**
 * The `.br` (quality 6) and `.gz` (level 9) sidecars of files, where they are smaller than the file: what nginx
 * (gzip_static), Caddy (precompressed) and the proxy send. In zlib's thread pool, four files at a time.
 */
export async function compress(files: readonly Artifact[]): Promise<Artifact[]> {
  const sidecars: Artifact[][] = [];
  const queue = files.entries();
  const workers = Array.from({ length: 4 }, async () => {
    for (const [at, { path, body }] of queue) {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
      if (bytes.length < smallest || !isCompressible(path)) continue;
      const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
      const codings = [
        { path: `${path}.br`, mediaType: '', body: await toBrotli(bytes, options) },
        { path: `${path}.gz`, mediaType: '', body: await toGzip(bytes, { level: 9 }) },
      ];
      sidecars[at] = codings.filter((coding) => coding.body.length < bytes.length);
    }
  });
  await Promise.all(workers);
  return sidecars.flat();
}

/** Whether a file is a sidecar of another, not a file of its own. */
export const isSidecar = (path: string): boolean => /\.(br|gz)$/.test(path) && isCompressible(path.slice(0, -3));
