import type { PartFacts } from '../../contract/manifest.ts';
import { outlineEnd, outlineHead } from '../../contract/outline.ts';
import { decodeLoosely, partUrlOf } from '../../contract/permalinks.ts';
import { memoizeByObject } from '../../contract/std/collections.ts';
import { bodyTextOf, type Page } from '../../page/page.ts';
import { absoluteUrl, type Site, twinUrl } from '../../page/site.ts';
import { plainTitle } from '../../twin/plain-title.ts';
import { documentTokens } from '../front-block.ts';
import { indexLine, markdownText, sizeOf } from '../markdown-text.ts';
import { namesWithin } from '../names-within.ts';
import { blocksOf, firstSentence, joinBlocks, openingsOf, outsideCode, shortBlocks } from './blocks.ts';
import { createPartNames } from './part-names.ts';
import { readSectionTree, type SectionNode } from './section-tree.ts';

/** Usual maximum of the front matter, title and links of a part or a twin, in characters. */
const overhead = 700;

/** Usual maximum of a document's line in an outline, in characters. */
const longestLine = 1_000;

/** A part of a long page, before it is written. */
export interface PagePart extends PartFacts {
  /** URL path. */
  readonly url: string;
  readonly title: string;
  readonly heading: string;
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

interface Section {
  readonly node: SectionNode;
  readonly title: string;
  readonly url: string;
  /** Sections with their own documents. */
  readonly sections: readonly Section[];
  /** Its other content, in one document or several. */
  readonly pieces: readonly Piece[];
}

interface Piece {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** The same without the lines for other pieces. */
  readonly own: string;
  /** Inner sections without their own documents. */
  readonly inner: readonly SectionNode[];
  /** Inner sections with their own documents, listed here. */
  readonly listed: readonly SectionNode[];
}

/** Characters above which a twin begins with an outline and has parts: readers show 20,700 at the least. */
export const partLimit = 20_000;

/** The parts of a page whose twin is above the limit; undefined for other pages, and if nothing can be cut. */
export const partsOfPage = (site: Site, page: Page): PageParts | undefined => partsOf(site)(page);

/** Memoized: twins and parts need them. */
const partsOf = memoizeByObject((site: Site) =>
  memoizeByObject((page: Page) => {
    const body = site.bodyOf(page);
    return body.length + overhead <= partLimit || isOnlyLinks(body) ? undefined : makeParts(site, page, partLimit);
  }),
);

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

/** Whether four of five lines, without headings, are items with links: parts would be indexes of an index. */
export function isOnlyLinks(body: string): boolean {
  const lines = body.match(/^(?!#).*\S.*$/gm) ?? [];
  return lines.filter((line) => /^ *(?:[-*]|\d+[.)]) .*\]\(/.test(line)).length >= lines.length * 0.8;
}

/**
 * @param growth by section URL, the factor by which the parts of a section grow when fragment links are made absolute: known
 *   only once they are cut; then they are cut again
 */
function makeParts(
  site: Site,
  page: Page,
  limit: number,
  growth: ReadonlyMap<string, number> = new Map(),
): PageParts | undefined {
  const body = site.bodyOf(page);
  const room = limit - overhead;
  const roomOf = (url: string): number => room / (growth.get(url) ?? 1);
  const nameOf = createPartNames(site, page);
  const contents = partUrlOf(page.twin, nameOf(openingId));
  /** Tokens of the document of a piece, with about what it says about itself. */
  const fetchedTokens = memoizeByObject(({ title, url, text }: Piece) => {
    const link = `[${title}](${absoluteUrl(site, url)})`;
    return documentTokens(
      `title: ${title}\npart_of: ${twinUrl(site, page)}\ncanonical_url: ${page.canonical}\n`,
      `# ${title}\n\n> Part of ${link}. Previous: ${link}. Next: ${link}.\n\n${text}`,
    );
  });
  const root = sectionOf(readSectionTree(body, bodyTextOf(page), page.sections ?? []), contents, true);
  const outline = outlineOf(root, limit);
  const parts: (PagePart & { readonly text: string; readonly section: string })[] = [];
  // The text before the first section stays with the outline, unless it is too long.
  const opening = root.node.content.slice(0, 1).flatMap((part) => (typeof part === 'string' ? withoutContents(part) : []));
  const text = [...opening, outlineHead, outline.text].join('\n\n');
  const isRead = outline.isWhole && text.length <= room;
  if (!isRead) addParts(root, page.twin);
  for (const section of root.sections) addAll(section, page.twin);
  if (parts.length < 2) return undefined;
  if (isRead) {
    const facts = { url: contents, section: contents, page: page.url, fragment: '', up: page.twin };
    parts.unshift({ ...facts, title: page.title, heading: site.headingOf(page), text });
  }
  const more = isRead || !outline.isWhole ? [] : [indexLine('Contents and introduction', absoluteUrl(site, contents))];
  const placeOf = placesOf(root, new Map());
  const texts = parts.map(({ text, url }) => withPlaces(text, url));
  const grown = new Map(growth);
  for (const [at, { section, text }] of parts.entries()) {
    const times = texts[at]!.length / text.length;
    // A text that was already too long is a single block.
    if (texts[at]!.length > room && text.length <= roomOf(section) && times > (grown.get(section) ?? 1))
      grown.set(section, times);
  }
  if ([...grown].some(([url, times]) => growth.get(url) !== times)) return makeParts(site, page, limit, grown);
  // The strings of a section are slices that keep the whole page in memory; the strings of a clone are their own.
  return {
    places: structuredClone(placeOf),
    outline: [outlineHead, [...more, outline.text].join('\n'), outlineEnd].join('\n\n'),
    parts: structuredClone(parts.map(({ text: _, section: __, ...facts }) => facts)).map((part, at) => {
      const previous = parts[at - 1]?.url;
      const next = parts[at + 1]?.url;
      return withText({ ...part, ...(previous && { previous }), ...(next && { next }) }, texts[at]!);
    }),
  };

  /** A short section, or one without inner sections, is one part with all its content. */
  function sectionOf(node: SectionNode, url: string, isRoot = false): Section {
    const isCut = isRoot || node.text.length > roomOf(url);
    // Where there are headings, items stay together.
    const isHeaded = node.content.some((part) => typeof part !== 'string' && !part.isTerm);
    // Only its own length decides whether it is a part: its URL is stable while others change.
    const isOwn = (part: string | SectionNode): part is SectionNode =>
      typeof part !== 'string' && !(isHeaded && part.isTerm) && (isRoot || part.text.length > limit / 20);
    // Named before their inner sections, so that a name depends on earlier text only if two ids are equal.
    const named = isCut
      ? node.content.filter(isOwn).map((each) => [each, partUrlOf(page.twin, nameOf(idOf(each)))] as const)
      : [];
    const sections = named.map(([each, place]) => sectionOf(each, place));
    const title = isRoot ? page.title : plainTitle(node.heading);
    return { node, title, url, sections, pieces: piecesOf(node, title, url, sections) };
  }

  function piecesOf(node: SectionNode, title: string, url: string, sections: readonly Section[]): Piece[] {
    const blocks = sections.length === 0 ? blocksOf(node.text) : ownBlocks(node, sections);
    const cutTo = (length: number): string[] => joinBlocks(shortBlocks(blocks, length), length);
    const most = roomOf(url);
    let texts = cutTo(most);
    // The first of several pieces needs space for the lines of the others.
    const reserve = Math.min(most / 2, texts.length * longestLine);
    if (texts.length > 1) texts = cutTo(most - reserve);
    const inner = innerOfTexts(texts, innerSections(node, new Set(sections.map((section) => section.node))));
    const pieces = (texts.length > 0 ? texts : ['']).map(
      (text, at): Piece => ({
        url: at === 0 ? url : partUrlOf(page.twin, nameOf(`${idOf(node)}.${at + 1}`)),
        title: texts.length > 1 ? `${title} (${at + 1} of ${texts.length})` : title,
        text,
        own: text,
        inner: inner[at] ?? [],
        listed: sections.flatMap((section) => (text.includes(lineOf(section)) ? [section.node] : [])),
      }),
    );
    const [opening, ...others] = pieces as [Piece, ...Piece[]];
    const lines = others.map((piece) => lineOfPiece(piece)).join('\n');
    const short = lines.length < reserve ? lines : others.map((piece) => lineOfPiece(piece, '')).join('\n');
    return [{ ...opening, text: [short, short && outlineEnd, opening.text].filter(Boolean).join('\n\n') }, ...others];
  }

  function addAll(section: Section, up: string): void {
    addParts(section, up);
    for (const inner of section.sections) addAll(inner, section.url);
  }

  function addParts({ node, url: section, pieces }: Section, up: string): void {
    const heading = node.heading || site.headingOf(page);
    for (const { own, inner, listed, ...piece } of pieces)
      parts.push({ ...piece, section, heading, page: page.url, fragment: node.id, up });
  }

  /** The content of a section without inner sections, with a list of links in their place. */
  function ownBlocks({ content }: SectionNode, sections: readonly Section[]): string[] {
    const lines = new Map(sections.map((section) => [section.node, lineOf(section)]));
    const blocks: string[] = [];
    let isList = false;
    for (const part of content) {
      const line = typeof part === 'string' ? undefined : lines.get(part);
      if (line === undefined) blocks.push(...blocksOf(typeof part === 'string' ? part : part.whole));
      else if (isList && blocks.at(-1)!.length < room / 2) blocks.push(`${blocks.pop()}\n${line}`);
      else blocks.push(line);
      isList = line !== undefined;
    }
    return blocks;
  }

  /** @param names sections in the document without lines of their own */
  function lineOf({ title, url, pieces }: Section, names = namesOf(pieces[0]!.inner)): string {
    return `${indexLine(title, absoluteUrl(site, url), names)} ${sizeOf(fetchedTokens(pieces[0]!))}`;
  }

  function lineOfPiece(piece: Piece, names = contentsOf(piece)): string {
    return `${indexLine(piece.title, absoluteUrl(site, piece.url), names)} ${sizeOf(fetchedTokens(piece))}`;
  }

  function linesTo({ sections }: Section, depth: number, isDescribed: boolean, pad = ''): string[] {
    const named = (names: string, { own }: Piece): string => names || (isDescribed ? markdownText(firstSentence(own)) : '');
    return sections.flatMap((section) =>
      depth === 1
        ? [pad + lineOf(section, named(namesOf(innerSections(section.node)), section.pieces[0]!))]
        : [
            pad + lineOf(section, named(namesOf(section.pieces[0]!.inner), section.pieces[0]!)),
            ...section.pieces.slice(1).map((piece) => `${pad}  ${lineOfPiece(piece)}`),
            ...linesTo(section, depth - 1, isDescribed, `${pad}  `),
          ],
    );
  }

  /**
   * As many levels as fit, with the names of omitted sections. It may be long: a reader that sees only the beginning of the twin
   * finds the displaced text in the parts.
   */
  function outlineOf(root: Section, limit: number): { text: string; isWhole: boolean } {
    const most = (limit * 3) / 4;
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
      .map((piece) => lineOfPiece(piece, contentsOf(piece, (most * 2) / 3 / root.pieces.length)))
      .join('\n');
    return { text: [text.slice(0, text.lastIndexOf('\n', limit / 4) >>> 0), more].filter(Boolean).join('\n'), isWhole: false };
  }

  function placesOf({ node, url, pieces, sections }: Section, places: Map<string, string>): Map<string, string> {
    const note = ({ id }: SectionNode, place: string): void => {
      if (id !== '' && !places.has(id)) places.set(id, place);
    };
    for (const section of sections) placesOf(section, places);
    if (node === root.node) return places;
    for (const piece of pieces) for (const inner of piece.inner) note(inner, piece.url);
    for (const inner of [node, ...innerSections(node)]) note(inner, url);
    return places;
  }

  /** Changes fragment links to the part that contains the target. */
  function withPlaces(text: string, own: string): string {
    const before = `](${absoluteUrl(site, page.url)}#`;
    if (!text.includes('](#') && !text.includes(before)) return text;
    return outsideCode(text, (prose) => prose.replaceAll(before, '](#§').replace(/\]\(#(§?)([^)\s]+)/g, place));

    function place(_: string, mark: string, id: string): string {
      const url = placeOf.get(decodeLoosely(id));
      if (url === own) return mark ? `](${absoluteUrl(site, page.url)}#${id}` : `](#${id}`;
      if (url !== undefined) return `](${absoluteUrl(site, url)}#${id}`;
      return `](${mark ? absoluteUrl(site, page.url) : twinUrl(site, page)}#${id}`;
    }
  }
}

/** Markdown without its first list that only links to places in it: the outline names them. */
export const withoutContents = (markdown: string): string =>
  markdown.replace(/(?:^(?: *(?:[-*]|\d+[.)]) )\[(?:\\.|[^\]\\\n])*\]\(#[^)\s]*\)(?:\n+|$)){4,}/m, '');

/** The name of a section's parts: its id, else its heading, which is as stable. */
const idOf = ({ id, heading }: SectionNode): string => id || plainTitle(heading).toLowerCase() || openingId;
const openingId = 'contents';

/** The inner sections of a section, in order, without those with their own documents. */
const innerSections = ({ content }: SectionNode, parts?: ReadonlySet<SectionNode>): SectionNode[] =>
  content.flatMap((part) => (typeof part === 'string' || parts?.has(part) ? [] : [part, ...innerSections(part, parts)]));

/** The sections that begin in each of the texts of a cut section, by reading order. */
function innerOfTexts(texts: readonly string[], inner: readonly SectionNode[]): SectionNode[][] {
  const found: SectionNode[][] = texts.map(() => []);
  const lines = texts.flatMap((text, at) => text.split('\n').map((line) => ({ at, text: line.trimStart() })));
  let from = 0;
  for (const section of inner) {
    const { firstLine } = section;
    let line = from;
    while (line < lines.length && lines[line]!.text !== firstLine) line++;
    if (line === lines.length) continue;
    found[lines[line]!.at]!.push(section);
    from = line + 1;
  }
  return found;
}

const namesOf = (sections: readonly SectionNode[], room = longestLine - 200): string =>
  namesWithin(sections.map(nameOfSection).map(markdownText), room);

/** A summary of a piece: the names of its sections, else its first sentence, else the beginnings of its items. */
const contentsOf = ({ own, inner, listed }: Piece, room?: number): string =>
  inner.length + listed.length > 0 ? namesOf([...inner, ...listed], room) : markdownText(firstSentence(own) || openingsOf(own));

/** `run` for `run(host=None)`, `debug` for `property debug: bool`. */
const nameOfSection = ({ heading, isTerm }: SectionNode): string =>
  plainTitle(heading).replace(
    isTerm ? /^(?:property|(?:async )?(?:class|static)?method|static) |\(.*$| = .*$|: .*$/gs : /(?<=\w)\(.*$/s,
    '',
  );
