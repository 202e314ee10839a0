import type { Check } from '../check.ts';

/** The share of a page's facts that its twin must hold. */
const required = 0.99;

/** A twin that lost content. Its place is that of the first fact that was lost. */
export const parity: Check = {
  severity: 'error',
  summary: `A twin holds less than ${required * 100} % of the facts of its page.`,
  *find({ publicPages }) {
    for (const page of publicPages) {
      const { parity } = page;
      if (!parity || parity.ratio >= required) continue;
      const lost = parity.lost ? `; lost: ${parity.lost.fact} "${parity.lost.first.slice(0, 120)}"` : '';
      yield {
        on: page,
        line: 1,
        tokens: parity.lost ? [parity.lost.first] : [],
        // Rounded down: 98.96 % must not read as 99.0 %.
        message: `the twin of ${page.url} holds ${(Math.floor(parity.ratio * 1000) / 10).toFixed(1)} % of the page${lost}`,
        fix: 'Write it as semantic HTML (lists, tables, figures), or mark it data-markdown-ignore if agents do not need it.',
      };
    }
  },
};
