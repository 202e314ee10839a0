import { counted } from '../../contract/std/words.ts';
import type { Check } from '../check.ts';

/** Text that no reader sees may be meant to steer an agent that reads the HTML. It is in no twin. */
export const hiddenText: Check = {
  severity: 'warning',
  summary: 'A page hides a long text from readers for good, by a style or inert; its twin leaves it out.',
  *find({ visiblePages }) {
    for (const page of visiblePages)
      for (const { start, characters, line } of page.facts.hidden)
        yield {
          on: page,
          line,
          // Its end may be the half of a word.
          tokens: [start.replace(/ \S*$/, '')],
          message: `hides ${counted(characters, 'character')} of text: "${start}…"`,
          fix: 'Remove it, show it, or let a control with aria-controls open it.',
        };
  },
};
