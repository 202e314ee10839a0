import { memoizeByObject } from '../../contract/std/collections.ts';
import { attributeOf, childElementsOf, elementsOf, hasClass, outermost } from '../dom.ts';
import { firstWithin } from '../first-within.ts';
import { wordsLength } from '../measure.ts';
import type { Reading } from '../reading.ts';
import type { ElementHandler } from '../tree-builder.ts';
import { lists } from './lists.ts';
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

/** The labels of the panels of a page: of those that lead to them, or that they name, else in order. */
const labelsByPanel = memoizeByObject((reading: Reading): ReadonlyMap<Element, readonly Element[]> => {
  const all = [...elementsOf(reading.root, (element) => reading.isLeftOut(element))];
  const panels = new Set(all.filter((element) => stands(element, reading, 'tabpanel', panelNames)));
  const byName = new Map<string, Element>();
  for (const panel of panels)
    for (const name of [...written(panel, '#', 'id'), ...written(panel, 'by ', 'aria-labelledby')])
      if (!byName.has(name)) byName.set(name, panel);
  const labelsOf = new Map<Element, Element[]>();
  /** The labels of each list that lead to no panel, innermost last. */
  const waiting: Element[][] = [];
  for (const element of all) {
    if (panels.has(element)) {
      while (waiting.at(-1)?.length === 0) waiting.pop();
      if (!labelsOf.has(element)) labelsOf.set(element, waiting.at(-1)?.splice(0, 1) ?? []);
    } else if (stands(element, reading, 'tablist', listNames)) {
      const own = new Set<Element>();
      waiting.push(
        labelsIn(element, reading).filter((label) => {
          const panel = namesOf(label)
            .map((name) => byName.get(name))
            .find(Boolean);
          if (!panel || (labelsOf.has(panel) && !own.has(panel))) return true;
          own.add(panel);
          labelsOf.set(panel, [...(labelsOf.get(panel) ?? []), label]);
          return false;
        }),
      );
    }
  }
  return labelsOf;
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

const placedIn = memoizeByObject(
  (reading: Reading): ReadonlySet<Element> => new Set([...labelsByPanel(reading).values()].flat()),
);

/** A list of tabs says only what is no label of a panel: each label is written above its panel. */
const tabList: ElementHandler = (element, builder) => {
  const labels = labelsIn(element, builder.reading).filter((label) => placedIn(builder.reading).has(label));
  if (labels.length === 0) return (lists.tags![element.localName] ?? builder.children.bind(builder))(element, builder);
  builder.endRun();
  for (const label of labels) for (const part of partsOf(label)) builder.reading.keepOnlyWords(part);
  builder.childrenBut(element, labels);
  builder.endRun();
};

const panel: ElementHandler = (element, builder) => {
  for (const label of labelsByPanel(builder.reading).get(element) ?? []) if (wordsLength(label) > 0) builder.titleLine(label);
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
