import { memoizeByObject } from '../../contract/std/collections.ts';
import type { Artifact } from '../../files.ts';
import type { Page } from '../../page/page.ts';
import { absoluteUrl, type Site, twinUrl } from '../../page/site.ts';
import { withFrontMatter } from '../front-block.ts';
import { linkText, markdownText } from '../markdown-text.ts';
import { surfaceFacts, textArtifact } from '../surface-artifact.ts';
import { partsOfPage } from './page-parts.ts';
import { withPartLinks } from './part-links.ts';

/** The parts of all long pages: `/api.parts/request.md`. The outline of the page lists them; indexes link it. */
export const pageParts = (site: Site): Artifact[] => site.published.flatMap((page) => partArtifacts(site, page));

/** The parts of one page. Memoized, because the search index also reads them. */
export const partArtifacts = (site: Site, page: Page): Artifact[] => artifactsOf(site)(page);

const artifactsOf = memoizeByObject((site: Site) => memoizeByObject((page: Page) => partsOf(site, page)));

function partsOf(site: Site, page: Page): Artifact[] {
  const { parts = [] } = partsOfPage(site, page) ?? {};
  if (parts.length === 0) return [];
  const titles = new Map(parts.map(({ url, title }) => [url, title]));
  const notes = footnotesOf(site.bodyOf(page));
  return parts.map((part) => {
    const { url, heading, title, previous, next, up, fragment } = part;
    const link = (to: string): string => `[${linkText(titles.get(to) ?? page.title)}](${absoluteUrl(site, to)})`;
    const whole = `[${linkText(page.title)}](${twinUrl(site, page)})`;
    const place = [
      `Part of ${whole}${titles.has(up) ? `, in ${link(up)}` : ''}.`,
      ...(previous ? [`Previous: ${link(previous)}.`] : []),
      ...(next ? [`Next: ${link(next)}.`] : []),
    ];
    const front = {
      title,
      part_of: twinUrl(site, page),
      canonical_url: fragment ? new URL(`#${fragment}`, page.canonical).href : page.canonical,
    };
    const make = (counted?: number): ReturnType<typeof withFrontMatter> => {
      const { text } = part;
      const head = [`# ${heading || markdownText(title)}`, `> ${place.join(' ')}`];
      return withFrontMatter(front, [...head, withPartLinks(site, text, url), ...notesOf(text, notes)].filter(Boolean), counted);
    };
    const { tokens } = make();
    const facts = {
      ...surfaceFacts('getPagePart', url),
      tokens,
      part: { page: page.url, fragment, up, ...(previous && { previous }), ...(next && { next }) },
    };
    return textArtifact(facts, () => make(tokens).body);
  });
}

/** Footnotes at the end of a page, by label. */
function footnotesOf(body: string): Map<string, string> {
  if (!body.includes('[^')) return new Map();
  return new Map([...body.matchAll(/^\[\^([^\]\s]+)\]: .*(?:\n+ .*)*/gm)].map(([note, label]) => [label!, note]));
}

/** The footnotes that a part references and does not contain. */
const notesOf = (text: string, notes: ReadonlyMap<string, string>): string[] =>
  [...notes].flatMap(([label, note]) => (text.includes(`[^${label}]`) && !text.includes(`[^${label}]: `) ? [note] : []));
