import { attributeOf, childElementsOf, isElement, isHeading, isText, wordsOf } from './dom.ts';
import { elementsThatAre, phrasing } from './elements.ts';
import { FactReader, type Facts, hasWords } from './facts.ts';
import { anchoredLength, wordsLength } from './measure.ts';
import type { Reading } from './reading.ts';
import { codeTextOf } from './rules/code.ts';
import { candidatesOf, imageSets, imageSources } from './srcset.ts';

/** Elements whose text is written in another form, or not at all: a film as a link, a formula as TeX. */
const otherForms = new Set([...elementsThatAre('media'), 'math', 'svg', 'script', 'textarea', 'picture']);

export interface ReadFacts extends Facts {
  /** Text that is left out as hidden. */
  readonly hidden: readonly string[];
}

/** The facts of what the twin is made of, without what is left out. Does not recurse. */
export function pageFacts(reading: Reading, urlOf: (href: string) => string | undefined): ReadFacts {
  const reader = new FactReader();
  const hidden: string[] = [];
  for (const part of reading.parts) readPart(part);
  return { ...reader.facts, hidden };

  function readPart(part: Element): void {
    /** Number of open elements whose text has no place of its own. */
    let loose = 0;
    const endBlock = (): void => reader.endBlock(loose > 0);
    /** Opens an element; returns whether its children are read. */
    const open = (element: Element): boolean => {
      const name = reading.nameOf(element);
      if (element !== reading.root && reading.isLeftOut(element)) {
        if (!phrasing.has(name)) endBlock();
        if (reading.reasonOf(element) === 'hidden') hidden.push(wordsOf(element));
        return false;
      }
      if (reading.isRewritten(element)) {
        // A formula parts the words beside it, also where the language writes no spaces.
        reader.text(' ');
        return false;
      }
      if (name === 'img') reader.image(addressesOf(element).map(urlOf));
      if (otherForms.has(name)) return name === 'picture';
      if (isHeading(element)) reader.startHeading(Number(name[1]));
      else if (name === 'pre') {
        reader.code(codeTextOf(element, reading));
        return false;
      } else if (!phrasing.has(name) && name !== 'label') endBlock();
      if (name === 'a' && !reading.keepsOnlyWords(element)) {
        const href = attributeOf(element, 'href');
        if (href !== undefined && hasOwnWords(element)) reader.link(urlOf(href));
      }
      if (isLoose(element, name)) loose++;
      return true;
    };
    const close = (element: Element): void => {
      const name = reading.nameOf(element);
      if (isHeading(element)) reader.endHeading();
      else if (!phrasing.has(name)) endBlock();
      if (isLoose(element, name)) loose--;
    };
    let node: Node | null = part;
    while (node) {
      if (isText(node)) reader.text(node.data);
      else if (isElement(node) && open(node)) {
        if (node.firstChild) {
          node = node.firstChild;
          continue;
        }
        close(node);
      }
      while (node && node !== part && !node.nextSibling) {
        node = node.parentNode;
        if (node && isElement(node)) close(node);
      }
      node = !node || node === part ? null : node.nextSibling;
    }
    endBlock();
  }
}

/** Whether a link has words that do not all belong to links in it, as in `<a><b><a>words</a></b></a>`. */
const hasOwnWords = (link: Element): boolean =>
  wordsLength(link) > childElementsOf(link).reduce((length, child) => length + anchoredLength(child), 0) &&
  hasWords(wordsOf(link));

const looseElements: ReadonlySet<string> = new Set([
  ...['table', 'select', 'figcaption', 'summary', 'label', 'dl', 'li'],
  ...['tab', 'tablist', 'grid', 'doc-footnote'],
]);

/** Whether the text of an element may stand elsewhere in a twin: in a table, the label of a tab, a choice, a note. */
const isLoose = (element: Element, name: string): boolean =>
  looseElements.has(name) || (element.hasAttributes() && looseElements.has(attributeOf(element, 'role') ?? ''));

/** The addresses of an image: of its file, of its sizes, and of the other forms that a picture offers. */
function addressesOf(image: Element): string[] {
  const sources = image.parentElement?.localName === 'picture' ? [...image.parentElement.querySelectorAll('source')] : [];
  const sets = [image, ...sources].flatMap((part) => imageSets.map((name) => attributeOf(part, name)));
  const own = imageSources.map((name) => attributeOf(image, name));
  return [...own.filter((url) => url !== undefined), ...sets.flatMap((set) => candidatesOf(set).map(({ url }) => url))];
}
