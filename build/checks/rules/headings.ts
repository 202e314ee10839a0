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

/** An outline without gaps: a heading of level n is followed by one of at most n + 1 (WCAG 1.3.1, technique H42). */
export const headingLevels: Check = {
  severity: 'warning',
  summary: 'A heading skips a level.',
  *find({ publicPages }) {
    for (const page of publicPages) {
      for (const [at, { level, text, line }] of page.facts.headings.entries()) {
        const above = page.facts.headings[at - 1];
        if (!above || level <= above.level + 1) continue;
        yield {
          on: page,
          line,
          tokens: [text],
          key: `${level} ${text}`,
          message: `the heading "${text}" has level ${level} and follows one of level ${above.level}`,
          fix: `Make it level ${above.level + 1}.`,
        };
      }
    }
  },
};
