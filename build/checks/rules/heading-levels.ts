import type { Check } from '../check.ts';

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
