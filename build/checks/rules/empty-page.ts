import { groupBy } from '../../contract/std/collections.ts';
import { counted } from '../../contract/std/words.ts';
import { fewCharacters, type Page } from '../../page/page.ts';
import type { Check } from '../check.ts';

/** Smallest number of pages in a folder whose median counts, and the factor by which an empty page is shorter. */
const [leastPages, shorter] = [5, 20];

/** Without JavaScript, as for agents and crawlers, a page filled by scripts is empty. */
export const emptyPage: Check = {
  severity: 'warning',
  summary:
    'A page says next to nothing without JavaScript: it has few words, and an empty box that scripts fill, or more scripts and far less text than those beside it.',
  *find({ publicPages }) {
    for (const [folder, pages] of groupBy(publicPages, folderOf)) {
      const [characters, scripts] = [median(pages, 'textLength'), median(pages, 'scripts')];
      for (const page of pages) {
        const { textLength, mount } = page.facts;
        const isShort = pages.length >= leastPages && textLength < fewCharacters && textLength * shorter < characters;
        const why = mount
          ? causeOf(mount.tag)
          : isShort &&
            page.facts.scripts > scripts &&
            `it has more scripts than other pages in ${folder || 'its folder'} and ${counted(textLength, 'character')} of text, half of them have ${characters} or more`;
        if (!why) continue;
        yield {
          on: page,
          ...(mount && { line: mount.line }),
          message: `${page.file} says next to nothing without JavaScript: ${why}`,
          fix:
            mount && embedded.test(mount.tag)
              ? 'Say in words what it shows, or leave it out with exclude.'
              : 'Let the build write its content into the HTML, or leave it out with exclude.',
        };
      }
    }
  },
};

const embedded = /^<(?:iframe|canvas|video|object|embed)\b/i;

const causeOf = (tag: string): string =>
  embedded.test(tag)
    ? `what it shows is in ${tag}`
    : /^<noscript/i.test(tag)
      ? 'its <noscript> asks for JavaScript'
      : `scripts fill ${tag}`;

const folderOf = ({ file }: Page): string => file.replace(/[^/]*$/, '');

const median = (pages: readonly Page[], fact: 'textLength' | 'scripts'): number =>
  pages.map(({ facts }) => facts[fact]).sort((a, b) => a - b)[pages.length >> 1]!;
