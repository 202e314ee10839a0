import type { Check } from '../check.ts';

/** A page needs exactly one H1. */
export const h1: Check = {
  severity: 'warning',
  summary: 'A page has no H1, or more than one.',
  *find({ publicPages }) {
    for (const page of publicPages) {
      const found = page.facts.headings.filter(({ level }) => level === 1);
      const second = found[1];
      if (found.length === 0)
        yield {
          on: page,
          message: 'the page has no H1',
          fix: 'Start the content with one heading of level 1: # Title in Markdown, <h1>Title</h1> in HTML.',
        };
      else if (second)
        yield {
          on: page,
          line: second.line,
          tokens: [second.text],
          key: 'several',
          message: `the page has ${found.length} H1 headings: ${found.map(({ text }) => `"${text}"`).join(', ')}`,
          fix: 'Keep the first, and lower the others to level 2.',
        };
    }
  },
};
