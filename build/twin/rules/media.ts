import { attributeOf, childElementsOf, elementsOf, isAriaHidden, wordsOf } from '../dom.ts';
import { escapeText } from '../escape/escape.ts';
import { syntax } from '../escape/syntax.ts';
import { isDrawn } from '../hidden-style.ts';
import { MarkdownNode } from '../markdown-node.ts';
import { wordsLength } from '../measure.ts';
import { destination } from '../page-reference.ts';
import { type Candidate, candidatesOf, imageSets, imageSources, largestOf } from '../srcset.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import { assetUrl, nameOf, readLink, titlePart } from './links.ts';
import type { Rules } from './rule.ts';

function readImage(image: Element, sources: readonly Candidate[], builder: TreeBuilder): void {
  // A pixel counts visits.
  if (attributeOf(image, 'width') === '1' && attributeOf(image, 'height') === '1') {
    builder.reading.rewrite(image);
    return;
  }
  const alt = attributeOf(image, 'alt') ?? '';
  const own = imageSources.map((name) => ({ url: attributeOf(image, name), size: 0 }));
  const sizes = imageSets.flatMap((name) => candidatesOf(attributeOf(image, name)));
  const url = largestOf(
    [...own, ...sizes, ...sources].flatMap((candidate) => {
      const address = candidate.url && assetUrl(candidate.url, builder.context);
      return address ? { ...candidate, url: address } : [];
    }),
  );
  // Of an inline image only the description is useful to agents.
  if (!url) {
    builder.reading.rewrite(image);
    builder.text(alt && ` ${alt} `);
    return;
  }
  const title = attributeOf(image, 'title');
  builder.leaf(new MarkdownNode('IMG', { url, ...(title && { title }) }, alt));
}

/** A player and embedded content become a link to what they show, named by the page, else by its file. */
const embedded: ElementHandler = (element, builder) => {
  const sources = [element, ...element.querySelectorAll('source')].flatMap((part) =>
    ['src', 'data', 'data-src'].flatMap((name) => attributeOf(part, name) || []),
  );
  const source = sources.find((address) => assetUrl(address, builder.context));
  if (source) linkTo(element, source, builder);
  else if (element.localName === 'object') builder.children(element);
};

function linkTo(element: Element, source: string, builder: TreeBuilder): void {
  const fallback = element.localName === 'object' ? wordsOf(element) : '';
  const name =
    attributeOf(element, 'title') ||
    attributeOf(element, 'aria-label') ||
    fallback ||
    nameOf(assetUrl(source, builder.context) ?? '');
  builder.text(' ');
  readLink(source, undefined, builder, () => builder.text(name));
  builder.text(' ');
}

/** The text of a drawing: its title, its label, else its text. */
function vectorText(svg: Element): string {
  if (isAriaHidden(svg)) return '';
  // Inner titles belong to parts.
  const title = childElementsOf(svg).find(({ localName }) => localName === 'title');
  if (title) return wordsOf(title);
  const label = attributeOf(svg, 'aria-label');
  if (label) return label;
  const description = childElementsOf(svg).find(({ localName }) => localName === 'desc');
  if (description) return wordsOf(description);
  const texts: string[] = [];
  for (const element of elementsOf(svg))
    if (/^(?:text|foreignobject)$/.test(element.localName) && isDrawn(element)) texts.push(wordsOf(element));
  return texts.join(' ');
}

/** A box that is drawn as a picture says its label, if it says nothing else. */
const labelled: ElementHandler = (element, builder) => {
  const own = media.tags![element.localName];
  if (own) {
    own(element, builder);
    return;
  }
  const label = attributeOf(element, 'aria-label');
  if (label && wordsLength(element) === 0 && element.querySelector('img') === null) builder.text(` ${label} `);
  builder.division(element);
};

export const media: Rules = {
  roles: { img: labelled },
  tags: {
    img: (element, builder) => readImage(element, [], builder),
    picture: (element, builder) => {
      const children = childElementsOf(element);
      const image = children.find(({ localName }) => localName === 'img');
      const sources = children.flatMap((child) =>
        child.localName === 'source'
          ? candidatesOf(attributeOf(child, 'srcset')).map((one) => ({ ...one, type: attributeOf(child, 'type') ?? undefined }))
          : [],
      );
      if (image) readImage(image, sources, builder);
    },
    video: embedded,
    audio: embedded,
    iframe: embedded,
    frame: embedded,
    object: embedded,
    embed: embedded,
    svg: (element, builder) => {
      const text = vectorText(element);
      if (text) builder.text(` ${text} `);
      else builder.part();
    },
  },
  printers: [
    {
      filter: ['img'],
      replacement: (_, { data: alt, facts: { url = '', title } }) =>
        syntax(`![${escapeText(alt)}](${destination(url)}${titlePart(title)})`),
    },
  ],
};
