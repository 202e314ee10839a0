import { asciiSlug } from '../contract/ascii-slug.ts';
import { counted } from '../contract/counted.ts';
import { memoizeByObject } from '../contract/memoize-by-object.ts';
import { fileOfUrl } from '../contract/permalinks.ts';
import { surfaceList, surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import type { Page } from '../page/page.ts';
import { absoluteUrl, languageName, type Section, type Site } from '../page/site.ts';
import { languageFolderOf } from '../page/translations.ts';
import { indexLine, plainText } from './markdown-text.ts';
import { lineOfPage } from './page-line.ts';

/** Characters of llms.txt above which it becomes an index of section files: readers that are shown 20,700 see all of it. */
export const indexLimit = 20_000;

/**
 * `/llms.txt` (llmstxt.org v2): H1, summary, when to use the site, how to get Markdown, and the pages by section. Made
 * once, because several generators need it; so are the sitemaps.
 */
export const llmsTxt = memoizeByObject((site: Site): Artifact[] => {
  const languages = languageFiles(site);
  const whole = document(site, [
    ...(languages.length > 0 ? [['## Languages', fileLines(site, languages)]] : []),
    ...site.sections.map((section) => [heading(section.name), pageLines(site, section.pages)]),
    ...(site.optional.length > 0 ? [['## Optional', pageLines(site, site.optional)]] : []),
  ]);
  const ofLanguages = languages.map(({ path, body }) => artifact(path, body));
  if (whole.length <= indexLimit) return [artifact(surfaces.getLlmsTxt.path, whole), ...ofLanguages];
  const sections = sectionFiles(site, languages);
  return [
    artifact(surfaces.getLlmsTxt.path, indexOfSections(site, sections)),
    ...sections.map(({ path, body }) => artifact(path, body)),
    ...ofLanguages,
  ];
});

/** `/SECTION/llms.txt` for each section if one document would exceed {@link indexLimit}, and for each folder of a language. */
export const sectionLlmsTxt = (site: Site): Artifact[] => llmsTxt(site).slice(1);

const artifact = (path: string, body: string): Artifact => ({
  path: fileOfUrl(path),
  mediaType: surfaces.getLlmsTxt.mediaType,
  body,
});

function document(site: Site, sections: readonly (readonly string[])[]): string {
  const { whenToUse } = site.settings;
  const uses =
    typeof whenToUse === 'string'
      ? [`When to use this site: ${plainText(whenToUse)}`]
      : whenToUse && ['When to use this site:', whenToUse.map((use) => `- ${plainText(use)}`).join('\n')];
  const blocks = [
    `# ${plainText(site.name)}`,
    ...(site.description ? [`> ${plainText(site.description)}`] : []),
    ...(uses ?? []),
    howToRead(site),
    ...sections.flat(),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Short, for small sites; in code, for whatever reads the links takes them for pages. */
function howToRead(site: Site): string {
  const named = surfaceList.flatMap(({ isNamed, path }) => (isNamed ? [`\`${new URL(absoluteUrl(site, path)).pathname}\``] : []));
  return `Append \`.md\` to the path of a page for its Markdown, or send \`Accept: text/markdown\`. Also: ${named.join(', ')}.`;
}

const heading = (name: string): string => `## ${plainText(name)}`;

/** Made once, because large sites need the line for the whole and for its sections. */
const linesOf = memoizeByObject((site: Site) => memoizeByObject((page: Page) => lineOfPage(site, page, plainText)));

const pageLines = (site: Site, pages: readonly Page[]): string => pages.map(linesOf(site)).join('\n');

function indexOfSections(site: Site, sections: readonly SectionFile[]): string {
  return document(site, [['## Sections', fileLines(site, sections)]]);
}

const fileLines = (site: Site, files: readonly SectionFile[]): string =>
  files.map((file) => indexLine(file.name, absoluteUrl(site, file.path), contentsOf(file, files.length), plainText)).join('\n');

/** `33 pages: Columns, Constraints, …`: the titles show which file to read, as many as leave room for the other files. */
function contentsOf({ pages }: SectionFile, files: number): string {
  const room = Math.min(800, (indexLimit * 0.6) / files);
  const titles = pages.map(({ title }) => plainText(title)).join(', ');
  const end = titles.length <= room ? titles.length : titles.lastIndexOf(', ', room);
  const some = end <= 0 ? '' : `: ${titles.slice(0, end)}${end < titles.length ? ', …' : ''}`;
  return counted(pages.length, 'page') + some;
}

interface SectionFile {
  readonly name: string;
  readonly path: string;
  readonly body: string;
  readonly pages: readonly Page[];
}

/** One file per section. A section whose file would exceed the limit is split into parts. */
function sectionFiles(site: Site, languages: readonly SectionFile[]): SectionFile[] {
  const taken = new Set(languages.map(({ path }) => path.split('/')[1]!));
  const sections: Section[] = [
    ...site.sections,
    ...(site.optional.length > 0 ? [{ name: 'Optional', pages: site.optional }] : []),
  ];
  return sections.flatMap((section) => {
    const parts = partsOf(site, section);
    return parts.map((pages, at) => {
      const name = parts.length > 1 ? `${section.name} (${at + 1} of ${parts.length})` : section.name;
      const slug = uniqueSlug(parts.length > 1 ? `${section.name} ${at + 1}` : section.name, taken);
      const body = sectionDocument(site, name, pages);
      return { name, path: surfaces.getSectionLlmsTxt.path.replace('{section}', slug), body, pages };
    });
  });
}

/** One file for each folder of a language (`/de/`), unless its pages are too many for one. */
function languageFiles(site: Site): SectionFile[] {
  const folders = new Map<string, Page[]>();
  for (const page of site.pages) {
    const folder = languageFolderOf(page);
    if (folder) folders.get(folder)?.push(page) ?? folders.set(folder, [page]);
  }
  return [...folders].sort().flatMap(([folder, pages]) => {
    const name = languageName(pages[0]!.language);
    const body = sectionDocument(site, name, pages);
    const path = surfaces.getSectionLlmsTxt.path.replace('{section}', folder);
    return body.length > indexLimit ? [] : [{ name, path, body, pages }];
  });
}

function partsOf(site: Site, section: Section): Page[][] {
  const frame = sectionDocument(site, `${section.name} (000 of 000)`, []).length;
  const parts: Page[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const page of section.pages) {
    const line = linesOf(site)(page).length + 1;
    if (size + line > indexLimit) {
      parts.push([]);
      size = frame;
    }
    parts.at(-1)!.push(page);
    size += line;
  }
  return parts;
}

const sectionDocument = (site: Site, name: string, pages: readonly Page[]): string =>
  [
    `# ${plainText(site.name)}: ${plainText(name)}`,
    `> Pages of the section “${plainText(name)}”. The index of all sections is [llms.txt](${absoluteUrl(site, surfaces.getLlmsTxt.path)}).`,
    '## Pages',
    `${pageLines(site, pages)}\n`,
  ].join('\n\n');

function uniqueSlug(name: string, taken: Set<string>): string {
  const base = asciiSlug(name) || 'section';
  let slug = base;
  for (let at = 2; taken.has(slug); at++) slug = `${base}-${at}`;
  taken.add(slug);
  return slug;
}
