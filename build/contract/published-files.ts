import { notFoundFile } from './permalinks.ts';
import { redirectsFile } from './redirects.ts';

/** Configuration of hosts, and the page for what does not exist: read, but not published. */
export const unpublished: ReadonlySet<string> = new Set([redirectsFile, '_headers', '_routes.json', '_worker.js', notFoundFile]);

/** Whether a file is published at all. */
export const isPublished = (file: string): boolean => !unpublished.has(file);

/** Dot files are the host's own affair (`.git/config`), except for well-known URIs (RFC 8615). */
export const isPublic = (file: string): boolean => !/(?:^(?!\.well-known(?:\/|$))|\/)\./.test(file);
