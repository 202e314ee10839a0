import { groupBy, memoizeByObject } from '../contract/std/collections.ts';
import { primaryOf } from '../contract/std/words.ts';
import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import type { SitePage } from '../page/page.ts';
import { sectionLabel } from '../page/section-label.ts';
import { absoluteUrl, groupBySection, languageName, type Site } from '../page/site.ts';
import { languageFolderOf } from '../page/translations.ts';
import { llmsFullTxt } from './llms-full-txt.ts';
import { linkText, markdownParagraph, markdownText } from './markdown-text.ts';
import { namesWithin } from './names-within.ts';
import { partLimit } from './parts/page-parts.ts';
import { indexLimit } from './section-files.ts';
import { heading, type IndexFile, indexFiles, lineOfDocument, lineOfFurtherPage, lineOfPage, titlesOf } from './split-index.ts';
import { type Divided, siteSurfaces, surfaceArtifact } from './surface-artifact.ts';

/**
 * `/llms.txt` (llmstxt.org v2): H1, summary, when to use the site, how to get Markdown, and the pages by section. Above
 * {@link indexLimit} also `/SECTION/llms.txt` for each section; and one for each folder of a language or an older version. Memoized,
 * like the sitemaps, because several generators need it.
 */
export const llmsTxt = memoizeByObject((site: Site): Divided => {
  const languages = languageFiles(site);
  const versions = versionFiles(site);
  const older = versions.map(({ name, path }) => `[${linkText(name)}](${absoluteUrl(site, path)})`).join(', ');
  const before = older === '' ? [] : [`Indexes of older versions: ${older}.`];
  // The section of a language is usually its folder.
  const besides = (files: readonly IndexFile[] = []) => languages.filter(({ path }) => !files.some((file) => file.path === path));
  const { root, files } = indexFiles(site, {
    pathOf: pathIn,
    documentOf(group, blocks, below) {
      if (group) return sectionDocument(site, group.title, sectionNote(site, group.title), blocks);
      const listed = filesBlock(site, 'Languages', besides(below), below ? 0 : indexLimit / 10);
      return document(site, [...before, ...listed, ...blocks]);
    },
    linesOf: (pages, about) => pageLines(site, pages, about),
  });
  return { first: surfaceArtifact('getLlmsTxt', root), further: [...besides(files), ...files, ...versions].map(artifactOf) };
});

const artifactOf = ({ path, body }: IndexFile): Artifact => surfaceArtifact('getLlmsTxt', body, path);

function document(site: Site, more: readonly string[]): string {
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
    ...more,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** How to get Markdown. Short, for small sites; in code, so that URLs in it are not taken for pages. */
function howToRead(site: Site): string {
  const named = siteSurfaces(site).flatMap(({ id, isNamed, path, query = '' }) =>
    isNamed && (id !== 'getLlmsFullTxt' || isSeenWhole(site)) ? [`\`${new URL(absoluteUrl(site, path)).pathname}${query}\``] : [],
  );
  const how = site.settings.htmlUrls
    ? 'Put `.md` in place of `.html`, or of a slash at the end, in the path of a page'
    : 'Append `.md` to the path of a page';
  const { feedback } = site.settings;
  return `${how} for its Markdown, or send \`Accept: text/markdown\`. Also: ${named.join(', ')}.${feedback ? ` Report mistakes: <${feedback}>.` : ''}`;
}

/** Whether llms-full.txt is one file that every reader sees whole: a divided one leads to files that are not. */
function isSeenWhole(site: Site): boolean {
  const { first, further } = llmsFullTxt(site);
  return further.length === 0 && first.body.length <= partLimit;
}

/** The later pages of each pagination, by the URL of its first. */
const furtherOf = memoizeByObject((site: Site) => groupBy(site.pages, ({ continues }) => continues ?? ''));

/**
 * The line of each page, with later pages of its pagination below; without whole descriptions these are reached from the first.
 *
 * @param about most characters of a description
 */
const pageLines = (site: Site, pages: readonly SitePage[], about = Number.POSITIVE_INFINITY): string =>
  pages
    .filter(({ continues }) => continues === undefined)
    .flatMap((page) => [
      lineOfPage(site, page, about),
      ...(about === Number.POSITIVE_INFINITY ? (furtherOf(site).get(page.url) ?? []) : []).map(
        (each) => `  ${lineOfFurtherPage(site, each)}`,
      ),
    ])
    .join('\n');

/** A list of files, if any, whose titles are cut to `share` characters. */
const filesBlock = (site: Site, name: string, files: readonly FolderFile[], share: number): string[] =>
  files.length === 0 ? [] : [heading(name), files.map((file) => lineOfFile(site, file, share)).join('\n')];

const lineOfFile = (site: Site, { name, path, pages }: FolderFile, share: number): string =>
  lineOfDocument(name, absoluteUrl(site, path), pages, namesWithin(titlesOf(pages), share));

/** The index of a language or of an older version. */
interface FolderFile extends IndexFile {
  readonly name: string;
  readonly pages: readonly SitePage[];
}

const pathIn = (folder: string): string => surfaces.getSectionLlmsTxt.path.replace('{section}', folder);

/** The pages of a folder by section, with section names in their language. */
const folderFile = (site: Site, name: string, folder: string, pages: readonly SitePage[]): FolderFile => {
  const { language } = pages[0]!;
  const isLanguage = languageFolderOf(pages[0]!) === folder;
  const main = pages.filter(({ optional }) => !optional);
  const optional = pages.filter((page) => page.optional);
  const sections = groupBySection(main, { ...site.settings, language }, `/${folder}`);
  return {
    name,
    path: pathIn(folder),
    body: sectionDocument(
      site,
      isLanguage ? languageName(language, language) : name,
      isLanguage ? languageNote(language, rootLink(site)) : sectionNote(site, name),
      [
        ...sections.flatMap(({ name, pages }) => [heading(sectionLabel(name, language, site.settings)), pageLines(site, pages)]),
        ...(optional.length > 0 ? ['## Optional', pageLines(site, optional)] : []),
      ],
    ),
    pages: main,
  };
};

/** A file for each language folder (`/de/`) whose pages fit into one. */
function languageFiles(site: Site): FolderFile[] {
  const folders = groupBy(site.pages, languageFolderOf);
  folders.delete('');
  return [...folders].sort().flatMap(([folder, pages]) => {
    const file = folderFile(site, languageName(pages[0]!.language), folder, pages);
    return file.body.length > indexLimit || file.pages.length === 0 ? [] : [file];
  });
}

/** A file for each folder of an older version (`/v1/`, `/de/v1/`), whose pages are in no other index. */
function versionFiles(site: Site): FolderFile[] {
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

const sectionNote = (site: Site, title: string): string =>
  `Pages of the section “${markdownText(title)}”. The index of all sections is ${rootLink(site)}.`;

const sectionDocument = (site: Site, title: string, note: string, blocks: readonly string[]): string =>
  `${[`# ${markdownText(site.name)}: ${markdownText(title)}`, `> ${note}`, ...blocks].join('\n\n')}\n`;

/** The note at the top of the index of a language, by language. */
const notes: Readonly<Record<string, string>> = {
  en: 'The pages of this site in English. The index of the whole site is {index}.',
  de: 'Die Seiten dieser Website auf Deutsch. Das Verzeichnis der ganzen Website ist {index}.',
  fr: 'Les pages de ce site en français. L’index de tout le site est {index}.',
  es: 'Las páginas de este sitio en español. El índice de todo el sitio es {index}.',
  it: 'Le pagine di questo sito in italiano. L’indice di tutto il sito è {index}.',
  pt: 'As páginas deste site em português. O índice de todo o site é {index}.',
  nl: 'De pagina’s van deze website in het Nederlands. De index van de hele website is {index}.',
  pl: 'Strony tej witryny po polsku. Indeks całej witryny to {index}.',
  ja: 'このサイトの日本語のページです。サイト全体の索引は {index} です。',
  zh: '本站的中文页面。全站索引见 {index}。',
  ar: 'صفحات هذا الموقع بالعربية. فهرس الموقع كله هو {index}.',
  he: 'הדפים של האתר הזה בעברית. המפתח של האתר כולו הוא {index}.',
};

/**
 * The note at the top of the index of a language, in that language, by default in English.
 *
 * @param index Markdown of a link to the index of the whole site
 */
const languageNote = (language: string, index: string): string =>
  (notes[primaryOf(language)] ?? notes.en!.replace('English', languageName(language))).replace('{index}', index);
