import { memoizeByObject } from '../../contract/std/collections.ts';
import { attributeOf, childElementsOf, hasClass, isText, outermost } from '../dom.ts';
import { firstWithin } from '../first-within.ts';
import { wordsLength } from '../measure.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import { lists } from './lists.ts';
import type { Rules } from './rule.ts';

/** Labels of tabs whose panels are still to come. */
class Waiting {
  /** The open sets of tabs, innermost last, each with its labels in order. */
  readonly #sets: Set<Element>[] = [];
  readonly #setOf = new Map<Element, Set<Element>>();
  /** Labels by `#id` of their own, and by the id of their panel. */
  readonly #byName = new Map<string, Set<Element>>();

  addSet(labels: readonly Element[]): void {
    const set = new Set(labels);
    this.#sets.push(set);
    for (const label of labels) {
      this.#setOf.set(label, set);
      const own = partsOf(label).flatMap((part) => attributeOf(part, 'id') ?? []);
      for (const name of [...own.map((id) => `#${id}`), ...panelsOf(label)])
        this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(label));
    }
  }

  /** The labels of a panel: all that lead to it, or the one it names, else the next of the innermost set. */
  take(panel: Element): readonly Element[] {
    while (this.#sets.at(-1)?.size === 0) this.#sets.pop();
    const leading = this.#waitingFor(attributeOf(panel, 'id'));
    const [named] = this.#waitingFor(`#${attributeOf(panel, 'aria-labelledby')}`);
    const [next] = this.#sets.at(-1) ?? [];
    const labels = leading.length > 0 ? leading : (named ?? next) ? [(named ?? next)!] : [];
    for (const label of labels) this.#setOf.get(label)!.delete(label);
    return labels;
  }

  /** The labels of a name in the first set that has any. */
  #waitingFor(name: string | undefined): Element[] {
    const own = this.#byName.get(name ?? '');
    const found: Element[] = [];
    for (const label of own ?? []) {
      const set = this.#setOf.get(label)!;
      if (!set.has(label)) own!.delete(label);
      else if (found.length === 0 || set.has(found[0]!)) found.push(label);
      else break;
    }
    return found;
  }
}

const partsOf = (label: Element): Element[] => [label, ...label.querySelectorAll('[role=tab], a, button')];

const panelsOf = (label: Element): string[] =>
  partsOf(label).flatMap((part) =>
    [attributeOf(part, 'aria-controls'), ...['href', 'data-bs-target'].map((name) => attributeOf(part, name)?.slice(1))].filter(
      (id) => id !== undefined,
    ),
  );

const waitingOf = (builder: TreeBuilder): Waiting => {
  const known = builder.notes.get('tabs') as Waiting | undefined;
  if (known) return known;
  const waiting = new Waiting();
  builder.notes.set('tabs', waiting);
  return waiting;
};

/** A list of tabs writes nothing: each label is written above its panel. One that contains its panels is an accordion, one on a page without panels a menu. */
const tabList: ElementHandler = (element, builder) => {
  const labels = outermost(element, isLabel);
  if (labels.length === 0 || firstWithin(element, isPanel)) return builder.children(element);
  if (!hasPanels(element.ownerDocument)) return readMenu(element, builder);
  builder.endRun();
  // What introduces the tabs, as in "View as: Tab Tab".
  for (const child of element.childNodes) if (isText(child)) builder.text(child.data);
  for (const label of labels) for (const part of partsOf(label)) builder.reading.keepOnlyWords(part);
  // A label that names no panel beside others that do has none.
  const leading = labels.filter((label) => panelsOf(label).length > 0);
  if (leading.length > 0) for (const label of labels) if (!leading.includes(label)) builder.titleLine(label);
  builder.endRun();
  waitingOf(builder).addSet(leading.length > 0 ? leading : labels);
};

const readMenu: ElementHandler = (element, builder) => {
  const list = lists.tags![element.localName];
  if (list) list(element, builder);
  else builder.children(element);
};

/** Elements that get a label above them. */
const panels = /(?:^|\s)(?:tabbed-block|sphinx-tabs-panel|tab-pane|tabpanel|mdbook-tab-content)(?:\s|$)/;

const hasPanels = memoizeByObject(
  ({ documentElement }: Document): boolean =>
    firstWithin(
      documentElement,
      (element) => isPanel(element) || hasClass(element, panels) || hasClass(element, /(?:^|\s)blocks(?:\s|$)/),
    ) !== undefined,
);

const isPanel = (element: Element): boolean => attributeOf(element, 'role') === 'tabpanel';

const isLabel = (element: Element): boolean =>
  isTab(element) ||
  element.localName === 'label' ||
  hasClass(element, /(?:^|\s)(?:nav-link|mdbook-tab)(?:\s|$)/) ||
  (element.localName === 'li' && firstWithin(element, isTab) === undefined);

const isTab = (element: Element): boolean => attributeOf(element, 'role') === 'tab';

function writeLabels(panel: Element, builder: TreeBuilder): void {
  for (const label of waitingOf(builder).take(panel)) if (wordsLength(label) > 0) builder.titleLine(label);
}

const panel: ElementHandler = (element, builder) => {
  writeLabels(element, builder);
  builder.division(element);
};

/** VitePress: `div.tabs` with the labels, `div.blocks` with a panel each. */
const codeGroup: ElementHandler = (element, builder) => {
  for (const part of childElementsOf(element)) {
    if (hasClass(part, /(?:^|\s)tabs(?:\s|$)/)) tabList(part, builder);
    else if (hasClass(part, /(?:^|\s)blocks(?:\s|$)/)) for (const block of childElementsOf(part)) codePanel(block, builder);
    else builder.element(part);
  }
};

function codePanel(element: Element, builder: TreeBuilder): void {
  writeLabels(element, builder);
  builder.element(element);
}

/** Sphinx, Hugo Book: each label stands before its panel. */
const mixedSet: ElementHandler = (element, builder) => {
  for (const part of childElementsOf(element)) {
    if (part.localName === 'label') builder.titleLine(part);
    else builder.division(part);
  }
};

export const tabs: Rules = {
  classes: [
    { names: /(?:^|\s)vp-code-group(?:\s|$)/, handle: codeGroup },
    { names: /(?:^|\s)(?:tabbed-labels|tablist|nav-tabs|mdbook-tabs)(?:\s|$)/, tags: /^(?:div|ul|nav)$/, handle: tabList },
    { names: panels, handle: panel },
    { names: /(?:^|\s)(?:sd-tab-set|book-tabs)(?:\s|$)/, handle: mixedSet },
  ],
  roles: { tablist: tabList, tabpanel: panel },
};
