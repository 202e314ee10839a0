import { fileOfUrl } from '../../contract/permalinks.ts';
import type { Page } from '../../page/page.ts';
import type { CheckInput, Defect } from '../finding.ts';
import { createLineIndex } from '../locations/source-line.ts';
import { type OpenFence, unclosedFences } from './fence.ts';
import { isFullText } from './listing.ts';
import { candidateTargets, type MarkdownLink, readMarkdownLinks } from './markdown-links.ts';
import type { Destination, Published } from './published.ts';

/** A twin or another Markdown artifact, with its relative and dead links. */
export interface MarkdownDocument {
  readonly on: Defect['on'];
  /** In characters. */
  readonly length: number;
  /** In a copy of the twins none: they have them. */
  readonly unclosed: readonly OpenFence[];
  readonly page?: Page;
  /** Links that depend on the URL of the text. */
  readonly relative: readonly MarkdownLink[];
  /** Links to this site that lead to nothing. */
  readonly dead: readonly (MarkdownLink & { readonly destination: Destination })[];
}

/**
 * Reads all Markdown artifacts. A fast scan finds suspected links; only documents with such links are parsed.
 */
export function readMarkdownDocuments(
  input: Pick<CheckInput, 'site' | 'pages' | 'artifacts'>,
  published: Published,
): MarkdownDocument[] {
  const twins = new Map(input.pages.filter((page) => !page.leftOut).map((page) => [fileOfUrl(page.twin), page]));
  const { url: siteUrl, checks, adopted } = input.site.settings;
  // Of a site of another generator they are not reported, and the ids of its pages are unknown.
  const looksForDead = checks['dead-link'] !== 'off' && !adopted;
  /** Suspected links of the twins, which llms-full.txt repeats. */
  const known = new Set<string>();

  const destinationOf = (target: string, page?: Page): Destination | undefined => {
    if (target.startsWith('#')) return page && published.resolve(target, page);
    return target.startsWith(siteUrl) ? published.resolve(target) : undefined;
  };

  const read = (path: string, body: string): MarkdownDocument => {
    const page = twins.get(path);
    const isDead = (target: string): boolean => looksForDead && destinationOf(target, page)?.isDeadEnd === true;
    const isSuspect = (target: string): boolean => isRelative(target) || isDead(target);
    const suspects = new Map<string, () => number>();
    const lineAt = createLineIndex(body);
    candidateTargets(body, (target, offset) => {
      if (!suspects.has(target) && isSuspect(target)) suspects.set(target, () => lineAt(offset));
    });
    // llms-full.txt is too long to parse, and a copy of the twins: only new suspects are reported, unparsed.
    const links =
      suspects.size === 0
        ? []
        : isFullText(path)
          ? [...suspects].filter(([target]) => !known.has(target)).map(([target, line]) => ({ target, line: line() }))
          : readMarkdownLinks(body);
    // Copies: a slice of a text keeps all of it in memory.
    for (const target of structuredClone([...suspects.keys()])) known.add(target);
    return {
      on: { file: path, ...(page?.source && { source: page.source }) },
      length: body.length,
      unclosed: isFullText(path) && twins.size > 0 ? [] : unclosedFences(body),
      ...(page && { page }),
      relative: links.filter(({ target }) => isRelative(target)),
      dead: (looksForDead ? links : []).flatMap((link) => {
        const destination = destinationOf(link.target, page);
        return destination?.isDeadEnd ? [{ ...link, destination }] : [];
      }),
    };
  };

  const texts = input.artifacts.filter(({ path, mediaType }) => isMarkdown(path, mediaType));
  // One text at a time: those of a large site do not fit in memory.
  return [...texts.filter(({ path }) => !isFullText(path)), ...texts.filter(({ path }) => isFullText(path))].flatMap(
    ({ path, body }) => (body instanceof Uint8Array ? [] : [read(path, body)]),
  );
}

const isMarkdown = (path: string, mediaType: string): boolean =>
  mediaType.startsWith('text/markdown') || isFullText(path) || /(^|\/)llms\.txt$/.test(path);

/** Neither absolute nor a fragment of the text itself (RFC 3986 §4.2). */
const isRelative = (target: string): boolean =>
  !target.startsWith('https://') && target !== '' && !/^([a-z][a-z0-9+.-]*:|#)/i.test(target);
