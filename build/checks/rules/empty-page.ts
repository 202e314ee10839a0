import { groupBy } from '../../contract/std/collections.ts';
import { counted } from '../../contract/std/words.ts';
import { fewCharacters, type Page } from '../../page/page.ts';
import type { Check } from '../check.ts';

/** Pages of a folder from which on their median says something, and how much shorter than that a page must be. */
const [leastPages, shorter] = [5, 20];

/** Agents, crawlers and readers without JavaScript get what the HTML holds: a page that scripts fill says nothing to them. */
export const emptyPage: Check = {
  severity: 'warning',
  summary:
    'A page says next to nothing without JavaScript: it has few words, and an empty box that scripts fill, or more scripts and far less text than those beside it.',
  *find({ publicPages }) {
    for (const [folder, pages] of groupBy(publicPages, folderOf)) {
      const [characters, scripts] = [median(pages, 'said'), median(pages, 'scripts')];
      for (const page of pages) {
        const { said, mount } = page.facts;
        const isShort = pages.length >= leastPages && said < fewCharacters && said * shorter < characters;
        const why = mount
          ? `scripts fill ${mount.tag}`
          : isShort &&
            page.facts.scripts > scripts &&
            `it has more scripts than other pages in ${folder || 'its folder'} and ${counted(said, 'character')} of text, half of them have ${characters} or more`;
        if (!why) continue;
        yield {
          on: page,
          ...(mount && { line: mount.line }),
          message: `${page.file} says next to nothing without JavaScript: ${why}`,
          fix: 'Let the build write its content into the HTML, or leave it out with exclude.',
        };
      }
    }
  },
};

const folderOf = ({ file }: Page): string => file.replace(/[^/]*$/, '');

const median = (pages: readonly Page[], fact: 'said' | 'scripts'): number =>
  pages.map(({ facts }) => facts[fact]).sort((a, b) => a - b)[pages.length >> 1]!;
