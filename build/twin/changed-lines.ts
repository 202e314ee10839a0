import { memoizeByObject } from '../contract/std/collections.ts';
import { ancestorOf, attributeOf, elementsOf, hasClass } from './dom.ts';

/** Lines of Shiki and of Expressive Code that their pages mark as new or gone. */
const changed: readonly (readonly [sign: '+' | '-', classes: RegExp])[] = [
  ['+', /(?:^|\s)(?:line\s(?:.*\s)?diff\s+add|ec-line\s(?:.*\s)?ins)(?:\s|$)/],
  ['-', /(?:^|\s)(?:line\s(?:.*\s)?diff\s+remove|ec-line\s(?:.*\s)?del)(?:\s|$)/],
];

/** The line that an element has the code of: `<span class="line">`, `<div class="ec-line"><div class="code">`. */
const lineOf = (element: Element): Element | undefined =>
  hasClass(element, /(?:^|\s)line(?:\s|$)/)
    ? element
    : hasClass(element, /^code$/) && element.parentElement && hasClass(element.parentElement, /(?:^|\s)ec-line(?:\s|$)/)
      ? element.parentElement
      : undefined;

const signOf = (element: Element): '+' | '-' | undefined => {
  const classes = attributeOf(element, 'class');
  return classes === undefined ? undefined : changed.find(([, names]) => names.test(classes))?.[0];
};

/** Whether code shows a change: it is then written as a diff. */
export const showsChange = memoizeByObject((pre: Element): boolean => {
  for (const element of elementsOf(pre)) if (signOf(element)) return true;
  return false;
});

/** What a page draws before a line of changed code: `+`, `-` or a space; '' before all else. */
export function changeMark(element: Element): '' | ' ' | '+' | '-' {
  const line = lineOf(element);
  const pre = line && ancestorOf(line, ({ localName }) => localName === 'pre');
  return pre && showsChange(pre) ? (signOf(line) ?? ' ') : '';
}
