import { groupBy, memoizeByObject } from '../contract/std/collections.ts';
import { counted, shorten } from '../contract/std/words.ts';
import { isNews } from '../page/news.ts';
import type { SitePage } from '../page/page.ts';
import { defaultSection, sectionLabel } from '../page/section-label.ts';
import { absoluteUrl, type Section, type Site, twinUrl } from '../page/site.ts';
import { indexLine, markdownText, sizeOf } from './markdown-text.ts';
import { isAllIn, namesWithin, shareOf } from './names-within.ts';
import { partsOfPage } from './parts/page-parts.ts';
import { type Group, indexLimit, innerSections, sectionGroups } from './section-files.ts';
import { tokensOf } from './tokens.ts';
import { twinArtifact } from './twin.ts';

/** A Markdown list of pages that is split if it is too long for one document. */
interface IndexForm {
  /** The path of a document by its folder. */
  pathOf(folder: string): string;
  /** The document of a group, or of the whole site; with the documents so far, unless it is the only one. */
  documentOf(group: Pick<Group, 'title'> | undefined, blocks: readonly string[], below?: readonly IndexFile[]): string;
  /** The lines of pages, with at most so many characters of their descriptions. */
  linesOf(pages: readonly SitePage[], about: number): string;
}

export interface IndexFile {
  readonly path: string;
  readonly body: string;
}

/**
 * Characters of links in a document of several, because readers pay for each document on the way to a page. The first one may have
 * more ({@link indexLimit}) of titles: without them readers go astray.
 */
const linksLimit = 8_000;

/** Most tokens of the first document. */
const mostTokens = 5_000;

/** Most characters of each description: as many as fit. */
const abouts = [Number.POSITIVE_INFINITY, 160, 100, 60, 0];

export const heading = (name: string): string => `## ${markdownText(name)}`;

const fits = (document: string): boolean => document.length <= indexLimit && tokensOf(document) <= mostTokens;

/** An index as one document if it is short enough, if necessary without descriptions: links to all pages are worth more. */
function wholeIndex(site: Site, { documentOf, linesOf }: IndexForm): string | undefined {
  for (const about of abouts) {
    const block = ({ name, pages }: Section): string[] => [heading(name), linesOf(pages, about)];
    const optional = site.optional.length > 0 ? block({ name: 'Optional', pages: site.optional }) : [];
    const whole = documentOf(undefined, [...site.sections.flatMap(block), ...optional]);
    if (fits(whole)) return whole;
  }
  return undefined;
}

/**
 * An index as one document or several: each lists the pages of short groups, and links the documents of other groups with the
 * titles of their pages. The first one is the index of the site. It leads to the parts of a section that is alone.
 */
export function indexFiles(site: Site, form: IndexForm): { root: string; files: IndexFile[] } {
  const { pathOf, documentOf, linesOf } = form;
  const whole = wholeIndex(site, form);
  if (whole !== undefined) return { root: whole, files: [] };
  const innerOf = (pages: readonly SitePage[]) => innerSections(site, pages);
  const roomFor = (title: string): number => linksLimit - leafOf(title, []).length;
  const groups = sectionGroups(site, { roomFor, innerOf, lengthOf: (page) => linesOf([page], 0).length + 1 });
  const files: IndexFile[] = [];
  return { root: listOf(undefined, groups.length === 1 && groups[0]!.groups.length > 0 ? groups[0]!.groups : groups), files };

  function leafOf(title: string, pages: readonly SitePage[]): string {
    const language = pages[0]?.language ?? site.settings.language;
    const inner = pages.length > 0 ? innerOf(pages) : [];
    const sections = inner.length > 1 && pages.length >= 2 * inner.length ? inner : [{ name: defaultSection, pages }];
    let document = '';
    for (const about of abouts) {
      document = documentOf(
        { title },
        sections.flatMap((each) => [heading(sectionLabel(each.name, language, site.settings)), linesOf(each.pages, about)]),
      );
      if (document.length <= linksLimit) break;
    }
    return document;
  }

  function listOf(group: Group | undefined, inner: readonly Group[]): string {
    const inline = (each: Group): string[] => [heading(each.name), linesOf(each.pages, 0)];
    const lengths = inner.map((each) =>
      each.groups.length > 0 ? Number.POSITIVE_INFINITY : inline(each).join('\n\n').length + 2,
    );
    const fair = shareOf(lengths, linksLimit - documentOf(group, [], files).length);
    const isInline = (_: Group, at: number): boolean => lengths[at]! <= fair;
    const others = inner.filter((each, at) => !isInline(each, at));
    const blocksWith = (names: readonly string[]): string[] => [
      // Links first: the lines of sections have titles without.
      ...inner.filter(isInline).flatMap(inline),
      ...(others.length > 0 ? [heading('Sections'), others.map((each, at) => lineOf(each, names[at]!)).join('\n')] : []),
    ];
    const documentWith = (names: readonly string[]): string => documentOf(group, blocksWith(names), files);
    for (const each of others) {
      const body = each.groups.length > 0 ? listOf(each, each.groups) : leafOf(each.title, each.pages);
      files.push({ path: pathOf(each.folder), body });
    }
    let room = (group ? linksLimit : indexLimit) - documentWith(others.map(() => '')).length;
    let document = documentWith(namesOf(others, room));
    for (; room > 0 && !fits(document); document = documentWith(namesOf(others, room))) room -= indexLimit / 20;
    return document;
  }

  function lineOf({ name, folder, pages }: Group, names: string): string {
    return lineOfDocument(name, absoluteUrl(site, pathOf(folder)), pages, names);
  }
}

/** A line that links a document: `33 pages: Columns, Constraints, …` */
export const lineOfDocument = (name: string, url: string, pages: readonly SitePage[], names: string): string =>
  indexLine(name, url, counted(pages.length, 'page') + (names && `: ${names}`));

/**
 * The names that show which document to read: the titles of its pages; if these do not fit, subgroups of the largest groups,
 * which are more informative than some of the titles.
 */
function namesOf(groups: readonly Group[], room: number): string[] {
  const all = groups.map(({ pages }) => titlesOf(pages));
  const length = (names: readonly string[]): number => names.join(', ').length + ': '.length;
  const divided = new Set<Group>();
  for (;;) {
    const share = shareOf(all.map(length), room) - ': '.length;
    const [largest] = groups
      .filter((group, at) => group.groups.length > 0 && !divided.has(group) && !isAllIn(all[at]!, share))
      .sort((a, b) => b.pages.length - a.pages.length);
    if (!largest) return all.map((names) => namesWithin(names, share));
    divided.add(largest);
    all[groups.indexOf(largest)] = largest.groups.flatMap(({ name }) => (name === defaultSection ? [] : markdownText(name)));
  }
}

export const titlesOf = (pages: readonly SitePage[]): string[] =>
  folded(pages.flatMap(({ title, continues }) => (continues === undefined ? title : []))).map(markdownText);

/** Titles that differ only in numbers are a series if there are as many. */
const shortestSeries = 6;

/** Titles with each series as one: `Release 3.0.0 … 3.40.1`. */
function folded(titles: readonly string[]): string[] {
  const numbers = /\d+(?:[.:/-]\d+)*/g;
  const series = groupBy(titles, (title) => title.replace(numbers, '#'));
  return titles.flatMap((title) => {
    const form = title.replace(numbers, '#');
    const own = series.get(form)!;
    if (own.length < shortestSeries || !form.includes('#')) return title;
    if (title !== own[0]) return [];
    const [first, last] = [own[0], own.at(-1)!].map((each) => each.match(numbers)!);
    const differing = first!.findIndex((number, at) => number !== last![at]);
    if (differing === -1) return title;
    const start = [...title.matchAll(numbers)][differing]!;
    return `${title.slice(0, start.index)}${start[0]} … ${last![differing]}`;
  });
}

/**
 * The line of a page in an index: `- [title](twin): description (1,234 tokens)`, for news with a leading date. Of a long page also
 * the outline, which costs a reader less than the beginning of the twin.
 *
 * @param about most characters of the description; with 0 there is no date either
 */
export function lineOfPage(site: Site, page: SitePage, about = Number.POSITIVE_INFINITY): string {
  const [contents] = partsOfPage(site, page)?.parts ?? [];
  const size = sizeOf(twinArtifact(site, page).tokens, contents && `, [outline](${absoluteUrl(site, contents.url)})`);
  const note = about === 0 || page.description === page.title ? '' : markdownText(shorten(page.description, about));
  const date = about > 0 && newsOf(site).has(page) ? (page.published ?? '') : '';
  return `${indexLine(page.title, twinUrl(site, page), [date && note ? `${date}.` : date, note].filter(Boolean).join(' '))} ${size}`;
}

const newsOf = memoizeByObject((site: Site) => new Set(site.sections.flatMap(({ pages }) => (isNews(pages) ? pages : []))));

/** The line of a later page of a pagination. */
export const lineOfFurtherPage = (site: Site, page: SitePage): string => lineOfPage(site, page, 0);
