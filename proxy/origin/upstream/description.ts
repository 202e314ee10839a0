import { type Canonicals, type MissingTwins, manifestFile } from '../../../build/contract/manifest.ts';
import { fileOfUrl, notFoundFile, pageFilesOf, twinUrlOf } from '../../../build/contract/permalinks.ts';
import { checkRedirectsLength, parseRedirects, redirectsFile } from '../../../build/contract/redirects.ts';
import { siteExtension } from '../../../build/contract/site-facts.ts';
import { surfaces } from '../../../build/contract/surfaces.ts';
import { normalPath } from '../../http/request-target.ts';
import { inventoryOf } from '../manifest.ts';
import type { HostPolicies, Redirect, RemoteContent } from '../origin.ts';
import { runAtOnce } from '../slices.ts';
import { policiesOf } from './answer.ts';
import type { UpstreamClient, UpstreamResponse } from './client.ts';
import { discard, failureOf, isAbsent } from './status.ts';

export interface Description {
  /** Text of openapi.json; undefined if it is not JSON. */
  readonly openApi: string | undefined;
  readonly files: ReadonlyMap<string, Pick<RemoteContent, 'tokens' | 'part'>>;
  readonly canonicals: Canonicals;
  readonly missingTwins: MissingTwins;
  /** Whether every file is listed: by the manifest. openapi.json lists pages and artifacts only. */
  readonly complete: boolean;
  readonly build?: string | undefined;
  readonly redirects: ReadonlyMap<string, Redirect>;
  readonly notFound: Kept | undefined;
}

/** Longest document held in memory, in bytes. */
const MAX_DOCUMENT = 64 * 1024 * 1024;

/** A document as the host sent it. */
interface Kept {
  readonly policies?: HostPolicies;
  readonly validators: Readonly<Record<string, string>>;
  readonly content: Buffer | undefined;
}

/**
 * Reads the description of the site from the host; later reads are conditional.
 *
 * @returns undefined if nothing changed since the last read
 * @throws {OriginFailure} if the host cannot be asked; {Error} with one line if the description is broken
 */
export function createDescriptionReader(client: UpstreamClient): () => Promise<Description | undefined> {
  let kept = new Map<string, Kept>();
  const paths = [surfaces.getOpenApi.path, `/${manifestFile}`, `/${redirectsFile}`, `/${notFoundFile}`];

  return async () => {
    const begun = performance.now();
    const read = await Promise.all(paths.map((path) => fetchDocument(client, path, begun, kept.get(path))));
    const documents = new Map(paths.map((path, index) => [path, read[index]!]));
    const description = describe((path) => documents.get(path));
    const isKnown = kept.size > 0 && paths.every((path) => isSame(kept.get(path)?.content, documents.get(path)?.content));
    kept = documents;
    return isKnown ? undefined : description;
  };
}

const isSame = (one: Buffer | undefined, other: Buffer | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && one.equals(other));

async function fetchDocument(client: UpstreamClient, path: string, begun: number, kept: Kept | undefined): Promise<Kept> {
  // Hosts that drop the extension of pages redirect this one, too.
  for (const each of path.endsWith('.html') ? [path, path.slice(0, -5)] : [path]) {
    const response = await client.ask('GET', each, begun, kept?.validators);
    const { status, headers } = response;
    // Some hosts answer with a page in place of a 404, or redirect to one.
    const soft = /^text\/html\b/i.test(headers['content-type'] ?? '') && !path.endsWith('.html');
    if (status === 200 && !soft) {
      const { etag, 'last-modified': date } = headers;
      const validators = { ...(etag && { 'If-None-Match': etag }), ...(date && { 'If-Modified-Since': date }) };
      return { validators, policies: policiesOf(headers), content: await read(response, path) };
    }
    discard(response);
    if (status === 304 && kept) return kept;
    if (status >= 300 && status < 400 && status !== 304) continue;
    if (isAbsent(status) || soft) break;
    throw failureOf(response, path);
  }
  return { validators: {}, content: undefined };
}

async function read({ body }: UpstreamResponse, path: string): Promise<Buffer> {
  const check = path === `/${redirectsFile}` ? checkRedirectsLength : checkLength;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of Buffer.isBuffer(body) ? [body] : (body as AsyncIterable<Buffer>)) {
    size += chunk.length;
    check(size, path);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function checkLength(size: number, path: string): void {
  if (size > MAX_DOCUMENT) throw new Error(`${path}: more than ${MAX_DOCUMENT} bytes`);
}

function describe(documentAt: (path: string) => Kept | undefined): Description {
  const contentOf = (path: string): Buffer | undefined => documentAt(path)?.content;
  const text = contentOf(surfaces.getOpenApi.path)?.toString();
  const listed = filesOf(text);
  const manifest = contentOf(`/${manifestFile}`)?.toString();
  const complete = manifest !== undefined;
  return {
    openApi: listed && text,
    ...(complete ? runAtOnce(inventoryOf(manifest)) : { files: listed ?? new Map(), canonicals: {}, missingTwins: {} }),
    complete,
    redirects: parseRedirects(contentOf(`/${redirectsFile}`)?.toString() ?? ''),
    notFound: documentAt(`/${notFoundFile}`),
  };
}

/** The pages, twins and artifacts in an openapi.json of the build; none for a foreign one, undefined if it is not JSON. */
function filesOf(openApi: string | undefined): Map<string, object> | undefined {
  const files = new Map<string, object>();
  let root: {
    readonly paths?: Readonly<Record<string, { readonly get?: { readonly operationId?: unknown } }>>;
    readonly [siteExtension]?: { readonly htmlUrls?: unknown } | null;
  } | null;
  try {
    root = JSON.parse(openApi ?? '');
  } catch {
    return undefined;
  }
  if (typeof root?.[siteExtension] !== 'object') return files;
  const htmlUrls = root[siteExtension]?.htmlUrls === true;
  const pages = new Set<string>();
  for (const [path, item] of Object.entries(root.paths ?? {})) {
    const id = item?.get?.operationId;
    if (typeof id !== 'string' || normalPath(path) !== path) continue;
    const [operation] = id.split(':');
    if (operation === 'getPage') pages.add(path);
    else if (surfaces[operation as keyof typeof surfaces]?.kind === 'artifact') files.set(fileOfUrl(path), {});
  }
  for (const url of pages) {
    const twin = twinUrlOf(url, (other) => pages.has(other));
    for (const file of [...pageFilesOf(url, htmlUrls).slice(0, 1), fileOfUrl(twin)]) files.set(file, {});
  }
  return files;
}
