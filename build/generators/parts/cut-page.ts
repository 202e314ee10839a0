import { outlineEnd } from '../../contract/outline.ts';
import { fileOfUrl, partUrlOf } from '../../contract/permalinks.ts';
import { memoizeByObject } from '../../contract/std/collections.ts';
import type { SitePage } from '../../page/page.ts';
import type { Site } from '../../page/site.ts';
import { plainTitle } from '../../twin/plain-title.ts';
import { blocksOf, joinBlocks, shortBlocks } from './blocks.ts';
import { longestLine, type PartLines, type PartSection, type Piece } from './part-lines.ts';
import { type SectionNode, sectionsBelow } from './section-tree.ts';

/** Characters above which a section of a page has its own document. */
const ownLimit = 1_000;

/**
 * Cuts a page at its headings until the sections fit into documents, and at blocks where headings do not suffice.
 *
 * @param lines that link the documents
 * @param tree the sections of the page
 * @param room characters of a document's content
 */
export function cutPage(
  site: Site,
  page: SitePage,
  { lineOf, lineOfPiece }: PartLines,
  tree: SectionNode,
  room: number,
): PartSection {
  const nameOf = createPartNames(site, page);
  const urlOf = (id: string): string => partUrlOf(page.twin, nameOf(id));
  return sectionOf(tree, urlOf(openingId), page.title);

  /** A short section, or one without inner sections, is one document with all its content. */
  function sectionOf(node: SectionNode, url: string, title: string): PartSection {
    const isRoot = node === tree;
    const isCut = isRoot || node.text.length > room;
    // Where there are headings, items stay together.
    const isHeaded = node.content.some((part) => typeof part !== 'string' && !part.isTerm);
    // Only its own length decides whether it has a document: its URL is stable while others change.
    const isOwn = (part: string | SectionNode): part is SectionNode =>
      typeof part !== 'string' && !(isHeaded && part.isTerm) && (isRoot || part.text.length > ownLimit);
    // Named before their inner sections, so that a name depends on earlier text only if two ids are equal.
    const named = isCut ? node.content.filter(isOwn).map((each) => [each, urlOf(idOf(each))] as const) : [];
    const sections = named.map(([each, place]) => sectionOf(each, place, plainTitle(each.heading)));
    return { node, title, url, sections, pieces: piecesOf(node, title, url, sections) };
  }

  function piecesOf(node: SectionNode, title: string, url: string, sections: readonly PartSection[]): [Piece, ...Piece[]] {
    const blocks = sections.length === 0 ? blocksOf(node.text) : ownBlocks(node, sections);
    const cutTo = (length: number): string[] => joinBlocks(shortBlocks(blocks, length), length);
    let texts = cutTo(room);
    // The first of several pieces needs space for the lines of the others.
    const reserve = Math.min(room / 2, texts.length * longestLine);
    if (texts.length > 1) texts = cutTo(room - reserve);
    const inner = innerOfTexts(texts, sectionsBelow(node, new Set(sections.map((section) => section.node))));
    const pieces = (texts.length > 0 ? texts : ['']).map(
      (text, at): Piece => ({
        url: at === 0 ? url : urlOf(`${idOf(node)}.${at + 1}`),
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

  /** The content of a section without inner sections, with a list of links in their place. */
  function ownBlocks({ content }: SectionNode, sections: readonly PartSection[]): string[] {
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
}

/** The name of a section's documents: its id, else its heading, which is as stable. */
const idOf = ({ id, heading }: SectionNode): string => id || plainTitle(heading).toLowerCase() || openingId;
const openingId = 'contents';

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

/** Longest name of the file of a part, in characters: file systems take 255 bytes. */
const longestName = 80;

/**
 * Names the parts of a page by the ids of their sections. Characters unfit for a file or URL become hyphens; names that differ
 * only in case are numbered, because they are one file on many systems, as is a name that a file of the site has.
 */
function createPartNames(site: Site, page: SitePage): (id: string) => string {
  const taken = new Set<string>();
  const twins = twinUrlsOf(site);
  return (id) => {
    const base =
      id
        .normalize('NFC')
        .replace(/[^\p{L}\p{M}\p{N}._~-]+/gu, '-')
        .replace(/^[.-]+|[.-]+$/g, '')
        .slice(0, longestName) || 'section';
    const isTaken = (name: string): boolean => {
      const url = partUrlOf(page.twin, name);
      return taken.has(name.toLowerCase()) || twins.has(url.toLowerCase()) || site.isKept(fileOfUrl(url));
    };
    let name = base;
    for (let at = 2; isTaken(name); at++) name = `${base}-${at}`;
    taken.add(name.toLowerCase());
    return name;
  };
}

/** Lower case: no part has the path of a twin. */
const twinUrlsOf = memoizeByObject((site: Site) => new Set(site.published.map(({ twin }) => twin.toLowerCase())));
