import { isElement, wordsOf } from '../dom.ts';
import type { HeadingName } from '../markdown-node.ts';
import { wordsLength } from '../measure.ts';
import { sectionIdOf } from '../section-id.ts';
import type { ElementHandler } from '../tree-builder.ts';
import { readCovered } from './links.ts';
import type { Rules } from './rule.ts';

const heading: ElementHandler = (element, builder) =>
  builder.inBlock(element.localName.toUpperCase() as HeadingName, { id: sectionIdOf(element) }, () =>
    readCovered(element, builder, () => {
      for (let child = element.firstChild; child; child = child.nextSibling) {
        if (areParts(child.previousSibling, child)) builder.text(' ');
        builder.node(child);
      }
    }),
  );

/** Whether nodes are a name and a motto, separated only by layout: one of them is more than a part of a word. */
const areParts = (...nodes: readonly (Node | null)[]): boolean => {
  const parts = nodes.filter((node): node is Element => node !== null && isElement(node) && node.localName === 'span');
  return (
    parts.length === nodes.length &&
    parts.every((part) => wordsLength(part) > 1) &&
    parts.some((part) => wordsOf(part).includes(' '))
  );
};

export const headings: Rules = { tags: { h1: heading, h2: heading, h3: heading, h4: heading, h5: heading, h6: heading } };
