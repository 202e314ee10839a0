import { type SurfaceId, surfaceList, surfaces } from './surfaces.ts';

const artifacts = surfaceList.filter(({ kind }) => kind === 'artifact');
const exact: ReadonlyMap<string, SurfaceId> = new Map(artifacts.map(({ path, id }) => [path, id]));
/** `/{section}/llms.txt`: a template stands for one path segment, `{page_path}` for one or more. */
const templates = artifacts
  .filter(({ path }) => path.includes('{'))
  .map(({ path, id }) => ({ id, pattern: new RegExp(`^${patternOf(path)}$`) }));

/** A regular expression for a path with templates. */
function patternOf(path: string): string {
  return path
    .replaceAll('.', '\\.')
    .replace('{page_path}', '.+')
    .replace(/\{\w+\}/g, '[^/]+');
}

/** Patterns for the paths of documents that repeat content of pages. */
export const repetitionPaths = artifacts.flatMap(({ path, isRepetition }) => (isRepetition ? [patternOf(path)] : [])).join('|');

/** The surface of the file at a URL path, if any. */
export const artifactAt = (path: string): SurfaceId | undefined =>
  exact.get(path) ?? templates.find(({ pattern }) => pattern.test(path))?.id;

/** Media types of the files of static sites, by extension. Text has a charset, which RFC 7763 §2 requires for Markdown. */
export const typesByExtension: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  xhtml: 'application/xhtml+xml; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  jsonld: 'application/ld+json',
  geojson: 'application/geo+json',
  webmanifest: 'application/manifest+json',
  xml: 'application/xml; charset=utf-8',
  xsl: 'application/xslt+xml; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/vnd.microsoft.icon',
  bmp: 'image/bmp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  wasm: 'application/wasm',
  epub: 'application/epub+zip',
};

/** The media type for unknown extensions. */
export const unknownType = 'application/octet-stream';

/** The media type of the file at a URL path: by its surface if it has one, else by extension. */
export function mediaTypeOf(path: string): string {
  const artifact = artifactAt(path);
  if (artifact !== undefined) return surfaces[artifact].mediaType;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return typesByExtension[dot > 0 ? name.slice(dot + 1).toLowerCase() : ''] ?? unknownType;
}

/** Whether compression pays: text, and text-based formats. */
export const isCompressible = (mediaType: string): boolean =>
  /^text\/|[/+](?:json|xml|javascript|yaml)\b|^application\/(?:wasm|linkset)|^font\/(?:ttf|otf)|^image\/(?:svg|bmp|vnd\.microsoft)/.test(
    mediaType,
  );

/** Role of a representation, which decides cache policy, Vary, Link and security fields. `text` is Markdown as text/plain. */
export type Role = 'page' | 'negotiated' | 'text' | 'twin' | 'document' | 'asset';

/** Extensions of text for machines. */
export const documentExtensions = ['md', 'txt', 'json', 'xml'] as const;

const documentName = new RegExp(`\\.(?:${documentExtensions.join('|')})$`);

/** Text for machines is a document, any other file an asset. */
export const roleOf = (path: string): 'document' | 'asset' =>
  artifactAt(path) !== undefined || documentName.test(path) ? 'document' : 'asset';
