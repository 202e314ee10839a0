import { hasOnlyElements } from '../dom.ts';
import type { HeadingName } from '../markdown-node.ts';
import { sectionIdOf } from '../section-id.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import { readCovered } from './links.ts';
import type { Rules } from './rule.ts';

const heading: ElementHandler = (element, builder) =>
  builder.inBlock(element.localName.toUpperCase() as HeadingName, { id: sectionIdOf(element) }, () =>
    readCovered(element, builder, () => builder.children(plainOf(element, builder))),
  );

/** The element that holds all of a heading, which is bold anyhow: `<h2><b>Name</b></h2>`. */
function plainOf(element: Element, builder: TreeBuilder): Element {
  const only = element.firstElementChild;
  const isWhole = only !== null && only === element.lastElementChild && hasOnlyElements(element);
  return isWhole && /^(?:b|strong|font)$/.test(only.localName) && !builder.reading.isLeftOut(only)
    ? plainOf(only, builder)
    : element;
}

export const headings: Rules = { tags: { h1: heading, h2: heading, h3: heading, h4: heading, h5: heading, h6: heading } };
