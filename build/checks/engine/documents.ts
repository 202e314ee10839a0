import { fileOfUrl } from '../../contract/permalinks.ts';
import { surfaces } from '../../contract/surfaces.ts';
import type { Artifact } from '../../files.ts';
import type { SitePage } from '../../page/page.ts';
import type { CheckInput } from '../finding.ts';
import { isFullText } from './listing.ts';

/** A text of the site with links of its own. */
export interface LinkedDocument {
  readonly path: string;
  readonly body: string;
  readonly isMarkdown: boolean;
  /** The page whose twin it is. */
  readonly page?: SitePage;
}

/**
 * The documents of a site with links of their own, one text at a time. After a build these are the indexes and the owner's
 * documents: twins have the links of their pages, and llms-full.txt has the links of the twins. Of a site that was found, twins
 * count, too: something else may have written them.
 */
export function* documentsOf({ artifacts, pages, isFound }: CheckInput): Generator<LinkedDocument> {
  const twins = new Map(pages.filter(({ leftOut }) => !leftOut).map((page) => [fileOfUrl(page.twin), page]));
  for (const artifact of artifacts) {
    const { path, mediaType } = artifact;
    const page = twins.get(path);
    if (artifact.part || isFullText(path) || path === fileOfUrl(surfaces.getOpenApi.path) || (page && !isFound)) continue;
    const body = textOf(artifact);
    const isMarkdown = mediaType.startsWith('text/markdown') || /(^|\/)llms\.txt$/.test(path);
    if (body !== undefined) yield { path, body, isMarkdown, ...(page && { page }) };
  }
}

/** The text of an artifact, which may be made anew for each reading. */
function textOf({ body }: Artifact): string | undefined {
  return typeof body === 'string' ? body : undefined;
}

/** A link target as written, and its offset. */
export type Target = readonly [target: string, offset: number];

/** The link targets of a document, without those in code of Markdown. */
export function* targetsOf({ body, isMarkdown }: LinkedDocument): Generator<Target> {
  const text = isMarkdown ? withoutCode(body) : body;
  const pattern = isMarkdown
    ? /\]\(\s*<?([^\s<>)]+)|<(https?:[^\s<>]+)>|^\[[^\]^][^\]]*\]: <?([^\s<>]+)|\s(?:href|src)="([^"]+)"/gm
    : /https?:\/\/[^\s"'<>\\{}]+/g;
  for (const match of text.matchAll(pattern)) {
    const target = match.slice(1).find(Boolean) ?? match[0];
    yield [target.replaceAll('&amp;', '&').replaceAll('&apos;', "'"), match.index];
  }
}

/** A text with its code replaced by spaces, so that offsets stay. */
const withoutCode = (text: string): string =>
  text.replace(/^([ \t>]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t>]*\2[`~]*[ \t]*$|(`+)(?!`)[^\n]*?[^`]\3(?!`)/gm, (code) =>
    code.replace(/[^\n]/g, ' '),
  );
