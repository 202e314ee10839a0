import type { Font } from './font.ts';
import type { SiteStyle } from './site-style.ts';

export interface CardText {
  readonly siteName: string;
  readonly title: string;
  readonly description: string;
}

export interface CardDesign extends Pick<SiteStyle, 'paper' | 'ink' | 'soft' | 'accent'> {
  readonly head: Font;
  readonly text: Font;
  readonly icon?: string | undefined;
}

/** The size that services request for shared links. */
export const cardSize = { width: 1200, height: 630 };
const margin = 96;
const column = cardSize.width - 2 * margin;
const small = 32;

/** Right-to-left letters. fontkit joins some of them wrongly, and reverses numbers, names and brackets among them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The font for a text; undefined if none has its letters, or if it cannot be drawn correctly. */
const fontFor = (written: string, fonts: readonly Font[]): Font | undefined =>
  rightToLeft.test(written) ? undefined : fonts.find((font) => font.covers(written));

/** Whether the fonts of a site have the letters of the page's title and the site's name. */
export const canDraw = (
  { siteName, title }: Pick<CardText, 'siteName' | 'title'>,
  { head, text }: Pick<CardDesign, 'head' | 'text'>,
): boolean => [siteName, title].every((written) => fontFor(written, [head, text]));

/**
 * The picture of a page for shared links as SVG: icon and name of the site, title, and the description if the fonts have it.
 *
 * @param page for which {@link canDraw} is true
 */
export function drawCard({ siteName, title, description }: CardText, design: CardDesign): string {
  const { head, text, ink, soft, paper, accent, icon } = design;
  const titleFont = fontFor(title, [head, text])!;
  const nameFont = fontFor(siteName, [text, head])!;
  const [titleSize, titleLines] = fitted(title, titleFont);
  const canDescribe = fontFor(description, [text]);
  const lines = canDescribe ? wrapped(description, text, small, titleLines.length > 2 ? 2 : 3) : [];
  // Aligned to the bottom, so that a short title does not float.
  const lineAt = (fromLast: number): number => cardSize.height - margin - 46 * fromLast;
  const titleAt = (fromLast: number): number => lineAt(lines.length) - (lines.length > 0 ? 24 : 0) - titleSize * 1.12 * fromLast;
  const fromBottom = (all: readonly string[], font: Font, size: number, at: (fromLast: number) => number): string =>
    all.map((line, index) => font.draw(line, size, margin, at(all.length - 1 - index))).join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">`,
    `<rect width="100%" height="100%" fill="${paper}"/>`,
    `<rect width="20" height="100%" fill="${accent}"/>`,
    icon &&
      `<image x="${margin}" y="76" width="48" height="48" href="data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}"/>`,
    `<g fill="${soft}">${nameFont.draw(shortened(siteName, nameFont, small, column - 68), small, margin + (icon ? 68 : 0), 111)}${fromBottom(lines, text, small, lineAt)}</g>`,
    `<g fill="${ink}">${fromBottom(titleLines, titleFont, titleSize, titleAt)}</g>`,
    '</svg>',
  ].join('');
}

/** A title in the largest size in which it takes three lines, or four of the smallest, cut if necessary. */
function fitted(title: string, font: Font): [size: number, lines: string[]] {
  for (const size of [80, 68, 58]) {
    const lines = wrapped(title, font, size, 4);
    if (lines.length <= 3) return [size, lines];
  }
  return [50, wrapped(title, font, 50, 4)];
}

/** Lines that fit the column, the last one cut with an ellipsis if there are more than `most`. */
function wrapped(text: string, font: Font, size: number, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words(text, (word) => font.widthOf(word, size) > column)) {
    if (!line || font.widthOf((line + word).trimEnd(), size) <= column) line += word;
    else {
      lines.push(line.trim());
      line = word;
    }
  }
  lines.push(line.trim());
  const kept = lines.slice(0, most - 1);
  const rest = lines.slice(most - 1).join(' ');
  return [...kept, shortened(rest, font, size, column)].filter(Boolean);
}

/** Words with the space after them; letters of words that fit no line, as in languages without spaces. */
const words = (text: string, isTooLong: (word: string) => boolean): string[] =>
  text
    .split(/(?<=\s)/)
    .flatMap((word) => (isTooLong(word) ? [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment) : [word]));

function shortened(text: string, font: Font, size: number, width: number): string {
  if (font.widthOf(text, size) <= width) return text;
  const letters = [...text];
  const cut = (length: number): string =>
    `${letters
      .slice(0, length)
      .join('')
      .replace(/[\s,;:.–—-]+$/, '')}…`;
  let length = letters.length;
  while (length > 1 && font.widthOf(cut(length), size) > width) length--;
  return cut(length);
}
