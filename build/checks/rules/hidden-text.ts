import { counted } from '../../contract/std/words.ts';
import type { Check } from '../check.ts';

/** Hidden text may be meant to steer agents that read HTML. Twins do not contain it. */
export const hiddenText: Check = {
  severity: 'warning',
  summary: 'A page hides a long text from readers for good, by a style or inert; its twin leaves it out.',
  *find({ visiblePages }) {
    for (const page of visiblePages)
      for (const { start, characters, line } of page.facts.hidden)
        yield {
          on: page,
          line,
          // The cut may have split the last word.
          tokens: [start.replace(/ \S*$/, '')],
          message: `hides ${counted(characters, 'character')} of text: "${start}…"`,
          fix: 'Remove it, show it, or let a control with aria-controls open it.',
        };
  },
};
