import type { Parity } from '../../page/page.ts';
import { parseDocument } from '../../page/parse-html.ts';
import { contentRootOf } from '../../twin/content-root.ts';
import type { Facts } from '../../twin/parity/facts.ts';
import { pageFacts } from '../../twin/parity/page-facts.ts';
import { sharesOf } from '../../twin/parity/parity.ts';
import { twinFacts } from '../../twin/parity/twin-facts.ts';
import { bucketOf } from '../links/addresses.ts';

/** Where a page and its twin come from. */
export interface TwinContext {
  readonly pageUrl: string;
  readonly siteUrl: string;
  /** CSS selector of the content, where it is set. */
  readonly content?: string | undefined;
}

/** What a twin may have beyond its page: front matter, a title, a way to the index. */
const beyond = 'words that the page does not have';

/**
 * How much of a page the twin holds that was found beside it, whoever made it. Other than in a build, where a twin is
 * measured before its frame is put around it, words of its own are no loss; and a link to a page and one to its twin,
 * in any spelling, are the same.
 */
export function foundParity(html: string, twin: string, { content, ...context }: TwinContext): Parity {
  const page = pageFacts(contentRootOf(parseDocument(html), content), context);
  const text = twin.replace(/^\uFEFF?---\r?\n[\s\S]*?\n---\r?\n/, '');
  const shares = sharesOf(withStems(page, context.siteUrl), withStems(twinFacts(text, context), context.siteUrl));
  let worst: Parity = { ratio: 1 };
  for (const [fact, { all, kept, first = '' }] of Object.entries(shares)) {
    const ratio = all === 0 ? 1 : kept / all;
    if (fact !== beyond && ratio < worst.ratio) worst = { ratio, lost: { fact, first } };
  }
  return worst;
}

/** Facts whose links to the site itself say the page, not the spelling. */
function withStems(facts: Facts, siteUrl: string): Facts {
  const links = facts.links.map((link) => {
    const at = link.lastIndexOf(` → ${siteUrl}/`);
    if (at < 0) return link;
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(link.slice(at + 3 + siteUrl.length)) ?? [];
    return `${link.slice(0, at + 3)}${siteUrl}${bucketOf(path)}${rest}`;
  });
  const { text, words, soft, code, images, headings, rows } = facts;
  return { text, words, soft, code, images, headings, rows, links };
}
