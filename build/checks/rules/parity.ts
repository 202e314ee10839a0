import type { Check } from '../check.ts';

/** The share of a page's facts that its twin must hold. */
const required = 0.99;

/** A twin that lost content. What was lost first is looked for in the source. */
export const parity: Check = {
  name: 'parity',
  severity: 'error',
  summary: `A twin holds less than ${required * 100} % of the facts of its page.`,
  find: ({ publicPages }) =>
    publicPages.flatMap((page) => {
      const { parity } = page;
      if (!parity || parity.ratio >= required) return [];
      const lost = parity.lost ? `; lost: ${parity.lost.fact} "${parity.lost.first.slice(0, 120)}"` : '';
      return [
        {
          on: page,
          line: 1,
          tokens: parity.lost ? [parity.lost.first] : [],
          // Rounded down: 98.96 % must not read as 99.0 %.
          message: `the twin of ${page.url} holds ${(Math.floor(parity.ratio * 1000) / 10).toFixed(1)} % of the page${lost}`,
          fix: 'Write it as HTML that has a meaning (lists, tables, figures), or mark it data-markdown-ignore where agents need it not.',
        },
      ];
    }),
};
