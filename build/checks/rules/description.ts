import type { Check } from '../check.ts';

/** Longest description that fits search results and a line of an index, in characters. */
const longest = 160;

/** Search results and llms.txt show the description; without one, the beginning of the page. */
export const description: Check = {
  severity: 'warning',
  summary: `A page has no meta description of its own, or one of more than ${longest} characters.`,
  *find({ publicPages }) {
    for (const page of publicPages) {
      const { file, described, description, summary } = page;
      if (!described)
        yield {
          on: page,
          message: summary === undefined ? 'the page has no description' : 'the page has only the description of all pages',
          fix: `${summary === undefined ? 'Add a meta description' : 'Give it one of its own'}: one sentence that says what the page is about.`,
        };
      else if (description.length > longest && description !== summary)
        yield {
          on: page,
          line: 1,
          tokens: [description, description.slice(0, 40)],
          key: `long ${file}`,
          message: `the description has ${description.length} characters, more than ${longest}`,
          fix: `Shorten it: search results and indexes show about ${longest} characters.`,
        };
    }
  },
};
