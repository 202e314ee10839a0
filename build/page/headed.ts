import type { ReadPage } from './page.ts';

type Headed = Pick<ReadPage, 'heading' | 'sections'> & { readonly body: string };

/**
 * The content with its title once: a first heading that repeats the H1, or without H1 the page's title, becomes the H1. So does bold
 * text with exactly that title, which is how some pages look like one without a heading.
 */
export function headed({ heading, body, sections = [] }: Headed, title: string): Headed {
  const [line = '', heads = '', bold = ''] = /^(?:#{1,6} (.+)|\*\*(.+)\*\*)(?:\n+|$)/.exec(body) ?? [];
  const first = heads || bold;
  // A heading that names the page links to the page itself.
  const own = first.replace(/^\[(.*)\]\([^)\s]*(?: "[^"]*")?\)$/, '$1');
  const [words, all] = [wordsAlone(own), wordsAlone(heading || title)];
  const isTitle = words !== '' && (words === all || (heads !== '' && all.includes(words) && words.length > 3));
  if (!isTitle || (heading && wordsAlone(heading) !== wordsAlone(first)))
    return { heading, body, ...(sections.length > 0 && { sections }) };
  const rest = sections.filter(({ at }) => at >= line.length).map(({ id, at }) => ({ id, at: at - line.length }));
  return { heading: heading || own, body: body.slice(line.length), ...(rest.length > 0 && { sections: rest }) };
}

/** The letters and digits of a text. */
export const wordsAlone = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
