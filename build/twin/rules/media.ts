import { attributeOf, childElementsOf } from '../dom.ts';
import { Draft } from '../draft.ts';
import { escapeText } from '../escape.ts';
import { destination, reserved } from '../page-reference.ts';
import type { Reader } from '../reader.ts';
import { syntax } from '../syntax.ts';
import type { Rules } from './index.ts';
import { assetUrl, titlePart } from './links.ts';

export const media: Rules = {
  tags: {
    img: (element, reader) => readImage(element, [], reader),
    picture: (element, reader) => {
      const children = childElementsOf(element);
      const image = children.find(({ localName }) => localName === 'img');
      const sources = children.flatMap((child) =>
        child.localName === 'source' ? candidatesOf(attributeOf(child, 'srcset')) : [],
      );
      if (image) readImage(image, sources, reader);
    },
  },
  writings: {
    IMAGE: (_, { nodeValue, facts: { url = '', title } }) =>
      syntax(`![${escapeText(nodeValue)}](${destination(url)}${titlePart(title)})`),
  },
};

function readImage(image: Element, sources: readonly Candidate[], reader: Reader): void {
  if (attributeOf(image, 'width') === '1' && attributeOf(image, 'height') === '1') return;
  const alt = (attributeOf(image, 'alt') ?? '').replace(reserved, '');
  const source = largest([...candidatesOf(attributeOf(image, 'srcset') ?? attributeOf(image, 'data-srcset')), ...sources]);
  const own = [attributeOf(image, 'src'), attributeOf(image, 'data-src'), attributeOf(image, 'SRC')];
  const url = [source, ...own].map((address) => address && assetUrl(address, reader.context)).find(Boolean);
  // An image that lies in the page itself has no address: its description is all that an agent can use.
  if (!url) {
    reader.text(alt);
    return;
  }
  const title = attributeOf(image, 'title');
  reader.leaf(new Draft('IMAGE', alt, { url, ...(title && { title: title.replace(reserved, '') }) }));
}

interface Candidate {
  readonly url: string;
  readonly size: number;
}

/** The candidates of a `srcset` with their width, or density × 1000 (HTML §4.8.4.2.1). */
function candidatesOf(srcset: string | undefined): Candidate[] {
  if (!srcset) return [];
  return Array.from(srcset.matchAll(/([^\s,]\S*[^\s,]|[^\s,])(?:\s+([\d.]+)([wx]))?\s*(?:,|$)/g), ([, url, number, unit]) => ({
    url: url!,
    size: number ? Number(number) * (unit === 'x' ? 1_000 : 1) : 0,
  }));
}

const largest = (candidates: readonly Candidate[]): string | undefined =>
  candidates.reduce<Candidate | undefined>(
    (best, candidate) => (candidate.size > (best?.size ?? 0) ? candidate : best),
    undefined,
  )?.url;
