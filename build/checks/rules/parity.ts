import type { Parity } from '../../contract/manifest.ts';
import type { Check } from '../check.ts';

/**
 * A twin that lost content, at the first missing thing. If no author marked the content, the missing text may be boilerplate:
 * then the message says "covers", and it is a warning.
 */
export const parity: Check = {
  severity: 'error',
  summary: 'A twin lacks something of its page: words, a heading, a link, code, an image, or their order.',
  *find({ publicPages, site }) {
    const { adopted } = site.settings;
    for (const page of publicPages) {
      const { parity, url } = page;
      if (!parity?.lost) continue;
      // Rounded down, so that 99.96 % is not 100.0 %.
      const share = `${(Math.floor(parity.ratio * 1000) / 10).toFixed(1)} %`;
      const { isCoverage, lost } = parity;
      yield {
        on: page,
        line: 1,
        tokens: [lost.within ?? lost.first],
        message: isCoverage
          ? `the twin of ${url} covers ${share} of the page, where nothing marks the content; not in it: ${nameOf(lost)}`
          : `the twin of ${url} holds ${share} of the page; lost: ${nameOf(lost)}`,
        fix: adopted
          ? lost.isOutside
            ? 'Name the element that holds the content with --content, or leave the page out with --exclude.'
            : 'Mark the element data-markdown-only if agents need it, else data-markdown-ignore; or leave the page out with --exclude, or switch the check "parity" off.'
          : isCoverage
            ? 'Put the content in a main element, or name the element that holds it with "content" in the settings.'
            : 'Write it as semantic HTML (lists, tables, figures), or mark it data-markdown-ignore if agents do not need it.',
        ...(isCoverage && { severity: 'warning' }),
      };
    }
  },
};

/** `words "not" in "Do not push."` */
const nameOf = ({ fact, first, within }: NonNullable<Parity['lost']>): string =>
  `${fact} "${first.slice(0, 120)}"${within === undefined ? '' : ` in "${within.slice(0, 120)}"`}`;
