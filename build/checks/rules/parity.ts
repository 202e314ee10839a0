import type { Parity } from '../../contract/manifest.ts';
import type { Check } from '../check.ts';

/** A twin that lost content, at the first missing thing. */
export const parity: Check = {
  severity: 'error',
  summary: 'A twin lacks something of its page: words, a heading, a link, code, or the order of its text.',
  *find({ publicPages, site }) {
    const { adopted } = site.settings;
    for (const page of publicPages) {
      const { parity, url } = page;
      if (!parity?.lost) continue;
      // Rounded down, so that 99.96 % is not 100.0 %.
      const share = `${(Math.floor(parity.ratio * 1000) / 10).toFixed(1)} %`;
      const { lost } = parity;
      yield {
        on: page,
        line: 1,
        tokens: [lost.within ?? lost.first],
        message: `the twin of ${url} holds ${share} of the page; lost: ${nameOf(lost)}`,
        fix: adopted
          ? 'Mark the element data-markdown-only if agents need it, else data-markdown-ignore; or leave the page out with --exclude, or switch the check "parity" off.'
          : 'Write it as semantic HTML (lists, tables, figures), or mark it data-markdown-ignore if agents do not need it.',
      };
    }
  },
};

/** `words "not" in "Do not push."` */
const nameOf = ({ fact, first, within }: NonNullable<Parity['lost']>): string =>
  `${fact} "${first.slice(0, 120)}"${within === undefined ? '' : ` in "${within.slice(0, 120)}"`}`;
