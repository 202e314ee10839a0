import { isCompressible, mediaTypeOf } from './media-types.ts';
import { notFoundFile } from './permalinks.ts';
import { redirectsFile } from './redirects.ts';

/** Configuration of hosts, and the 404 page: read, but not published. */
export const unpublished: ReadonlySet<string> = new Set([redirectsFile, '_headers', '_routes.json', '_worker.js', notFoundFile]);

export const isPublished = (file: string): boolean => !unpublished.has(file);

/** Whether the proxy may serve a file: no dot file (`.git/config`) but well-known URIs (RFC 8615). */
export const isPublic = (file: string): boolean => !/(?:^(?!\.well-known(?:\/|$))|\/)\./.test(file);

/** Suffixes of compressed files: `about.html.br`, `about.html.gz`. Best first. */
export const sidecarSuffixes = { br: '.br', gzip: '.gz' } as const;

/** Compression of sidecars: quality of Brotli, level of gzip. The best ones take half as much time again for 2 % fewer bytes. */
export const sidecarQuality = { br: 5, gzip: 4 } as const;

/** The uncompressed file that a sidecar belongs to, by name: `about.html.br` → `about.html`; undefined for other names. */
export function sidecarOwner(file: string): string | undefined {
  const suffix = Object.values(sidecarSuffixes).find((each) => file.endsWith(each));
  return suffix && file.slice(0, -suffix.length);
}

/** Whether a file is a sidecar of a compressible file: `about.html.br`, but not `photo.jpg.br`. */
export function isSidecar(file: string): boolean {
  const owner = sidecarOwner(file);
  return owner !== undefined && isCompressible(mediaTypeOf(`/${owner}`));
}
