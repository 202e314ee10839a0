import { canonicalsOf, pageUrlOf, twinFileOf, twinUrlOf, urlOfFile } from '../../build/contract/permalinks.ts';
import { surfaces } from '../../build/contract/surfaces.ts';
import { artifactAt } from '../artifacts.ts';
import { normalPath } from '../guard.ts';
import { isCompressible, mediaTypeOf } from '../media-types.ts';
import { createNearest } from '../nearest.ts';
import type { Site, SiteFacts } from '../site.ts';
import type { Inventory } from './inventory.ts';
import type { Redirect, Representation, Resource, Role, StoredContent } from './origin.ts';
import { type Shelf, StoredFile } from './stored-file.ts';

/** One build of a folder, as it is served: everything in it is of that build. */
export interface Snapshot {
  readonly build: string | undefined;
  readonly site: Site;
  readonly pages: number;
  /** Every file that is served, in every coding. */
  readonly files: readonly StoredFile[];
  /** Contents that could be compressed and that the build left as they are. */
  readonly uncompressed: readonly MutableContent[];
  find(path: string): Resource | undefined;
}

/** Codings that the build did not make are added when there is time. */
export type MutableContent = { -readonly [K in keyof StoredContent]: StoredContent[K] } & { readonly identity: StoredFile };

/** Smaller files gain nothing by compression that a packet would notice, in bytes. */
const smallestCompressed = 1024;

/** Configuration of hosts, and the page for what is not there: read, and no URLs. */
export const redirectsName = '_redirects';
const unpublished: ReadonlySet<string> = new Set([redirectsName, '_headers', '404.html']);

/**
 * The exact table of what a folder publishes. No path of a request is ever joined to a folder: what is not a key of
 * this table is not there.
 */
export function createSnapshot(
  inventory: Inventory,
  shelf: Shelf,
  facts: SiteFacts,
  redirects: ReadonlyMap<string, Redirect>,
): Snapshot {
  const files: StoredFile[] = [];
  const uncompressed: MutableContent[] = [];
  const table = new Map<string, Resource>();
  const { files: listed } = inventory;
  let pages = 0;

  const published = [...listed.keys()].filter((file) => !unpublished.has(file) && !isSibling(file));
  // Pages first: each takes its twin along, and what is left are documents.
  for (const file of published.filter(isPage)) addOnce(pageUrlOf(file), (url) => addPage(file, url));
  for (const file of published.filter((name) => !isPage(name)))
    addOnce(urlOfFile(file), (url) => {
      table.set(url, { kind: 'document', representation: represent(roleOf(url), url, contentOf(file)) });
    });
  const notFound = listed.has('404.html') ? represent('page', '/404', contentOf('404.html')) : undefined;
  let nearest: ((path: string) => string | undefined) | undefined;

  const site: Site = {
    ...facts,
    has: (path) => table.has(path) || redirectOf(path) !== undefined,
    nearest: (path) => {
      nearest ??= createNearest([...table].filter(([, resource]) => isText(resource)).map(([url]) => url));
      return nearest(path);
    },
    notFound,
    finished: [],
  };

  return { build: inventory.build, site, pages, files, uncompressed, find: (path) => table.get(path) ?? redirectOf(path) };

  function addOnce(url: string, add: (url: string) => void): void {
    if (normalPath(url) === url && !table.has(url)) add(url);
  }

  function addPage(file: string, url: string): void {
    pages++;
    const twinFile = twinFileOf(url);
    const twin = twinUrlOf(url);
    const html = { mediaType: surfaces.getPage.mediaType, surface: 'getPage', path: url } as const;
    const content = contentOf(file);
    if (!listed.has(twinFile)) {
      table.set(url, { kind: 'page', html: { ...html, role: 'page', content } });
      return;
    }
    const markdown = contentOf(twinFile);
    const negotiated = { mediaType: surfaces.getPageMarkdown.mediaType, path: twin, page: url, content: markdown };
    table.set(url, {
      kind: 'page',
      html: { ...html, role: 'page', twin, content },
      markdown: { ...negotiated, role: 'negotiated', surface: 'getPage' },
    });
    table.set(twin, { kind: 'document', representation: { ...negotiated, role: 'twin', surface: 'getPageMarkdown' } });
  }

  function represent(role: Role, path: string, content: StoredContent): Representation {
    const surface = artifactAt(path);
    return {
      role,
      mediaType: role === 'page' ? surfaces.getPage.mediaType : mediaTypeOf(path),
      path,
      content,
      ...(surface ? { surface } : {}),
    };
  }

  /** `about.html.br` is a coding of `about.html`, not a document; `data.tar.gz` is one. */
  function isSibling(file: string): boolean {
    return /\.(?:br|gz)$/.test(file) && listed.has(file.slice(0, file.lastIndexOf('.')));
  }

  function contentOf(file: string): StoredContent {
    const sibling = (suffix: string, coding: 'br' | 'gzip'): StoredFile | undefined =>
      listed.has(file + suffix) ? store(file + suffix, coding) : undefined;
    const br = sibling('.br', 'br');
    const gzip = sibling('.gz', 'gzip');
    const content: MutableContent = {
      kind: 'stored',
      compressible: true,
      identity: store(file, 'identity'),
      br,
      gzip,
    };
    if (br || gzip) return content;
    if (content.identity.size >= smallestCompressed && isCompressible(mediaTypeOf(`/${file}`))) uncompressed.push(content);
    else content.compressible = false;
    return content;
  }

  function store(file: string, coding: 'identity' | 'br' | 'gzip'): StoredFile {
    const stored = new StoredFile(shelf, file, listed.get(file)!, coding);
    files.push(stored);
    return stored;
  }

  function redirectOf(path: string): Redirect | undefined {
    const own = redirects.get(path);
    if (own) return own;
    for (const location of canonicalsOf(path)) {
      const target = table.get(location);
      const fits = path.endsWith('.md')
        ? target?.kind === 'document' && target.representation.role === 'twin'
        : target?.kind === 'page';
      if (fits) return { kind: 'redirect', status: 301, location };
    }
    return undefined;
  }
}

const isPage = (file: string): boolean => /\.html?$/.test(file);

const roleOf = (url: string): Role =>
  artifactAt(url) !== undefined || /\.(?:md|txt|json|xml)$/.test(url) ? 'document' : 'asset';

const isText = (resource: Resource): boolean =>
  resource.kind === 'page' || (resource.kind === 'document' && resource.representation.role !== 'asset');
