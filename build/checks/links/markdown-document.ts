import { fileOfUrl, twinFileOf } from '../../contract/permalinks.ts';
import { surfaces } from '../../contract/surfaces.ts';
import type { Page } from '../../page/page.ts';
import type { CheckInput } from '../finding.ts';
import { createLineIndex } from '../places/line-index.ts';
import { candidateTargets, type MarkdownLink, readMarkdownLinks } from './markdown-links.ts';
import type { Destination, Published } from './published.ts';

/** A twin, or another Markdown artifact, with the links that do not lead where they should. */
export interface MarkdownDocument {
  readonly file: string;
  readonly text: string;
  /** The page of a twin. */
  readonly page?: Page;
  /** Links that depend on where the text is read. */
  readonly relative: readonly MarkdownLink[];
  /** Links to this site that lead to nothing. */
  readonly dead: readonly (MarkdownLink & { readonly destination: Destination })[];
}

/**
 * Every Markdown artifact, and for each its relative and dead links. A fast look at all that may be a link comes
 * first; only a document with a suspect is parsed.
 */
export function readMarkdownDocuments(
  input: Pick<CheckInput, 'site' | 'pages' | 'artifacts'>,
  published: Published,
): MarkdownDocument[] {
  const twins = new Map(input.pages.filter((page) => !page.leftOut).map((page) => [twinFileOf(page.url), page]));
  const origin = input.site.settings.url;
  /** Suspects that were looked at in a twin, whatever came of it: llms-full.txt repeats them. */
  const known = new Set<string>();

  const destinationOf = (target: string, page?: Page): Destination | undefined => {
    if (target.startsWith('#')) return page && published.resolve(target, page);
    return target.startsWith(origin) ? published.resolve(target) : undefined;
  };

  const read = ({ path, body }: { path: string; body: string }): MarkdownDocument => {
    const page = twins.get(path);
    const lineAt = createLineIndex(body);
    const isSuspect = (target: string): boolean => isRelative(target) || destinationOf(target, page)?.isDeadEnd === true;
    const suspects = new Map<string, number>();
    candidateTargets(body, (target, offset) => {
      if (!suspects.has(target) && isSuspect(target)) suspects.set(target, offset);
    });
    // llms-full.txt is too long to parse, and but a copy of the twins: what is suspect in it alone is taken at its word.
    const links =
      suspects.size === 0
        ? []
        : path === fullText
          ? [...suspects].filter(([target]) => !known.has(target)).map(([target, offset]) => ({ target, line: lineAt(offset) }))
          : readMarkdownLinks(body);
    for (const target of suspects.keys()) known.add(target);
    return {
      file: path,
      text: body,
      ...(page && { page }),
      relative: links.filter(({ target }) => isRelative(target)),
      dead: links.flatMap((link) => {
        const destination = destinationOf(link.target, page);
        return destination?.isDeadEnd ? [{ ...link, destination }] : [];
      }),
    };
  };

  const texts = input.artifacts.flatMap(({ path, mediaType, body }) =>
    typeof body === 'string' && isMarkdown(path, mediaType) ? [{ path, body }] : [],
  );
  return [...texts.filter(({ path }) => path !== fullText), ...texts.filter(({ path }) => path === fullText)].map(read);
}

const fullText = fileOfUrl(surfaces.getLlmsFullTxt.path);

const isMarkdown = (path: string, mediaType: string): boolean =>
  mediaType.startsWith('text/markdown') || path === fullText || /(^|\/)llms\.txt$/.test(path);

/** Neither absolute nor a fragment of the text itself (RFC 3986 §4.2). */
const isRelative = (target: string): boolean =>
  !target.startsWith('https://') && target !== '' && !/^([a-z][a-z0-9+.-]*:|#)/i.test(target);
