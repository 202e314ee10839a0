import { memoizeByObject } from '../../contract/std/collections.ts';
import { attributeOf, childElementsOf, elementsOf, hasClass, outermost } from '../dom.ts';
import { firstWithin } from '../first-within.ts';
import { wordsLength } from '../measure.ts';
import type { Reading } from '../reading.ts';
import type { ElementHandler } from '../tree-builder.ts';
import { lists as listRules } from './lists.ts';
import type { Rules } from './rule.ts';

/** Lists and panels of tabs that have no role, as Bootstrap calls them. */
const listNames = /(?:^|\s)(?:tablist|nav-tabs)(?:\s|$)/;
const panelNames = /(?:^|\s)(?:tab-pane|tabpanel)(?:\s|$)/;

const stands = (element: Element, reading: Reading, role: string, names: RegExp): boolean =>
  reading.nameOf(element) === role || attributeOf(element, 'role') === role || hasClass(element, names);

const isPanel = (element: Element): boolean => attributeOf(element, 'role') === 'tabpanel';

/** The labels of a list of tabs; none of one that contains its panels, which is an accordion. */
function labelsIn(list: Element, reading: Reading): Element[] {
  if (firstWithin(list, isPanel)) return [];
  const isTab = (element: Element): boolean => reading.nameOf(element) === 'tab' || attributeOf(element, 'role') === 'tab';
  return outermost(
    list,
    (element) =>
      isTab(element) ||
      element.localName === 'label' ||
      hasClass(element, /(?:^|\s)nav-link(?:\s|$)/) ||
      (element.localName === 'li' && outermost(element, isTab).length === 0),
  );
}

const partsOf = (label: Element): Element[] => [label, ...label.querySelectorAll('[role=tab], a, button')];

/** The labels of each panel of a page, and of each list those that have a panel. */
interface Tabs {
  readonly byPanel: ReadonlyMap<Element, readonly Element[]>;
  readonly byList: ReadonlyMap<Element, readonly Element[]>;
}

/** A label belongs to the panel that it leads to, or that names it, else to the next one. */
const tabsOf = memoizeByObject((reading: Reading): Tabs => {
  const all = [...elementsOf(reading.root, (element) => reading.isLeftOut(element))];
  const panels = new Set(all.filter((element) => stands(element, reading, 'tabpanel', panelNames)));
  const byName = new Map<string, Element>();
  for (const panel of panels)
    for (const name of [...written(panel, '#', 'id'), ...written(panel, 'by ', 'aria-labelledby')])
      if (!byName.has(name)) byName.set(name, panel);
  const byPanel = new Map<Element, Element[]>();
  const lists = new Map<Element, readonly Element[]>();
  let list: Element | undefined;
  /** The labels of each list that lead to no panel, innermost last. */
  const waiting: Element[][] = [];
  for (const element of all) {
    if (panels.has(element)) {
      while (waiting.at(-1)?.length === 0) waiting.pop();
      const next = byPanel.has(element) ? undefined : waiting.at(-1)?.shift();
      if (next) byPanel.set(element, [next]);
    } else if (stands(element, reading, 'tablist', listNames) && !list?.contains(element)) {
      const labels = labelsIn(element, reading);
      if (labels.length > 0) list = element;
      lists.set(element, labels);
      const own = new Set<Element>();
      waiting.push(
        labels.filter((label) => {
          const panel = namesOf(label)
            .map((name) => byName.get(name))
            .find(Boolean);
          if (!panel || (byPanel.has(panel) && !own.has(panel))) return true;
          if (own.has(panel)) byPanel.get(panel)!.push(label);
          else byPanel.set(panel, [label]);
          own.add(panel);
          return false;
        }),
      );
    }
  }
  const placed = new Set([...byPanel.values()].flat());
  const byList = new Map([...lists].map(([each, labels]) => [each, labels.filter((label) => placed.has(label))]));
  return { byPanel, byList };
});

/** What a label leads to, and what it is called. */
const namesOf = (label: Element): string[] =>
  partsOf(label).flatMap((part) => [
    ...written(part, '', 'href'),
    ...written(part, '', 'data-bs-target'),
    ...written(part, '#', 'aria-controls'),
    ...written(part, 'by ', 'id'),
  ]);

function written(element: Element, before: string, attribute: string): string[] {
  const value = attributeOf(element, attribute);
  return value ? [before + value] : [];
}

/** A list of tabs says only what is no label of a panel: each label is written above its panel. */
const tabList: ElementHandler = (element, builder) => {
  const labels = tabsOf(builder.reading).byList.get(element) ?? [];
  if (labels.length === 0) return (listRules.tags![element.localName] ?? builder.children.bind(builder))(element, builder);
  builder.endRun();
  for (const label of labels) for (const part of partsOf(label)) builder.reading.keepOnlyWords(part);
  builder.childrenBut(element, labels);
  builder.endRun();
};

const panel: ElementHandler = (element, builder) => {
  for (const label of tabsOf(builder.reading).byPanel.get(element) ?? []) if (wordsLength(label) > 0) builder.titleLine(label);
  builder.division(element);
};

/** Sphinx, Hugo Book and our starter, whose tabs need no script: each label stands before its panel. */
const mixedSet: ElementHandler = (element, builder) => {
  for (const part of childElementsOf(element)) {
    if (part.localName === 'label') builder.titleLine(part);
    else builder.division(part);
  }
};

export const tabs: Rules = {
  classes: [
    { names: listNames, tags: /^(?:div|ul|nav)$/, handle: tabList },
    { names: panelNames, handle: panel },
    { names: /(?:^|\s)(?:sd-tab-set|book-tabs)(?:\s|$)/, tags: /^div$/, handle: mixedSet },
  ],
  roles: { tablist: tabList, tabpanel: panel },
};
