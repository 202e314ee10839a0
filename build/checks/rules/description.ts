import type { Check } from '../check.ts';

/** Characters that search results show of a description, and that a line of an index should have. */
const longest = 160;

/** Search results and llms.txt show the description: without one they show whatever the page begins with. */
export const description: Check = {
  name: 'description',
  severity: 'warning',
  summary: `A page has no meta description, or one of more than ${longest} characters.`,
  find: ({ publicPages }) =>
    publicPages.flatMap((page) => {
      if (!page.described)
        return [
          {
            on: page,
            message: 'the page has no description',
            fix: 'Add a meta description: one sentence that says what the page tells.',
          },
        ];
      if (page.description.length <= longest) return [];
      return [
        {
          on: page,
          line: 1,
          tokens: [page.description, page.description.slice(0, 40)],
          key: `long ${page.file}`,
          message: `the description has ${page.description.length} characters, more than ${longest}`,
          fix: `Shorten it: search results and indexes show about ${longest} characters.`,
        },
      ];
    }),
};
