import { memoizeByObject } from '../../contract/std/collections.ts';
import { allNamed, ancestorOf, attributeOf, elementsOf, isHeading, isLink, isText, outermost } from '../dom.ts';
import { wordsLength } from '../measure.ts';

/** Fewest links of a card to the same address: two are a link and its picture, as in any text. */
const fewestInCard = 3;

/** Links of cards whose heading has the same target: a picture, "Read more". */
export const inCards = memoizeByObject((document: Document): ReadonlySet<Element> => {
  const found = new Set<Element>();
  const headings = outermost(document.documentElement, isHeading);
  const inHeadings = new Set(headings.flatMap((heading) => [...elementsOf(heading)]));
  let card: Element[] = [];
  let target: string | undefined;
  const end = (): void => {
    const titles = card.filter((link) => inHeadings.has(link));
    if (card.length >= fewestInCard && titles.length === 1 && isWhole(titles[0]!) && card.every(isAlone))
      for (const link of card) if (link !== titles[0]) found.add(link);
    card = [];
  };
  for (const link of allNamed(document.documentElement, 'a').filter(isLink)) {
    const href = attributeOf(link, 'href');
    if (href !== target) end();
    target = href;
    if (href && !href.startsWith('#')) card.push(link);
  }
  end();
  return found;
});

/** The only heading of a card that is a link as a whole: the heading links, and the card says the rest. */
export const headedBy = memoizeByObject((link: Element): Element | undefined => {
  if (link.firstElementChild === null || wordsLength(link) === 0) return undefined;
  const [heading, other] = outermost(link, isHeading);
  const isCard = heading !== undefined && other === undefined && wordsLength(heading) > 0;
  return isCard ? heading : undefined;
});

/** Whether a link has no adjacent text. */
const isAlone = ({ previousSibling, nextSibling }: Element): boolean =>
  [previousSibling, nextSibling].every((node) => !node || !isText(node) || node.data.trim() === '');

/** Whether a link is the whole text of its heading. */
export const isWhole = (link: Element): boolean => wordsLength(link) === wordsLength(ancestorOf(link, isHeading) ?? link);
