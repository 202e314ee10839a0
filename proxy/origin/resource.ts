import { twinUrlOf } from '../../build/contract/permalinks.ts';
import { surfaces } from '../../build/contract/surfaces.ts';
import { artifactAt } from '../artifacts.ts';
import { mediaTypeOf } from '../media-types.ts';
import type { Document, Page, RemoteContent, Representation, StoredContent } from './origin.ts';

type Content = StoredContent | RemoteContent;

/** A page at its canonical URL, negotiable where it has a twin. */
export function pageOf(url: string, html: Content, markdown: Content | undefined): Page {
  const page = { role: 'page', mediaType: surfaces.getPage.mediaType, surface: 'getPage', path: url, content: html } as const;
  if (markdown === undefined) return { kind: 'page', html: page };
  const twin = twinUrlOf(url);
  return {
    kind: 'page',
    html: { ...page, twin },
    markdown: { ...markdownOf(url, markdown), role: 'negotiated', surface: 'getPage' },
  };
}

/** The twin of a page, at its own URL. */
export const twinOf = (pageUrl: string, markdown: Content): Document => ({
  kind: 'document',
  representation: { ...markdownOf(pageUrl, markdown), role: 'twin', surface: 'getPageMarkdown' },
});

const markdownOf = (page: string, content: Content) => ({
  mediaType: surfaces.getPageMarkdown.mediaType,
  path: twinUrlOf(page),
  page,
  content,
});

/** Anything else at its own URL: an artifact of the contract, a document, an asset. */
export function documentOf(path: string, content: Content, mediaType = mediaTypeOf(path)): Document {
  return { kind: 'document', representation: { role: roleOf(path), mediaType, path, content, surface: artifactAt(path) } };
}

/** Text for machines is a document, everything else an asset. */
export const roleOf = (path: string): 'document' | 'asset' =>
  artifactAt(path) !== undefined || /\.(?:md|txt|json|xml)$/.test(path) ? 'document' : 'asset';

/** The page for what is not there. */
export const notFoundOf = (content: Content): Representation => ({
  role: 'page',
  mediaType: surfaces.getPage.mediaType,
  path: '/404',
  content,
});
