import { urlOfFile } from '../../build/contract/permalinks.ts';
import { OriginFailure } from '../origin/failure.ts';
import type { StoredBody } from '../origin/origin.ts';

/**
 * Where the files of the site are: a binding with `fetch`, as Cloudflare's `ASSETS`, or a function. Either is asked by the URL
 * path of the file itself (`/about.html`) and answers with its bytes. It may obey `Range`, or ignore it. `visitor` is the
 * request that is being answered.
 */
export type Assets =
  | { fetch(request: Request): Promise<Response> }
  | ((path: string, request: Request, visitor: Request) => Response | Promise<Response>);

/** A file in the asset store: its facts are in the table, its bytes are asked for when they are sent. */
export interface Asset extends StoredBody {
  readonly file: string;
}

/** Bytes of a file as they come from the store. */
export interface AssetBytes {
  readonly body: ReadableStream<Uint8Array> | null;
  /** Whether the store holds the file that the table lists, as far as its length tells. */
  readonly isListed: boolean;
  readonly length: number | undefined;
  /** What the owner has the store send, and our own field must not weaken. */
  readonly restrictions: readonly (readonly [name: string, value: string])[];
}

const restrictive = [
  'Content-Security-Policy',
  'X-Frame-Options',
  'Strict-Transport-Security',
  'Referrer-Policy',
  'Permissions-Policy',
];

/**
 * Fetches the bytes of a file from `start` to `end` inclusive.
 *
 * @param visitor the request that is answered: the store is asked at the same origin
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
  const ask = (path: string): Response | Promise<Response> => {
    const request = new Request(new URL(path, url), isPart ? { headers: { Range: `bytes=${start}-${end}` } } : {});
    return typeof assets === 'function' ? assets(path, request, visitor) : assets.fetch(request);
  };
  let response = await ask(urlOfFile(asset.file));
  const location = response.headers.get('Location');
  // Stores with "pretty URLs" lead from about.html to about.
  if (response.status >= 300 && response.status < 400 && location !== null) response = await ask(new URL(location, url).pathname);
  const { status, body } = response;
  if (status !== 200 && status !== 206) {
    await body?.cancel();
    throw new OriginFailure('badGateway', `${asset.file}: the asset store answers ${status}`);
  }
  const stated = response.headers.get('Content-Length');
  // The length of a coded body is not that of the bytes that arrive here.
  const whole = stated === null || response.headers.has('Content-Encoding') ? undefined : Number(stated);
  const expected = status === 206 ? end - start + 1 : asset.size;
  const isListed = whole === undefined || whole === expected;
  const isCut = isPart && status === 200;
  return {
    body: isCut ? (body?.pipeThrough(partStream(start, end)) ?? null) : body,
    isListed,
    length: whole === undefined ? undefined : isCut ? end - start + 1 : whole,
    restrictions: restrictive.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
  };
}

/** Lets the bytes from `start` to `end` inclusive through. */
function partStream(start: number, end: number): TransformStream<Uint8Array, Uint8Array> {
  let at = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const from = Math.max(start - at, 0);
      const to = Math.min(end + 1 - at, chunk.length);
      if (from < to) controller.enqueue(chunk.subarray(from, to));
      at += chunk.length;
      if (at > end) controller.terminate();
    },
  });
}
