import { memoizeByObject } from '../../contract/std/collections.ts';
import type { SitePage } from '../../page/page.ts';
import { absoluteUrl, type Site, twinUrl } from '../../page/site.ts';
import { plainTitle } from '../../twin/plain-title.ts';
import { documentTokens } from '../front-block.ts';
import { indexLine, markdownText, sizeOf } from '../markdown-text.ts';
import { namesWithin } from '../names-within.ts';
import { firstSentence, openingsOf } from './blocks.ts';
import { type SectionNode, sectionsBelow } from './section-tree.ts';

/** A section with documents of its own. */
export interface PartSection {
  readonly node: SectionNode;
  readonly title: string;
  readonly url: string;
  /** Inner sections with their own documents. */
  readonly sections: readonly PartSection[];
  /** Its other content, in one document or several. */
  readonly pieces: readonly [Piece, ...Piece[]];
}

/** The content of one document. */
export interface Piece {
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

/** Usual maximum of a document's line in an outline, in characters. */
export const longestLine = 1_000;

export interface PartLines {
  /** @param names of sections in its first document that have no lines of their own */
  lineOf(section: PartSection, names?: string): string;
  /** @param names what is in the document */
  lineOfPiece(piece: Piece, names?: string): string;
  /** The lines of the inner sections of a section, `depth` levels of them. */
  linesTo(section: PartSection, depth: number, isDescribed: boolean, pad?: string): string[];
}

/** Makes the lines that link the parts of a page in its outline: `- [Columns](columns.md): names of sections (900 tokens)`. */
export function createPartLines(site: Site, page: SitePage): PartLines {
  /** Tokens of the document of a piece, with about what it says about itself. */
  const fetchedTokens = memoizeByObject(({ title, url, text }: Piece) => {
    const link = `[${title}](${absoluteUrl(site, url)})`;
    return documentTokens(
      `title: ${title}\npart_of: ${twinUrl(site, page)}\ncanonical_url: ${page.canonical}\n`,
      `# ${title}\n\n> Part of ${link}. Previous: ${link}. Next: ${link}.\n\n${text}`,
    );
  });
  return { lineOf, lineOfPiece, linesTo };

  function lineOf({ title, url, pieces: [first] }: PartSection, names = namesOf(first.inner)): string {
    return `${indexLine(title, absoluteUrl(site, url), names)} ${sizeOf(fetchedTokens(first))}`;
  }

  function lineOfPiece(piece: Piece, names = summaryOfPiece(piece)): string {
    return `${indexLine(piece.title, absoluteUrl(site, piece.url), names)} ${sizeOf(fetchedTokens(piece))}`;
  }

  function linesTo({ sections }: PartSection, depth: number, isDescribed: boolean, pad = ''): string[] {
    return sections.flatMap((section) => {
      const [first, ...others] = section.pieces;
      const names = namesOf(depth === 1 ? sectionsBelow(section.node) : first.inner);
      const line = pad + lineOf(section, names || (isDescribed ? markdownText(firstSentence(first.own)) : ''));
      if (depth === 1) return [line];
      const below = `${pad}  `;
      return [line, ...others.map((piece) => below + lineOfPiece(piece)), ...linesTo(section, depth - 1, isDescribed, below)];
    });
  }
}

const namesOf = (sections: readonly SectionNode[], room = longestLine - 200): string =>
  namesWithin(sections.map(nameOfSection).map(markdownText), room);

/** A summary of a piece: the names of its sections, else its first sentence, else the beginnings of its items. */
export const summaryOfPiece = ({ own, inner, listed }: Piece, room?: number): string =>
  inner.length + listed.length > 0 ? namesOf([...inner, ...listed], room) : markdownText(firstSentence(own) || openingsOf(own));

/** `run` for `run(host=None)`, `debug` for `property debug: bool`. */
const nameOfSection = ({ heading, isTerm }: SectionNode): string =>
  plainTitle(heading).replace(
    isTerm ? /^(?:property|(?:async )?(?:class|static)?method|static) |\(.*$| = .*$|: .*$/gs : /(?<=\w)\(.*$/s,
    '',
  );
