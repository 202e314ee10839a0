import { attributeOf, wordsOf } from '../dom.ts';
import type { Reader, Reading } from '../tree-builder.ts';
import type { Rules } from './index.ts';

/** A form says what it asks: the labels, what may be chosen, what must be filled in. Buttons are left out (leave-out.ts). */
const field: Reading = (element, reader) => {
  const type = attributeOf(element, 'type') ?? 'text';
  if (/^(?:hidden|submit|button|reset|image)$/.test(type)) return;
  const isChoice = type === 'checkbox' || type === 'radio';
  // Boxes without a form around them are those of task lists and of tabs.
  if (isChoice && !inForm(element)) return;
  if (isChoice) reader.text(attributeOf(element, 'checked') === undefined ? '☐ ' : '☒ ');
  describe(element, reader, isChoice ? '' : (attributeOf(element, 'placeholder') ?? ''));
};

function describe(element: Element, reader: Reader, hint: string): void {
  const label = attributeOf(element, 'aria-label');
  if (label) reader.text(` ${label} `);
  const notes = [hint, ...(attributeOf(element, 'required') === undefined ? [] : ['required'])].filter(Boolean);
  if (notes.length > 0) reader.text(` (${notes.join(', ')}) `);
}

const inForm = (element: Element): boolean => element.closest('form, fieldset') !== null;

const select: Reading = (element, reader) => {
  describe(element, reader, '');
  const options = [...element.querySelectorAll('option')].map(
    (option) => wordsOf(option) || (attributeOf(option, 'label') ?? ''),
  );
  reader.text(` ${options.filter(Boolean).join(' / ')} `);
};

export const forms: Rules = {
  tags: {
    input: field,
    select,
    textarea: (element, reader) => {
      describe(element, reader, attributeOf(element, 'placeholder') ?? '');
      reader.children(element);
    },
    legend: (element, reader) => reader.titleLine(element),
    progress: () => {},
    meter: () => {},
  },
};
