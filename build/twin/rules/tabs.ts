import { memoizeByObject } from '../../contract/memoize-by-object.ts';
import { attributeOf, childElementsOf, findElement, hasClass, outermost, wordsOf } from '../dom.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import type { Rules } from './rule.ts';

/** Labels whose panels are still to come, one list a set of tabs, the innermost set last. */
type Waiting = Element[][];

const waitingOf = (builder: TreeBuilder): Waiting => {
  const known = builder.notes.get('tabs') as Waiting | undefined;
  if (known) return known;
  const waiting: Waiting = [];
  builder.notes.set('tabs', waiting);
  return waiting;
};

/** A list of tabs says nothing yet: each label is written over its panel. One that holds its panels is an accordion, one on a page without panels a list. */
const tabList: ElementHandler = (element, builder) => {
  const labels = outermost(element, isLabel);
  if (labels.length === 0 || findElement(element, isPanel)) return builder.children(element);
  if (labels.every((label) => attributeOf(label, 'role') === 'tab') && !hasPanels(element.ownerDocument))
    return builder.inList('UL', () => {
      for (const label of labels) if (wordsOf(label) !== '') builder.inBlock('LI', {}, () => builder.children(label));
    });
  builder.endRun();
  waitingOf(builder).push(labels);
};

/** What a label is written over. */
const panels =
  /(?:^|\s)(?:tabbed-block|sd-tab-content|sphinx-tabs-panel|tab-pane|tabpanel|book-tabs-content|mdbook-tab-content)(?:\s|$)/;

const hasPanels = memoizeByObject(
  ({ documentElement }: Document): boolean =>
    findElement(
      documentElement,
      (element) =>
        isPanel(element) || hasClass(element, panels) || hasClass(element, /(?:^|\s)(?:tabbed-content|blocks)(?:\s|$)/),
    ) !== undefined,
);

const isPanel = (element: Element): boolean => attributeOf(element, 'role') === 'tabpanel';

const isLabel = (element: Element): boolean =>
  attributeOf(element, 'role') === 'tab' ||
  element.localName === 'label' ||
  hasClass(element, /(?:^|\s)(?:nav-link|mdbook-tab)(?:\s|$)/) ||
  (element.localName === 'li' && findElement(element, (inner) => attributeOf(inner, 'role') === 'tab') === undefined);

/** A label that stands by itself before its panel. */
const tabLabel: ElementHandler = (element, builder) => {
  const waiting = waitingOf(builder);
  const last = waiting.at(-1);
  const before = last?.[0];
  if (before && before.parentElement === element.parentElement) last.push(element);
  else waiting.push([element]);
};

const panel: ElementHandler = (element, builder) => {
  const label = takeLabel(element, builder);
  if (label && wordsOf(label) !== '') builder.titleLine(label);
  builder.division(element);
};

function takeLabel(element: Element, builder: TreeBuilder): Element | undefined {
  const waiting = waitingOf(builder);
  while (waiting.length > 0 && waiting.at(-1)!.length === 0) waiting.pop();
  const named = attributeOf(element, 'aria-labelledby');
  const id = attributeOf(element, 'id');
  for (const labels of waiting) {
    const at = labels.findIndex((label) => {
      const own = [label, ...label.querySelectorAll('[role=tab], a, button')];
      return own.some(
        (part) =>
          (named !== undefined && attributeOf(part, 'id') === named) ||
          (id !== undefined &&
            [
              attributeOf(part, 'aria-controls'),
              attributeOf(part, 'href')?.slice(1),
              attributeOf(part, 'data-bs-target')?.slice(1),
            ].includes(id)),
      );
    });
    if (at >= 0) return labels.splice(at, 1)[0];
  }
  return waiting.at(-1)?.shift();
}

/** MkDocs: the wrapper of all panels, in old versions a panel. */
const tabbedContent: ElementHandler = (element, builder) =>
  findElement(element, (inner) => hasClass(inner, /(?:^|\s)tabbed-block(?:\s|$)/))
    ? builder.division(element)
    : panel(element, builder);

/** VitePress: `div.tabs` with the labels, `div.blocks` with a panel each. */
const codeGroup: ElementHandler = (element, builder) => {
  for (const part of childElementsOf(element)) {
    if (hasClass(part, /(?:^|\s)tabs(?:\s|$)/)) tabList(part, builder);
    else if (hasClass(part, /(?:^|\s)blocks(?:\s|$)/)) for (const block of childElementsOf(part)) codePanel(block, builder);
    else builder.element(part);
  }
};

function codePanel(element: Element, builder: TreeBuilder): void {
  const label = takeLabel(element, builder);
  if (label && wordsOf(label) !== '') builder.titleLine(label);
  builder.element(element);
}

export const tabs: Rules = {
  classes: [
    { names: /(?:^|\s)vp-code-group(?:\s|$)/, handle: codeGroup },
    { names: /(?:^|\s)(?:tabbed-labels|tablist|nav-tabs|mdbook-tabs)(?:\s|$)/, tags: /^(?:div|ul|nav)$/, handle: tabList },
    { names: /(?:^|\s)sd-tab-label(?:\s|$)/, tags: /^label$/, handle: tabLabel },
    { names: /(?:^|\s)tabbed-content(?:\s|$)/, handle: tabbedContent },
    { names: panels, handle: panel },
    // Labels right in the set: old MkDocs, hugo-book.
    { names: /(?:^|\s)(?:tabbed-set|book-tabs)(?:\s|$)/, handle: (element, builder) => readSet(element, builder) },
  ],
  roles: { tablist: tabList, tabpanel: panel },
};

function readSet(element: Element, builder: TreeBuilder): void {
  builder.endRun();
  const labels = childElementsOf(element).filter(({ localName }) => localName === 'label');
  if (labels.length > 0) waitingOf(builder).push(labels);
  builder.childrenBut(element, labels);
  builder.endRun();
}
