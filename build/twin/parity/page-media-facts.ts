import { absolute, attribute } from '../page-element.ts';
import type { ConversionContext } from '../tree-builder.ts';
import type { FactCollector } from './facts.ts';

/** Reads an image: its largest source. */
export function addImage(image: Element, more: readonly string[], facts: FactCollector, { pageUrl }: ConversionContext): void {
  if (attribute(image, 'width') === '1' && attribute(image, 'height') === '1') return;
  const alt = attribute(image, 'alt') ?? attribute(image, 'ALT') ?? '';
  const sets = [attribute(image, 'srcset') ?? attribute(image, 'data-srcset') ?? '', ...more];
  let widest = 0;
  let source = '';
  for (const set of sets) {
    for (const candidate of set.split(/,\s+|,$/)) {
      const [url = '', size = ''] = candidate.trim().split(/\s+/);
      const width = Number.parseFloat(size) * (size.endsWith('x') ? 1_000 : 1) || 0;
      if (width > widest) {
        widest = width;
        source = url;
      }
    }
  }
  const url = [source, attribute(image, 'src'), attribute(image, 'data-src'), attribute(image, 'SRC')].find(
    (one) => one !== undefined && one.trim() !== '' && !/^\s*(?:data|blob|javascript|about):/i.test(one),
  );
  if (url === undefined) facts.add(alt);
  else facts.image(alt, absolute(url, pageUrl));
}

/** Reads a picture: its image, by the largest of all sources. */
export function addPicture(picture: Element, facts: FactCollector, context: ConversionContext): void {
  const image = picture.querySelector('img');
  const sets = [...picture.querySelectorAll('source')].map((source) => attribute(source, 'srcset') ?? '');
  if (image) addImage(image, sets, facts, context);
}

/** Reads a drawing: its title, else its text. */
export function addVector(svg: Element, facts: FactCollector): void {
  if (attribute(svg, 'aria-hidden') === 'true') return;
  const title = [...svg.children].find(({ localName }) => localName === 'title')?.textContent ?? attribute(svg, 'aria-label');
  if (title !== undefined && title !== null) facts.add(` ${title} `);
  else for (const text of svg.querySelectorAll('text')) facts.add(` ${text.textContent} `);
}
