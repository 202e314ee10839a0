import { isHeadingOrParagraph } from '../buttons.ts';
import { ancestorOf, attributeOf, isElement, isLink, wordsOf } from '../dom.ts';
import { firstWithin } from '../first-within.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import type { Rules } from './rule.ts';

/** Fields of a form: labels, choices, and whether they are required. Buttons are excluded (regions.ts). */
const field: ElementHandler = (element, builder) => {
  const type = attributeOf(element, 'type') ?? 'text';
  if (/^(?:hidden|submit|button|reset|image)$/.test(type)) return;
  const isChoice = type === 'checkbox' || type === 'radio';
  // Checkboxes outside forms belong to task lists and tabs.
  if (isChoice && !inForm(element)) return;
  if (isChoice) builder.text(attributeOf(element, 'checked') === undefined ? '☐ ' : '☒ ');
  describe(element, builder, isChoice ? '' : (attributeOf(element, 'placeholder') ?? ''));
};

function describe(element: Element, builder: TreeBuilder, hint: string): void {
  const label = attributeOf(element, 'aria-label');
  if (label) builder.text(` ${label} `);
  const notes = [hint, ...(attributeOf(element, 'required') === undefined ? [] : ['required'])].filter(Boolean);
  if (notes.length > 0) builder.text(` (${notes.join(', ')}) `);
}

const inForm = (element: Element): boolean => ancestorOf(element, isForm) !== undefined;

const isForm = ({ localName }: Element): boolean => localName === 'form' || localName === 'fieldset';

const isControl = ({ localName }: Element): boolean => localName === 'a' || localName === 'summary' || localName === 'dt';

/** Whether a part of a button is the sign of what it does, `+` or `▾`, beside its name. */
const isSign = (part: Node): boolean => isElement(part) && /^[^\p{L}\p{N}]+$/u.test(wordsOf(part));

const select: ElementHandler = (element, builder) => {
  describe(element, builder, '');
  const options = [...element.querySelectorAll('option')]
    .filter((option) => !builder.reading.isLeftOut(option))
    .map((option) => wordsOf(option) || (attributeOf(option, 'label') ?? ''));
  builder.text(` ${options.filter(Boolean).join(' / ')} `);
};

export const forms: Rules = {
  tags: {
    input: field,
    select,
    textarea: (element, builder) => {
      describe(element, builder, attributeOf(element, 'placeholder') ?? '');
      builder.children(element);
    },
    // A button that is content opens the following element, is a link, or a card.
    button: (element, builder) => {
      const readName = (): void => {
        for (const child of element.childNodes) if (!isSign(child)) builder.node(child);
      };
      if (builder.inHeading || builder.inRun || ancestorOf(element, isControl) || firstWithin(element, isLink)) return readName();
      if (firstWithin(element, isHeadingOrParagraph)) return builder.division(element);
      builder.endRun();
      builder.mark('STRONG', {}, readName);
      builder.endRun();
    },
    legend: (element, builder) => builder.titleLine(element),
  },
};
