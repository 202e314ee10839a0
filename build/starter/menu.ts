import { primaryOf } from '../contract/std/words.ts';
import { sectionLabel } from '../page/section-label.ts';
import type { Localized } from '../settings-schema.ts';
import { type NavigationOfPage, type NavigationSection, translated } from './navigation.ts';

/** A link of header or footer in the settings, with all optional members. */
interface MenuLink {
  readonly label: Localized;
  readonly url?: Localized | undefined;
  readonly items?: readonly MenuLink[] | undefined;
  readonly button?: boolean | undefined;
  readonly icon?: string | undefined;
  readonly languages?: readonly string[] | undefined;
}

/** A link of header or footer on a page. */
export interface ShownLink {
  readonly label: string;
  readonly url?: string | undefined;
  readonly current: boolean;
  readonly button?: boolean | undefined;
  readonly icon?: string | undefined;
  readonly items?: readonly ShownLink[] | undefined;
}

interface Showing {
  readonly url: string;
  readonly language: string;
  readonly site: {
    readonly nav?: readonly MenuLink[];
    readonly language?: string;
    readonly sectionNames?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

/** Number of sections in the header; the others are in a menu. */
const inRow = 6;
const inMenu = 14;

/** A text in a language; by default in the site's, else the first. */
export function localized(text: Localized, language: string, ownLanguage = 'en'): string {
  if (typeof text === 'string') return text;
  return (
    text[language] ??
    text[primaryOf(language)] ??
    text[ownLanguage] ??
    text[primaryOf(ownLanguage)] ??
    Object.values(text)[0] ??
    ''
  );
}

/**
 * Links of the settings on a page: for its language, each to the translation of its target.
 *
 * @param links of `nav` or a part of `footer`
 */
export function linksOf(links: readonly MenuLink[] | undefined, navigation: NavigationOfPage, page: Showing): ShownLink[] {
  const { language, site } = page;
  const shown = (links ?? []).filter(
    ({ languages }) => !languages || languages.some((each) => each === language || each === primaryOf(language)),
  );
  return shown.map(({ label, url, items, button, icon }) => {
    const target =
      typeof url === 'string' ? translated(url, navigation, language) : url && localized(url, language, site.language);
    const below = items && linksOf(items, navigation, page);
    const section = target === undefined ? undefined : navigation.places.get(target)?.section;
    const current =
      target === page.url ||
      (section !== undefined && section === navigation.places.get(page.url)?.section) ||
      below?.some((each) => each.url === page.url || each.items?.some((link) => link.url === page.url)) === true;
    return { label: localized(label, language, site.language), url: target, current, button, icon, items: below };
  });
}

/** A column of the footer on a page: its heading, and its links. */
export const footerColumns = (
  columns: readonly { readonly title: Localized; readonly items: readonly MenuLink[] }[] | undefined,
  navigation: NavigationOfPage,
  page: Showing,
): ShownLink[] =>
  linksOf(
    columns?.map(({ title, ...rest }) => ({ label: title, ...rest })),
    navigation,
    page,
  );

/**
 * The links of the header: `nav` of the settings, else the sections, in the page's own language first.
 *
 * @param more label of the menu of further sections
 */
export function headerLinks(navigation: NavigationOfPage, page: Showing & { readonly more: string }): ShownLink[] {
  if (page.site.nav) return linksOf(page.site.nav, navigation, page);
  const isOwn = ({ items }: NavigationSection): boolean =>
    items.some(({ data }) => (data.language ?? page.site.language) === page.language);
  const main = navigation.sections.filter((section) => section.main);
  const sections = [...main.filter(isOwn), ...main.filter((section) => !isOwn(section))];
  const here = navigation.places.get(page.url)?.section;
  const links = sections.map((section) => ({
    label: sectionLabel(section.name, page.language, page.site),
    url: String(section.items[0]!.url),
    current: section === here,
  }));
  // A menu of one link would be as wide as the link.
  if (links.length <= inRow + 1) return links;
  // The sidebar and the contents of the site have the others.
  const rest = links.slice(inRow, inRow + inMenu);
  return [...links.slice(0, inRow), { label: page.more, current: rest.some(({ current }) => current), items: rest }];
}
