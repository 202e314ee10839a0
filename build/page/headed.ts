import type { ReadPage } from './page.ts';

type Headed = Pick<ReadPage, 'heading' | 'sections'> & { readonly body: string };

/**
 * The content with its title once: a first heading that repeats the H1, or without H1 the page's title or a part of it, becomes the H1.
 */
export function headed({ heading, body, sections = [] }: Headed, title: string): Headed {
  const [line = '', first = ''] = /^#{1,6} (.+)(?:\n+|$)/.exec(body) ?? [];
  const [words, all] = [wordsAlone(first), wordsAlone(heading || title)];
  const isTitle = words !== '' && (words === all || (!heading && all.includes(words) && words.length > 3));
  if (!isTitle) return { heading, body, ...(sections.length > 0 && { sections }) };
  const rest = sections.filter(({ at }) => at >= line.length).map(({ id, at }) => ({ id, at: at - line.length }));
  return { heading: heading || first, body: body.slice(line.length), ...(rest.length > 0 && { sections: rest }) };
}

/** The letters and digits of a text. */
export const wordsAlone = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
