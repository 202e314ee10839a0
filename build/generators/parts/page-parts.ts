import type { PartFacts } from '../../contract/manifest.ts';
import { outlineEnd, outlineHead } from '../../contract/outline.ts';
import { memoizeByObject } from '../../contract/std/collections.ts';
import { bodyTextOf, type SitePage } from '../../page/page.ts';
import { absoluteUrl, type Site, twinUrl } from '../../page/site.ts';
import { indexLine } from '../markdown-text.ts';
import { outsideCode } from './blocks.ts';
import { cutPage } from './cut-page.ts';
import { createPartLines, type PartLines, type PartSection, summaryOfPiece } from './part-lines.ts';
import { readSectionTree, type SectionNode, sectionsBelow } from './section-tree.ts';

/** Characters above which a twin begins with an outline and has parts: readers show 20,700 at the least. */
export const partLimit = 20_000;

/** Characters of the content of a twin or a part within the limit: front matter, title and links take up to 700. */
export const contentLimit = partLimit - 700;

/** A part of a long page, before it is written. */
export interface PagePart extends PartFacts {
  /** URL path. */
  readonly url: string;
  readonly title: string;
  readonly heading: string;
  /** Its content, in which links to anchors of the page lead to the twin of the page. */
  readonly text: string;
}

/** A long page in parts, in reading order. */
export interface PageParts {
  /** The list at the beginning of its twin. */
  readonly outline: string;
  /** The first one is short: the list, and what precedes the first section. */
  readonly parts: readonly PagePart[];
  /** The URL paths of the parts that hold its anchors. */
  readonly places: ReadonlyMap<string, string>;
}

/** The parts of a page whose twin is above the limit; undefined for other pages, and if nothing can be cut. */
export const partsOfPage = (site: Site, page: SitePage): PageParts | undefined => partsOf(site)(page);

/** Memoized: twins and parts need them. */
const partsOf = memoizeByObject((site: Site) =>
  memoizeByObject((page: SitePage) => {
    const body = site.bodyOf(page);
    return body.length <= contentLimit || isOnlyLinks(body) ? undefined : makeParts(site, page, body);
  }),
);

/** Whether four of five lines, without headings, are items with links: parts would be indexes of an index. */
export function isOnlyLinks(body: string): boolean {
  const lines = body.match(/^(?!#).*\S.*$/gm) ?? [];
  return lines.filter((line) => /^ *(?:[-*]|\d+[.)]) .*\]\(/.test(line)).length >= lines.length * 0.8;
}

function makeParts(site: Site, page: SitePage, body: string): PageParts | undefined {
  // Whole addresses: a part has few of the anchors of its page.
  const linked = outsideCode(body, (prose) => prose.replaceAll('](#', `](${twinUrl(site, page)}#`));
  const lines = createPartLines(site, page);
  const root = cutPage(site, page, lines, readSectionTree(linked, bodyTextOf(page), page.sections ?? []), contentLimit);
  const outline = outlineOf(root, lines);
  // The text before the first section stays with the outline, unless it is too long.
  const opening = root.node.content
    .slice(0, 1)
    .flatMap((part) => (typeof part === 'string' ? withoutContents(part, twinUrl(site, page)) : []));
  const text = [...opening, outlineHead, outline.text].join('\n\n');
  const isRead = outline.isWhole && text.length <= contentLimit;
  const place = { page: page.url, fragment: '', up: page.twin };
  const contents = { ...place, url: root.url, title: page.title, heading: site.headingOf(page), text };
  const parts: PagePart[] = [
    ...(isRead ? [contents] : partsOfSection(root, page.twin)),
    ...root.sections.flatMap((section) => partsWithin(section, page.twin)),
  ];
  if (parts.length < (isRead ? 3 : 2)) return undefined;
  const more = isRead || !outline.isWhole ? [] : [indexLine('Contents and introduction', absoluteUrl(site, root.url))];
  // The strings of a section are slices that keep the whole page in memory; the strings of a clone are their own.
  return {
    places: structuredClone(placesIn(root)),
    outline: [outlineHead, [...more, outline.text].join('\n'), outlineEnd].join('\n\n'),
    parts: parts.map(({ text, ...facts }, at) => {
      const previous = parts[at - 1]?.url;
      const next = parts[at + 1]?.url;
      return withText(structuredClone({ ...facts, ...(previous && { previous }), ...(next && { next }) }), text);
    }),
  };

  function partsWithin(section: PartSection, up: string): PagePart[] {
    return [...partsOfSection(section, up), ...section.sections.flatMap((inner) => partsWithin(inner, section.url))];
  }

  function partsOfSection({ node, pieces }: PartSection, up: string): PagePart[] {
    const heading = node.heading || site.headingOf(page);
    return pieces.map(({ url, title, text }) => ({ url, title, text, heading, page: page.url, fragment: node.id, up }));
  }
}

/** Facts with a text as bytes: half of the memory where a dash or a quotation mark makes all of its characters wide. */
function withText<F extends object>(facts: F, text: string): F & { readonly text: string } {
  const bytes = Buffer.from(text);
  return {
    ...facts,
    get text() {
      return bytes.toString();
    },
  };
}

/**
 * As many levels as fit, with the names of omitted sections. It may be long: a reader that sees only the beginning of the twin
 * finds the displaced text in the parts.
 */
function outlineOf(root: PartSection, { lineOf, lineOfPiece, linesTo }: PartLines): { text: string; isWhole: boolean } {
  const most = (partLimit * 3) / 4;
  for (let depth = root.sections.length > 0 ? 7 : 0; depth > 0; depth--) {
    const described = linesTo(root, depth, true).join('\n');
    if (described.length <= most / 3) return { text: described, isWhole: true };
    const text = linesTo(root, depth, false).join('\n');
    if (text.length <= most) return { text, isWhole: true };
  }
  const text = root.sections.map((section) => lineOf(section, '')).join('\n');
  if (text.length <= most && text !== '') return { text, isWhole: true };
  // The first documents contain the whole list: their lines name its items.
  const more = root.pieces
    .map((piece) => lineOfPiece(piece, summaryOfPiece(piece, (most * 2) / 3 / root.pieces.length)))
    .join('\n');
  return { text: [text.slice(0, text.lastIndexOf('\n', partLimit / 4) >>> 0), more].filter(Boolean).join('\n'), isWhole: false };
}

/** The URL paths of the documents that hold the anchors of a page: of an anchor that occurs twice the first. */
function placesIn(root: PartSection): Map<string, string> {
  const places = new Map<string, string>();
  for (const section of root.sections) addPlaces(section);
  return places;

  function addPlaces({ node, url, pieces, sections }: PartSection): void {
    for (const section of sections) addPlaces(section);
    for (const piece of pieces) for (const inner of piece.inner) note(inner, piece.url);
    for (const inner of [node, ...sectionsBelow(node)]) note(inner, url);
  }

  function note({ id }: SectionNode, place: string): void {
    if (id !== '' && !places.has(id)) places.set(id, place);
  }
}

/**
 * Markdown without its first list that only links to places in it: the outline names them.
 *
 * @param address of the document in such links, if they have it
 */
export function withoutContents(markdown: string, address = ''): string {
  const target = `${address.replace(/\W/g, '\\$&')}#[^)\\s]*`;
  const list = new RegExp(`(?:^ *(?:[-*]|\\d+[.)]) \\[(?:\\\\.|[^\\]\\\\\\n])*\\]\\(${target}\\)(?:\\n+|$)){4,}`, 'm');
  return markdown.replace(list, '');
}
