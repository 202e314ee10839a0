import { groupBy, memoizeByObject } from '../contract/std/collections.ts';
import { counted } from '../contract/std/words.ts';
import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import type { Page } from '../page/page.ts';
import { defaultSection, sectionLabel } from '../page/section-label.ts';
import { absoluteUrl, groupBySection, languageName, type Site, urlAt } from '../page/site.ts';
import { languageFolderOf } from '../page/translations.ts';
import { languageNote } from './language-note.ts';
import { indexLine, linkText, markdownParagraph, markdownText } from './markdown-text.ts';
import { namesWithin, shareOf } from './names-within.ts';
import { lineOfFurtherPage, lineOfPage } from './page-line.ts';
import { indexLimit, longestNameOf, type SectionFile, sectionFiles } from './section-files.ts';
import { siteSurfaces } from './site-surfaces.ts';
import { surfaceArtifact } from './surface-artifact.ts';

/**
 * `/llms.txt` (llmstxt.org v2): H1, summary, when to use the site, how to get Markdown, and the pages by section. Made
 * once, because several generators need it; so are the sitemaps.
 */
export const llmsTxt = memoizeByObject((site: Site): Artifact[] => {
  const languages = languageFiles(site);
  const versions = versionFiles(site);
  const older = versions.map(({ name, path }) => `[${linkText(name)}](${absoluteUrl(site, path)})`).join(', ');
  const before = older === '' ? [] : [[`Indexes of older versions: ${older}.`]];
  const whole = document(site, [
    ...before,
    ...filesBlock(site, 'Languages', languages, indexLimit / 10),
    ...site.sections.map((section) => [heading(section.name), pageLines(site, section.pages)]),
    ...linkBlocks(site),
    ...(site.optional.length > 0 ? [['## Optional', pageLines(site, site.optional)]] : []),
  ]);
  if (whole.length <= indexLimit) return [surfaceArtifact('getLlmsTxt', whole), ...[...languages, ...versions].map(artifactOf)];
  // Links to all pages are worth more than notes on them.
  const brief = document(site, [
    ...before,
    ...filesBlock(site, 'Languages', languages, 0),
    ...site.sections.map((section) => [heading(section.name), briefLines(site, section.pages)]),
    ...linkBlocks(site),
    ...(site.optional.length > 0 ? [['## Optional', briefLines(site, site.optional)]] : []),
  ]);
  if (brief.length <= indexLimit) return [surfaceArtifact('getLlmsTxt', brief), ...[...languages, ...versions].map(artifactOf)];
  const frameOf = (name: string): number =>
    sectionDocument(site, longestNameOf(name), sectionNote(site, longestNameOf(name)), [[defaultSection, []]]).length;
  const sections = sectionFiles(
    site,
    (name) => indexLimit - frameOf(name),
    (page) => linesOf(site)(page).length + 1,
  ).map((file) => indexFile(site, file));
  // The section of a language is mostly its folder.
  const others = languages.filter(({ path }) => !sections.some((section) => section.path === path));
  const files = [...others, ...sections];
  const index = (share = 0): string =>
    document(site, [
      ...before,
      ...filesBlock(site, 'Languages', others, share),
      ...filesBlock(site, 'Sections', sections, share),
      ...linkBlocks(site),
    ]);
  // The titles of its pages show which file to read, so they have all the room that is left.
  const lengths = files.map(({ pages }) => titlesOf(pages).join(', ').length + ': '.length);
  const share = shareOf(lengths, indexLimit - index().length) - ': '.length;
  return [surfaceArtifact('getLlmsTxt', index(share)), ...[...files, ...versions].map(artifactOf)];
});

/** `/SECTION/llms.txt` for each section if one document would exceed {@link indexLimit}, and for each folder of a language or of an older version. */
export const sectionLlmsTxt = (site: Site): Artifact[] => llmsTxt(site).slice(1);

const artifactOf = ({ path, body }: IndexFile): Artifact => surfaceArtifact('getLlmsTxt', body, path);

function document(site: Site, sections: readonly (readonly string[])[]): string {
  const { whenToUse } = site.settings;
  const uses =
    typeof whenToUse === 'string'
      ? [`When to use this site: ${markdownText(whenToUse)}`]
      : whenToUse && ['When to use this site:', whenToUse.map((use) => `- ${markdownParagraph(use)}`).join('\n')];
  const blocks = [
    `# ${markdownText(site.name)}`,
    ...(site.description ? [`> ${markdownParagraph(site.description)}`] : []),
    ...(uses ?? []),
    howToRead(site),
    ...sections.flat(),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Short, for small sites; in code, for whatever reads the links takes them for pages. */
function howToRead(site: Site): string {
  const named = siteSurfaces(site).flatMap(({ isNamed, path, query = '' }) =>
    isNamed ? [`\`${new URL(absoluteUrl(site, path)).pathname}${query}\``] : [],
  );
  const how = site.settings.htmlUrls
    ? 'Put `.md` in place of `.html` in the path of a page'
    : 'Append `.md` to the path of a page';
  const { feedback } = site.settings;
  return `${how} for its Markdown, or send \`Accept: text/markdown\`. Also: ${named.join(', ')}.${feedback ? ` Report mistakes: <${feedback}>.` : ''}`;
}

/** The links of the owner's choice. */
const linkBlocks = (site: Site): string[][] =>
  site.settings.llmsTxtLinks.map(({ name, links }) => [
    heading(name),
    links.map(({ title, url, note }) => indexLine(title, urlAt(site, url), note && markdownText(note))).join('\n'),
  ]);

const heading = (name: string): string => `## ${markdownText(name)}`;

/**
 * The line of each page, with those of a pagination that goes on with it below; empty for these themselves. Made once,
 * because large sites need the line for the whole and for its sections.
 */
const linesOf = memoizeByObject((site: Site) => {
  const further = groupBy(site.pages, ({ continues }) => continues ?? '');
  return memoizeByObject((page: Page) =>
    page.continues === undefined
      ? [lineOfPage(site, page), ...(further.get(page.url) ?? []).map((each) => `  ${lineOfFurtherPage(site, each)}`)].join('\n')
      : '',
  );
});

/** Pages without notes. */
const briefLines = (site: Site, pages: readonly Page[]): string => pages.map((page) => lineOfPage(site, page, '')).join('\n');

const pageLines = (site: Site, pages: readonly Page[]): string => pages.map(linesOf(site)).filter(Boolean).join('\n');

/** A list of files, if there are any; their titles have `share` characters each. */
const filesBlock = (site: Site, name: string, files: readonly IndexFile[], share: number): string[][] =>
  files.length === 0 ? [] : [[heading(name), files.map((file) => lineOfFile(site, file, share)).join('\n')]];

/** `33 pages: Columns, Constraints, …` */
function lineOfFile(site: Site, { name, path, pages }: IndexFile, share: number): string {
  const titles = namesWithin(titlesOf(pages), share);
  const contents = counted(pages.length, 'page') + (titles && `: ${titles}`);
  return indexLine(name, absoluteUrl(site, path), contents);
}

const titlesOf = (pages: readonly Page[]): string[] =>
  pages.flatMap(({ title, continues }) => (continues === undefined ? markdownText(title) : []));

interface IndexFile {
  readonly name: string;
  readonly path: string;
  readonly body: string;
  readonly pages: readonly Page[];
}

const indexFile = (site: Site, { name, folder, pages }: SectionFile): IndexFile => ({
  name,
  path: surfaces.getSectionLlmsTxt.path.replace('{section}', folder),
  body: sectionDocument(site, name, sectionNote(site, name), [
    [sectionLabel(defaultSection, site.settings.language, site.settings), pages],
  ]),
  pages,
});

/** The pages of a folder by section, whose names are in their language. */
const folderFile = (site: Site, name: string, folder: string, pages: readonly Page[]): IndexFile => {
  const { language } = pages[0]!;
  const isLanguage = languageFolderOf(pages[0]!) === folder;
  const main = pages.filter(({ optional }) => !optional);
  const optional = pages.filter((page) => page.optional);
  const sections = groupBySection(main, { ...site.settings, language }, `/${folder}`);
  return {
    name,
    path: surfaces.getSectionLlmsTxt.path.replace('{section}', folder),
    body: sectionDocument(
      site,
      isLanguage ? languageName(language, language) : name,
      isLanguage ? languageNote(language, rootLink(site)) : sectionNote(site, name),
      [
        ...sections.map((section) => [sectionLabel(section.name, language, site.settings), section.pages] as const),
        ...(optional.length > 0 ? [['Optional', optional] as const] : []),
      ],
    ),
    pages: main,
  };
};

/** One file for each folder of a language (`/de/`), unless its pages are too many for one. */
function languageFiles(site: Site): IndexFile[] {
  const folders = groupBy(site.pages, languageFolderOf);
  folders.delete('');
  return [...folders].sort().flatMap(([folder, pages]) => {
    const file = folderFile(site, languageName(pages[0]!.language), folder, pages);
    return file.body.length > indexLimit || file.pages.length === 0 ? [] : [file];
  });
}

/** One file for each folder of an older version (`/v1/`, `/de/v1/`), whose pages are in no other index. */
function versionFiles(site: Site): IndexFile[] {
  const [, ...versions] = site.settings.versions;
  const older = site.published.filter((page) => page.older);
  const languages = [...new Set(older.map(languageFolderOf))].sort();
  return versions.flatMap(({ name, path }) =>
    languages.flatMap((language) => {
      const folder = `${language && `/${language}`}${path}`.slice(1);
      const pages = older.filter(({ url }) => `${url}/`.startsWith(`/${folder}/`));
      if (pages.length === 0) return [];
      const suffix = language && `, ${languageName(pages[0]!.language)}`;
      const file = folderFile(site, `Version ${name}${suffix}`, folder, pages);
      return file.body.length > indexLimit ? [] : [file];
    }),
  );
}

const rootLink = (site: Site): string => `[llms.txt](${absoluteUrl(site, surfaces.getLlmsTxt.path)})`;

const sectionNote = (site: Site, name: string): string =>
  `Pages of the section “${markdownText(name)}”. The index of all sections is ${rootLink(site)}.`;

const sectionDocument = (
  site: Site,
  name: string,
  note: string,
  sections: readonly (readonly [string, readonly Page[]])[],
): string =>
  `${[
    `# ${markdownText(site.name)}: ${markdownText(name)}`,
    `> ${note}`,
    ...sections.flatMap(([title, pages]) => [heading(title), pageLines(site, pages)]),
  ].join('\n\n')}\n`;
