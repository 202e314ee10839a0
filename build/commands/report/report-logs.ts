import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { canonicalsOf, isPageFile, notFoundFile, pageUrlOf, twinUrlOf } from '../../contract/permalinks.ts';
import { basePathOf } from '../../contract/site-url.ts';
import { UserError } from '../../contract/std/errors.ts';
import { readHostedSite } from '../../hosts/hosted.ts';
import { createRequestCounts, type KnownSite, type Report } from './count-requests.ts';
import { createLogReader } from './log-entry.ts';

export interface ReportOptions {
  /** Folder of the built site, to suggest pages for missed paths and to list pages without requests. */
  readonly site?: string | undefined;
  /** Read for a log named `-`. */
  readonly standardInput: AsyncIterable<Uint8Array>;
  /** Called with the number of lines read. */
  readonly progress?: (lines: number) => void;
}

const longestLine = 1 << 20;

/**
 * Reads access logs as streams, each in its own format; names that end in `.gz` are unpacked. Memory does not grow with the
 * logs.
 *
 * @throws {UserError} if a log cannot be read, or has no line in a known format
 */
export async function reportLogs(logs: readonly string[], { site, standardInput, progress }: ReportOptions): Promise<Report> {
  const counts = createRequestCounts(site === undefined ? undefined : knownSite(site));
  let lines = 0;
  for (const log of logs) {
    const read = createLogReader();
    let isKnown = false;
    try {
      for await (const line of linesOf(log === '-' ? standardInput : bytesOf(log))) {
        if (++lines % 10_000 === 0) progress?.(lines);
        const entries = read(line);
        if (entries === undefined) counts.unread();
        else for (const entry of entries) counts.add(entry);
        isKnown ||= entries !== undefined && entries.length > 0;
      }
    } catch (cause) {
      throw new UserError(`${log}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message})`, {
        cause,
      });
    }
    if (!isKnown)
      throw new UserError(
        `${log}: holds no request in Common or Combined Log Format, JSON lines or the W3C format (CloudFront, IIS); is it an access log?`,
      );
  }
  return counts.report();
}

function bytesOf(log: string): AsyncIterable<Uint8Array> {
  const file = createReadStream(log);
  if (!log.endsWith('.gz')) return file;
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  return unpacked;
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (rest.length > longestLine) rest = '';
    yield* lines;
  }
  yield rest;
}

function knownSite(folder: string): KnownSite {
  const { url, files, htmlUrls, has, isPage } = readHostedSite(folder);
  const pages = files
    .filter((file) => isPageFile(file) && file !== notFoundFile)
    .map((file) => pageUrlOf(file, htmlUrls))
    .filter((page) => has(twinUrlOf(page, isPage)));
  return {
    base: url ? basePathOf(url) : '',
    pages,
    has: (path) => [path, ...canonicalsOf(path)].some((spelling) => has(spelling)),
  };
}
