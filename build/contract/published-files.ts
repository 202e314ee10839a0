import { isCompressible, mediaTypeOf } from './media-types.ts';
import { notFoundFile } from './permalinks.ts';
import { redirectsFile } from './redirects.ts';

/** Configuration of hosts, and the page for what does not exist: read, but not published. */
export const unpublished: ReadonlySet<string> = new Set([redirectsFile, '_headers', '_routes.json', '_worker.js', notFoundFile]);

/** Whether a file is published at all. */
export const isPublished = (file: string): boolean => !unpublished.has(file);

/** Dot files are the host's own affair (`.git/config`), except for well-known URIs (RFC 8615). */
export const isPublic = (file: string): boolean => !/(?:^(?!\.well-known(?:\/|$))|\/)\./.test(file);

/** Compressed files beside a file: `about.html.br`, `about.html.gz`. Best first. */
export const sidecarSuffixes = { br: '.br', gzip: '.gz' } as const;

/** How sidecars are compressed: quality of Brotli, level of gzip. */
export const sidecarQuality = { br: 6, gzip: 9 } as const;

/** The file whose sidecar a file may be, by its name: `about.html.br` → `about.html`; undefined for other names. */
export function sidecarOwner(file: string): string | undefined {
  const suffix = Object.values(sidecarSuffixes).find((each) => file.endsWith(each));
  return suffix && file.slice(0, -suffix.length);
}

/** Whether a file is a sidecar of a file that compresses: `about.html.br`, but not `photo.jpg.br`. */
export function isSidecar(file: string): boolean {
  const owner = sidecarOwner(file);
  return owner !== undefined && isCompressible(mediaTypeOf(`/${owner}`));
}
