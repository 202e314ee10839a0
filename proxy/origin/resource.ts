import { artifactAt, mediaTypeOf, type Role, roleOf } from '../../build/contract/media-types.ts';
import { type SurfaceId, surfaces } from '../../build/contract/surfaces.ts';
import type { Document, Page, RemoteContent, Representation, StoredContent } from './origin.ts';

type Content = StoredContent | RemoteContent;

/** A page at its canonical URL, negotiated if it has a twin, which is at `twin`. */
export function pageOf(url: string, html: Content, twin?: string, markdown?: Content): Page {
  const { mediaType } = surfaces.getPage;
  if (twin === undefined || markdown === undefined)
    return { kind: 'page', html: representationOf('page', mediaType, url, html, 'getPage') };
  return {
    kind: 'page',
    html: representationOf('page', mediaType, url, html, 'getPage', undefined, twin),
    markdown: representationOf('negotiated', surfaces.getPageMarkdown.mediaType, twin, markdown, 'getPage', url),
  };
}

/** The twin of a page, at its own URL. */
export function twinOf(page: string, twin: string, markdown: Content): Document {
  const { mediaType } = surfaces.getPageMarkdown;
  return {
    kind: 'document',
    representation: representationOf('twin', mediaType, twin, markdown, 'getPageMarkdown', page),
  };
}

/** Any other resource: an artifact of the contract, a document, an asset. */
export const documentOf = (path: string, content: Content, mediaType = mediaTypeOf(path)): Document => ({
  kind: 'document',
  representation: representationOf(roleOf(path), mediaType, path, content, artifactAt(path)),
});

export const notFoundOf = (content: Content): Representation =>
  representationOf('page', surfaces.getPage.mediaType, '/404', content);

/** All by one literal: V8 gives objects made by spread their own shapes, 400 bytes a page. */
const representationOf = (
  role: Role,
  mediaType: string,
  path: string,
  content: Content,
  surface?: SurfaceId,
  page?: string,
  twin?: string,
): Representation => ({ role, mediaType, path, page, twin, surface, content });
