import { decodeLoosely } from '../../contract/permalinks.ts';
import { memoizeByObject } from '../../contract/std/collections.ts';
import type { Artifact } from '../../files.ts';
import type { SitePage } from '../../page/page.ts';
import { absoluteUrl, type Site, twinUrl } from '../../page/site.ts';
import { withFrontMatter } from '../front-block.ts';
import { linkText, markdownText } from '../markdown-text.ts';
import { surfaceFacts, textArtifact } from '../surface-artifact.ts';
import { outsideCode } from './blocks.ts';
import { contentLimit, partsOfPage } from './page-parts.ts';

/** The parts of all long pages: `/api.parts/request.md`. The outline of the page lists them; indexes link it. */
export const pageParts = (site: Site): Artifact[] => site.published.flatMap((page) => partArtifacts(site, page));

/** The parts of one page. Memoized, because the search index also reads them. */
export const partArtifacts = (site: Site, page: SitePage): Artifact[] => artifactsOf(site)(page);

const artifactsOf = memoizeByObject((site: Site) => memoizeByObject((page: SitePage) => partsOf(site, page)));

function partsOf(site: Site, page: SitePage): Artifact[] {
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

/**
 * Leads links to an anchor of a long page to the part that holds it: `api.md#request` → `api.parts/request.md#request`, and
 * `#request` within that part. Which parts there are is known only when all pages are cut, so links stay as they are once
 * longer ones would take a document above the limit.
 *
 * @param text of a twin or a part, with resolved references
 * @param own URL path of the part
 */
export function withPartLinks(site: Site, text: string, own?: string): string {
  if (!text.includes('#')) return text;
  let room = text.length <= contentLimit ? contentLimit - text.length : Number.POSITIVE_INFINITY;
  return outsideCode(text, (prose) =>
    prose.replace(anchorLink, (link, address: string, id: string) => {
      const better = partLink(address, id) ?? link;
      if (better.length - link.length > room) return link;
      room -= better.length - link.length;
      return better;
    }),
  );

  function partLink(address: string, id: string): string | undefined {
    // A part links to the HTML only for an anchor that the twin lacks.
    const twin = pagesByTwin(site).get(address);
    const page = twin ?? (own && pagesByUrl(site).get(address));
    const part = page && partsOfPage(site, page)?.places.get(decodeLoosely(id));
    if (part === undefined) return undefined;
    if (part !== own) return `](${absoluteUrl(site, part)}#${id}`;
    return twin && `](#${id}`;
  }
}

const anchorLink = /\]\(([^)\s#]+)#([^)\s]+)/g;

const pagesByTwin = memoizeByObject((site: Site) => new Map(site.published.map((page) => [twinUrl(site, page), page])));

const pagesByUrl = memoizeByObject((site: Site) => new Map(site.published.map((page) => [absoluteUrl(site, page.url), page])));
