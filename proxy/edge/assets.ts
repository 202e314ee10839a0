import { fetchFile } from '../origin/fetch-file.ts';
import type { Body } from '../origin/origin.ts';

/**
 * The files of the site: a binding with `fetch`, such as Cloudflare's `ASSETS`, or a function. It gets the URL path of the
 * file itself (`/about.html`) and answers with its bytes; it may ignore `Range`. `init` is the second argument of `fetch`,
 * `visitor` the request that is being answered.
 */
export type Assets =
  | { fetch(request: Request): Promise<Response> }
  | ((path: string, init: AssetInit, visitor: Request) => Response | Promise<Response>);

/** Options for a request to the store: perhaps a range; redirects are not followed. */
export interface AssetInit {
  readonly headers: { readonly Range?: string };
  readonly redirect: 'manual';
}

/** A file in the asset store: the table has its facts, and its bytes are fetched when they are sent. */
export interface Asset extends Body {
  readonly file: string;
}

export interface AssetBytes {
  readonly body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null;
  /** Whether the store has the file that the table lists, judged by its length. */
  readonly isListed: boolean;
  readonly length: number | undefined;
  /** Fields that the store sends and our own must not weaken. */
  readonly restrictions: readonly [name: string, value: string][];
}

/** Most bytes of a body that is read as a whole, if the store does not send its length. */
const readLimit = 1024 * 1024;

const restrictive = [
  'Content-Security-Policy',
  'X-Frame-Options',
  'Strict-Transport-Security',
  'Referrer-Policy',
  'Permissions-Policy',
];

/**
 * Fetches the bytes of a file from `start` to `end` inclusive, from no other server than the store.
 *
 * @param visitor the request that is answered: the store is asked at its origin
 * @throws {OriginFailure} (rejects with it) if the store does not have the file
 */
export async function fetchAsset(
  assets: Assets,
  asset: Asset,
  start: number,
  end: number,
  visitor: Request,
): Promise<AssetBytes> {
  const { url } = visitor;
  const isPart = end - start + 1 < asset.size;
  const init: AssetInit = { headers: isPart ? { Range: `bytes=${start}-${end}` } : {}, redirect: 'manual' };
  const ask = (path: string): Response | Promise<Response> => {
    if (typeof assets === 'function') return assets(path, init, visitor);
    return assets.fetch(new Request(Object.assign(new URL(url), { pathname: path, search: '', hash: '' }), init));
  };
  const response = await fetchFile(ask, asset.file, url);
  const { status, body } = response;
  const stated = response.headers.get('Content-Length');
  // Content-Length of a coded body is not the length of the decoded bytes.
  const whole = stated === null || response.headers.has('Content-Encoding') ? undefined : Number(stated);
  const expected = status === 206 ? end - start + 1 : asset.size;
  const isCut = isPart && status === 200;
  const restrictions = restrictive.flatMap((name): [string, string][] => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  if (whole === undefined && expected <= readLimit) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const part = isCut ? bytes.subarray(start, end + 1) : bytes;
    return { body: part, isListed: bytes.length === expected, length: part.length, restrictions };
  }
  return {
    body: isCut ? (body?.pipeThrough(partStream(start, end)) ?? null) : body,
    isListed: whole === undefined || whole === expected,
    length: whole === undefined ? undefined : isCut ? end - start + 1 : whole,
    restrictions,
  };
}

/** Passes the bytes from `start` to `end` inclusive. */
function partStream(start: number, end: number): TransformStream<Uint8Array, Uint8Array> {
  let position = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const from = Math.max(start - position, 0);
      const to = Math.min(end + 1 - position, chunk.length);
      if (from < to) controller.enqueue(chunk.subarray(from, to));
      position += chunk.length;
      if (position > end) controller.terminate();
    },
  });
}
