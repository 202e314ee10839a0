import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { checkRows } from '../check-rows.ts';
import { optionRows } from '../commands/command-rows.ts';
import { isPageFile, pageUrlOf } from '../contract/permalinks.ts';
import { type ProblemId, problemPathOf, problemTypes } from '../contract/problem-types.ts';
import { proxySettingList } from '../contract/proxy-settings.ts';
import { basePathOf } from '../contract/site-url.ts';
import { UserError } from '../contract/std/errors.ts';
import { textOf } from '../contract/std/html-text.ts';
import { cachePolicies, contractPages, pageMetaName, surfaces, surfacesOf } from '../contract/surfaces.ts';
import { hooksOf, writtenEvent } from '../eleventy/build-hooks.ts';
import { serveOnDemand } from '../eleventy/dev-server.ts';
import { type DiptychOptions, siteSettingsOf, withoutPlace } from '../eleventy/site-settings.ts';
import { documentTokens } from '../generators/front-block.ts';
import { namelessDocuments } from '../hosts/server.ts';
import { frontMatter } from '../page/front-matter.ts';
import { sectionLabel } from '../page/section-label.ts';
import { directionOf } from '../page/translations.ts';
import diptych from '../plugin.ts';
import type { ResolvedSettings } from '../settings.ts';
import { blockedIn } from './blocked.ts';
import { drawDiagrams } from './diagrams.ts';
import * as pageFilters from './filters.ts';
import { icon, illustration } from './icons.ts';
import { wordHere, wordIn } from './interface-words.ts';
import { jsonLdOf } from './json-ld.ts';
import { createMarkdown } from './markdown.ts';
import { footerColumns, headerLinks, linksOf, localized } from './menu.ts';
import * as navigation from './navigation.ts';
import { createPictures } from './pictures.ts';
import * as renderedContent from './rendered-content.ts';
import { createPreviewSearch, writeSearchIndex } from './search-index.ts';
import { settingRows } from './setting-rows.ts';

/** The members of Eleventy's configuration that the starter uses. */
interface EleventyConfig {
  /** Globs of files that are not templates. */
  readonly ignores: Set<string>;
  on(event: typeof writtenEvent | 'eleventy.before', listener: (event: WrittenEvent) => Promise<void>): void;
  addCollection(name: string, callback: (api: { getAll(): navigation.NavigationItem[] }) => unknown): void;
  addLayoutAlias(name: string, file: string): void;
  addFilter(name: string, filter: (...values: never[]) => unknown): void;
  addGlobalData(name: string, value: unknown): void;
  readonly pathPrefix?: string;
  addPlugin(plugin: typeof diptych, options: DiptychOptions): void;
  addPlugin(plugin: (eleventy: EleventyConfig) => unknown): Promise<void>;
  addPreprocessor(name: string, extensions: string, callback: (data: TemplateData) => false | undefined): void;
  addPassthroughCopy(paths: Record<string, string>): void;
  addTransform(
    name: string,
    transform: (
      this: { page: { url: string; inputPath: string; outputPath: string | false } },
      content: string,
    ) => Promise<string>,
  ): void;
  addWatchTarget(path: string): void;
  addUrlTransform(transform: (page: { url: string }) => string | undefined): void;
  setLibrary(extension: string, library: unknown): void;
  setFrontMatterParsingOptions(options: { engines: Record<string, () => never> }): void;
  setInputDirectory(folder: string): void;
  setOutputDirectory(folder: string): void;
}

interface WrittenEvent {
  readonly runMode: string;
  readonly incremental: boolean;
  readonly folder: string;
  readonly results: readonly { readonly url: string | false; readonly content: unknown }[];
}

/** The only source of site facts. */
const settingsFile = 'site/_data/site.json';

const noSearch = `${settingsFile}: "search" needs the package pagefind, and leads to the list of all pages without it; run npm install pagefind`;

interface TemplateData {
  /** Setting that the page documents. */
  readonly needs?: string;
  readonly site: Readonly<Record<string, unknown>>;
  readonly page: { readonly inputPath: string; readonly filePathStem: string; readonly outputFileExtension: string };
}

/**
 * The starter: output paths of pages, filters for layouts, and generated tables.
 *
 * @returns what a configuration of Eleventy returns
 * @example
 * export default (eleventyConfig) => starter(eleventyConfig);
 */
export default function starter(eleventy: EleventyConfig): object {
  if (!existsSync('site'))
    throw new UserError(
      'there is no site here: neither a folder site/ nor an Eleventy configuration; start one with npx diptych init my-site',
    );
  eleventy.setInputDirectory('site');
  eleventy.setOutputDirectory('dist');
  // Read once for each build: every page asks for them.
  let known: ResolvedSettings | undefined;
  eleventy.on('eleventy.before', async () => {
    known = undefined;
  });
  const settings = (): ResolvedSettings => {
    known ??= settingsOf(eleventy);
    return known;
  };
  const pictures = addPictures(eleventy, settings);
  const search = createPreviewSearch();
  serveOnDemand(async (path) => (settings().search ? search.file(path) : undefined));
  eleventy.on(writtenEvent, async ({ results, folder, runMode, incremental }) => {
    await pictures.write(folder);
    if (runMode !== 'build') search.rendered(results, !incremental);
    else if (settings().search && !(await writeSearchIndex(results, folder))) (hooksOf(eleventy).note ?? console.warn)(noSearch);
  });
  eleventy.addPlugin(diptych, { settingsFile });
  // Authors of the starter write text; code in front matter needs a configuration of its own.
  const refuse = (): never => {
    throw new UserError('front matter that runs code (---js) is refused; write it as YAML');
  };
  eleventy.setFrontMatterParsingOptions({ engines: { js: refuse, javascript: refuse, node: refuse } });

  const said = new Set<string>();
  const note = (line: string): void => {
    if (!said.has(line)) (hooksOf(eleventy).note ?? console.warn)(line);
    said.add(line);
  };
  eleventy.addTransform('embeds', function draw(content) {
    const file = this.page.inputPath.replace(/^\.\//, '');
    for (const line of blockedIn(content, file, settings().contentSecurityPolicy)) note(line);
    return drawDiagrams(content, file, note);
  });

  const markdown = createMarkdown((file) => eleventy.addWatchTarget(file));
  eleventy.setLibrary('md', markdown);
  eleventy.addFilter('codeOf', ({ text, language = '', title = '' }: { text: string; language?: string; title?: string }) => {
    const fence = fenceOf(text);
    return markdown.render(`${fence}${language} title="${title}"\n${text.trim()}\n${fence}\n`);
  });
  eleventy.addFilter('inlineMarkdown', (text: unknown) => markdown.renderInline(String(text ?? '')));
  eleventy.addPassthroughCopy({ 'site/_public': '/' });
  eleventy.ignores.add('site/_public/**');

  eleventy.addGlobalData('site', () => overriding(settings()));
  // Only a preview looks at the clock, to mark posts that are to come.
  eleventy.addGlobalData('previewDay', () => (hooksOf(eleventy).servedAt ? new Date().toISOString().slice(0, 10) : ''));
  eleventy.addGlobalData('layout', 'layouts/page.njk');
  for (const name of ['home', 'page', 'doc', 'post', 'list', 'contents']) eleventy.addLayoutAlias(name, `layouts/${name}.njk`);
  eleventy.addGlobalData('permalink', () => permalinkOf);
  eleventy.addUrlTransform(({ url }) => (url.endsWith('.html') ? pageUrlOf(url.slice(1), false) : undefined));
  eleventy.addCollection('navigation', (api) => navigation.createNavigation(api.getAll()));

  eleventy.addCollection('languageFolders', (api) => navigation.languageFoldersOf(api.getAll()));
  // Those that the list of posts does not show itself.
  eleventy.addCollection('olderPosts', (api) =>
    navigation.newestFirst(api.getAll().filter(({ data }) => [data.tags ?? []].flat().includes('posts'))).slice(10),
  );
  eleventy.addCollection('postTags', (api) => pageFilters.tagsOf(api.getAll()));
  eleventy.addGlobalData('surfaces', () => surfacesOf(withoutPlace({ settingsFile })));
  // Pages that document a disabled setting are omitted.
  eleventy.addPreprocessor('needs', '*', ({ needs, site }) => (needs && !site[needs] ? false : undefined));
  for (const [name, value] of Object.entries(facts)) eleventy.addGlobalData(name, value);
  for (const [name, filter] of Object.entries(filters)) eleventy.addFilter(name, filter as (...values: never[]) => unknown);

  const base = basePathOf(withoutPlace({ settingsFile }, hooksOf(eleventy)).url);
  // Layouts and pages write links from the root of the site.
  if (base) eleventy.addPlugin(addHtmlBase);
  // Markdown is not a template: braces are text.
  return { markdownTemplateEngine: false, htmlTemplateEngine: 'njk', ...(base && { pathPrefix: `${base}/` }) };
}

/** Dimensions of pictures, and copies of those beside pages. */
function addPictures(eleventy: EleventyConfig, settings: () => ResolvedSettings): { write(folder: string): Promise<void> } {
  const pictures = createPictures();
  eleventy.addTransform('pictures', async function addDimensions(content) {
    const { url, outputPath } = this.page;
    if (!outputPath || !isPageFile(outputPath)) return content;
    return pictures.inPage(content, url, basePathOf(settings().url));
  });
  eleventy.addFilter('pictureAt', pictures.named);
  eleventy.addWatchTarget('site/**/*.{png,jpg,jpeg,gif,webp,avif,svg}');
  return pictures;
}

/**
 * `site/docs/a.md` → `docs/a.html`, whose URL is `/docs/a`. Eleventy's stem lacks the first folder if its name has one
 * letter: `site/a/b.md` has the stem `/b`.
 */
function permalinkOf({ page }: TemplateData): string {
  const { inputPath, filePathStem, outputFileExtension } = page;
  const folders = relative('site', inputPath).split(sep).slice(0, -1);
  const lost = folders.length > filePathStem.split('/').length - 2 ? `/${folders[0]}` : '';
  return `${lost}${filePathStem}.${outputFileExtension}`;
}

const fenceOf = (text: string): string =>
  '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));

/** The settings for layouts: with defaults, and the URL of the command. */
function settingsOf(eleventy: EleventyConfig): ResolvedSettings {
  const hooks = hooksOf(eleventy);
  const isPreview = hooks.servedAt !== undefined;
  return siteSettingsOf({ settingsFile }, { hooks, pathPrefix: eleventy.pathPrefix, isPreview });
}

/** Marks lists as overriding: Eleventy would concatenate them with the lists of site.json. */
const overriding = (settings: object): object =>
  Object.fromEntries(
    Object.entries(settings).map(([key, value]): [string, unknown] => {
      if (Array.isArray(value)) return [`override:${key}`, value];
      return [key, typeof value === 'object' && value !== null ? overriding(value) : value];
    }),
  );

/** Eleventy's plugin that adds the base path to links. Imported by name at run time, because its types are unusable. */
async function addHtmlBase(eleventy: EleventyConfig): Promise<void> {
  const name: string = '@11ty/eleventy';
  const { HtmlBasePlugin } = (await import(name)) as { HtmlBasePlugin: () => void };
  await eleventy.addPlugin(HtmlBasePlugin);
}

const filters = {
  ...pageFilters,
  ...navigation,
  ...renderedContent,
  textOf,
  headerLinks,
  footerColumns,
  linksOf,
  localized,
  sectionLabel: (name: string, { language, site }: { language: string; site: ResolvedSettings }) =>
    sectionLabel(name, language, site),
  icon,
  illustration,
  jsonLdOf,
  directionOf,
  absoluteUrl: pageFilters.toAbsoluteUrl,
  twinUrl: pageFilters.twinUrlHere,
  word: wordHere,
  wordIn,
  twinTokensOf: (front: string, text: string) => documentTokens(front, `${text}\n`),
};

const facts = {
  surfaceById: surfaces,
  contractPages,
  cachePolicies,
  pageMetaName,
  problemTypes: (Object.keys(problemTypes) as ProblemId[]).map((id) => ({
    id,
    ...problemTypes[id],
    path: problemPathOf(id).replace('.md#', '#'),
    uri: problemPathOf(id),
  })),
  proxySettings: proxySettingList,
  namelessDocuments,
  siteSettings: settingRows(),
  optionRows,
  frontMatter,
  checks: Object.entries(checkRows).map(([name, { severity, summary }]) => ({ name, severity: severity.own, summary })),
};
