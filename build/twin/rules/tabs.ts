import { memoizeByObject } from '../../contract/std/collections.ts';
import { attributeOf, childElementsOf, hasClass, isText, outermost } from '../dom.ts';
import { firstWithin } from '../first-within.ts';
import { wordsLength } from '../measure.ts';
import type { Reading } from '../reading.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import type { Rules } from './rule.ts';

/** Labels of tabs whose panels are still to come. */
class Waiting {
  /** The open sets of tabs, innermost last, each with its labels in order. */
  readonly #sets: Set<Element>[] = [];
  readonly #places = new Map<Element, { readonly set: Set<Element>; readonly at: number }>();
  /** Labels by id, and by the id of their panel. */
  readonly #byId = new Map<string, Set<Element>>();
  readonly #byPanel = new Map<string, Set<Element>>();
  /** Sets with a panel above. */
  readonly #started = new Set<Set<Element>>();

  get last(): Element | undefined {
    return this.#sets.at(-1)?.values().next().value;
  }

  addSet(labels: readonly Element[], reading: Reading): void {
    this.#sets.push(new Set());
    for (const label of labels) this.add(label, reading);
  }

  add(label: Element, reading: Reading): void {
    for (const part of partsOf(label)) reading.keepOnlyWords(part);
    const set = this.#sets.at(-1)!;
    set.add(label);
    this.#places.set(label, { set, at: this.#places.size });
    const note = (labels: Map<string, Set<Element>>, name: string | undefined): void => {
      if (name === undefined) return;
      const own = labels.get(name);
      if (own) own.add(label);
      else labels.set(name, new Set([label]));
    };
    for (const part of partsOf(label)) note(this.#byId, attributeOf(part, 'id'));
    for (const panel of panelsOf(label)) note(this.#byPanel, panel);
  }

  /** The labels of a panel: the one it names, or all of the set that lead to it, else the next of the innermost set. */
  take(panel: Element, builder: TreeBuilder): readonly Element[] {
    while (this.#sets.at(-1)?.size === 0) this.#sets.pop();
    const named = [
      this.#first(this.#byId, attributeOf(panel, 'aria-labelledby')),
      this.#first(this.#byPanel, attributeOf(panel, 'id')),
    ].filter((label) => label !== undefined);
    const [label = this.last] = named.sort((one, other) => this.#places.get(one)!.at - this.#places.get(other)!.at);
    if (!label) return [];
    const { set } = this.#places.get(label)!;
    const leading = this.#byPanel.get(attributeOf(panel, 'id') ?? '');
    const labels = leading?.has(label) ? [...leading].filter((one) => set.has(one)) : [label];
    // Several labels whose only panel it is filter its content.
    const isFiltered = labels.length > 1 && labels.length === set.size && !this.#started.has(set);
    this.#started.add(set);
    for (const one of labels) set.delete(one);
    if (!isFiltered) return labels;
    for (const one of labels) builder.reading.leaveOut(one, 'filter of a table');
    return [];
  }

  /** The first unused label of a name. */
  #first(labels: ReadonlyMap<string, Set<Element>>, name: string | undefined): Element | undefined {
    const own = name === undefined ? undefined : labels.get(name);
    for (const label of own ?? []) {
      if (this.#places.get(label)!.set.has(label)) return label;
      own!.delete(label);
    }
    return undefined;
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

/** A list of tabs writes nothing: each label is written above its panel. One that contains its panels is an accordion, one without tabs, or on a page without panels, a list. */
const tabList: ElementHandler = (element, builder) => {
  if (firstWithin(element, isLabel) === undefined) return builder.children(element);
  const labels = outermost(element, isLabel);
  if (labels.length === 0 || firstWithin(element, isPanel)) return builder.children(element);
  const hasTabs = labels.some((label) => isTab(label) || firstWithin(label, isTab));
  const areTabs = labels.every(isTab);
  const list = (items: readonly Element[]): void =>
    builder.inList('UL', element, () => {
      for (const item of items) if (wordsLength(item) > 0) builder.inBlock('LI', {}, () => builder.children(item));
    });
  const hasNoPanel = !hasPanels(element.ownerDocument);
  const isNav = attributeOf(element, 'role') === 'tablist' || (hasNoPanel && hasClass(element, /(?:^|\s)nav-tabs(?:\s|$)/));
  if (hasTabs ? areTabs && hasNoPanel : isNav) return list(labels);
  builder.endRun();
  // What introduces the tabs, as in "View as: Tab Tab".
  for (const child of element.childNodes) if (isText(child)) builder.text(child.data);
  builder.endRun();
  // A label that names no panel beside others that do has none.
  const leading = labels.filter((label) => panelsOf(label).length > 0);
  const shown = leading.length > 0 ? leading : labels;
  if (shown.length < labels.length) list(labels.filter((label) => !shown.includes(label)));
  waitingOf(builder).addSet(shown, builder.reading);
};

/** Elements that get a label above them. */
const panels =
  /(?:^|\s)(?:tabbed-block|sd-tab-content|sphinx-tabs-panel|tab-pane|tabpanel|book-tabs-content|mdbook-tab-content)(?:\s|$)/;

const hasPanels = memoizeByObject(
  ({ documentElement }: Document): boolean =>
    firstWithin(
      documentElement,
      (element) =>
        isPanel(element) || hasClass(element, panels) || hasClass(element, /(?:^|\s)(?:tabbed-content|blocks)(?:\s|$)/),
    ) !== undefined,
);

const isPanel = (element: Element): boolean => attributeOf(element, 'role') === 'tabpanel';

const isLabel = (element: Element): boolean =>
  isTab(element) ||
  element.localName === 'label' ||
  hasClass(element, /(?:^|\s)(?:nav-link|mdbook-tab)(?:\s|$)/) ||
  (element.localName === 'li' && firstWithin(element, isTab) === undefined);

const isTab = (element: Element): boolean => attributeOf(element, 'role') === 'tab';

/** A label that stands by itself before its panel. */
const tabLabel: ElementHandler = (element, builder) => {
  const waiting = waitingOf(builder);
  if (waiting.last && waiting.last.parentElement === element.parentElement) waiting.add(element, builder.reading);
  else waiting.addSet([element], builder.reading);
};

function writeLabels(panel: Element, builder: TreeBuilder): void {
  for (const label of waitingOf(builder).take(panel, builder)) if (wordsLength(label) > 0) builder.titleLine(label);
}

const panel: ElementHandler = (element, builder) => {
  writeLabels(element, builder);
  builder.division(element);
};

const isBlock = (element: Element): boolean => hasClass(element, /(?:^|\s)tabbed-block(?:\s|$)/);

/** MkDocs: the wrapper of all panels, in old versions a panel. */
const tabbedContent: ElementHandler = (element, builder) =>
  firstWithin(element, isBlock) ? builder.division(element) : panel(element, builder);

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
  if (labels.length > 0) waitingOf(builder).addSet(labels, builder.reading);
  builder.childrenBut(element, labels);
  builder.endRun();
}
