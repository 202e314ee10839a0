import { createHash } from 'node:crypto';
import { manifestFile } from '../../../build/contract/manifest.ts';
import { fileOfUrl, notFoundFile, twinFileOf } from '../../../build/contract/permalinks.ts';
import { checkRedirectsLength, redirectsFile } from '../../../build/contract/redirects.ts';
import { surfaceList, surfaces } from '../../../build/contract/surfaces.ts';
import type { HostPolicies } from '../../answers/security.ts';
import { normalPath } from '../../http/request-target.ts';
import { parseManifest } from '../folder/inventory.ts';
import type { Redirect } from '../origin.ts';
import { parseRedirects } from '../redirects-file.ts';
import { policiesOf, typeOf } from './answer.ts';
import type { UpstreamClient, UpstreamResponse } from './client.ts';
import { discard, failureOf, isAbsent } from './status.ts';

/** What the host says of the site. */
export interface Description {
  /** Text of openapi.json. */
  readonly openApi: string | undefined;
  /** Its files; undefined where nothing lists them. */
  readonly files: ReadonlySet<string> | undefined;
  /** Every file is listed, so that what is not among them is not there. */
  readonly complete: boolean;
  readonly redirects: ReadonlyMap<string, Redirect>;
  readonly notFound: Kept | undefined;
  /** Paths of the contract's documents that the host holds, where nothing lists its files. */
  readonly documents: ReadonlySet<string>;
}

/** The contract's documents that lie at one path. */
const documentPaths = surfaceList.filter(({ kind, path }) => kind === 'artifact' && !path.includes('{')).map(({ path }) => path);

/** Longest document that is read into memory, in bytes. */
const MAX_DOCUMENT = 64 * 1024 * 1024;

/** A document as the host sent it. */
interface Kept {
  readonly policies?: HostPolicies;
  readonly validators: Readonly<Record<string, string>>;
  readonly content: Buffer | undefined;
}

/**
 * Reads the description of the site from the host, and later only what of it changed.
 *
 * @returns undefined when nothing changed since it was last read
 * @throws {OriginFailure} when the host cannot be asked; {Error} with one line when what it says is broken
 */
export function createDescriptionReader(client: UpstreamClient): () => Promise<Description | undefined> {
  let kept = new Map<string, Kept>();
  let last: string | undefined;
  const paths = [surfaces.getOpenApi.path, `/${manifestFile}`, `/${redirectsFile}`, `/${notFoundFile}`];

  return async () => {
    const read = await Promise.all(paths.map(async (path) => [path, await fetchDocument(client, path, kept.get(path))] as const));
    const documents = new Map(read);
    const listed = describe((path) => documents.get(path));
    const description = listed.files ? listed : { ...listed, documents: await present(client) };
    const digest = digestOf(read, description);
    kept = documents;
    if (digest === last) return undefined;
    last = digest;
    return description;
  };
}

function digestOf(read: readonly (readonly [string, Kept])[], { documents }: Description): string {
  const hash = createHash('sha256').update([...documents].join('\n'));
  for (const [, { content }] of read) hash.update(`\n${content?.length}\n`).update(content ?? '');
  return hash.digest('hex');
}

/** The contract's documents that a host of anybody's site holds. */
async function present(client: UpstreamClient): Promise<Set<string>> {
  const found = await Promise.all(
    documentPaths.map(async (path) => {
      const response = await client.ask('HEAD', path);
      discard(response);
      return response.status === 200 && typeOf(response.headers, 'document', path) !== undefined ? [path] : [];
    }),
  );
  return new Set(found.flat());
}

async function fetchDocument(client: UpstreamClient, path: string, kept: Kept | undefined): Promise<Kept> {
  let response = await client.ask('GET', path, kept?.validators);
  // The page for what is not there is moved like every page by hosts that leave its extension out.
  if (response.status >= 300 && response.status < 400 && response.status !== 304 && path.endsWith('.html')) {
    discard(response);
    response = await client.ask('GET', path.replace(/\.html$/, ''), kept?.validators);
  }
  const { status, headers } = response;
  if (status === 304 && kept) {
    discard(response);
    return kept;
  }
  // A page in the place of a document is how some hosts say that it is not there.
  const soft = /^text\/html\b/i.test(headers['content-type'] ?? '') && !path.endsWith('.html');
  if (status !== 200 || soft) {
    discard(response);
    // Whoever redirects what is not there to a page has it no more than others.
    if (isAbsent(status) || soft || (status >= 300 && status < 400)) return { validators: {}, content: undefined };
    throw failureOf(response, path);
  }
  const validators = {
    ...(headers.etag ? { 'If-None-Match': headers.etag } : {}),
    ...(headers['last-modified'] ? { 'If-Modified-Since': headers['last-modified'] } : {}),
  };
  return { validators, policies: policiesOf(headers), content: await read(response, path) };
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
  const openApi = contentOf(surfaces.getOpenApi.path)?.toString();
  const manifest = contentOf(`/${manifestFile}`)?.toString();
  const complete = manifest !== undefined;
  return {
    openApi,
    files: complete ? new Set(parseManifest(manifest).files.keys()) : filesOf(openApi),
    complete,
    redirects: parseRedirects(contentOf(`/${redirectsFile}`)?.toString() ?? ''),
    notFound: documentAt(`/${notFoundFile}`),
    documents: new Set(),
  };
}

/** The files that an openapi.json of the build speaks of; undefined for one of anybody else. */
function filesOf(openApi: string | undefined): Set<string> | undefined {
  let root: {
    readonly paths?: Readonly<Record<string, { readonly get?: { readonly operationId?: unknown } }>>;
    readonly 'x-diptych'?: unknown;
  };
  try {
    root = JSON.parse(openApi ?? '{}');
  } catch {
    return undefined;
  }
  if (typeof root['x-diptych'] !== 'object' || typeof root.paths !== 'object') return undefined;
  const files = new Set<string>();
  for (const [path, item] of Object.entries(root.paths ?? {})) {
    const id = item?.get?.operationId;
    if (typeof id !== 'string' || normalPath(path) !== path) continue;
    const [operation] = id.split(':');
    if (operation === 'getPage') files.add(pageFileOf(path)).add(twinFileOf(path));
    else if (surfaces[operation as keyof typeof surfaces]?.kind === 'artifact') files.add(fileOfUrl(path));
  }
  return files;
}

const pageFileOf = (url: string): string =>
  url.endsWith('/') ? `${url === '/' ? '' : fileOfUrl(url)}index.html` : `${fileOfUrl(url)}.html`;
