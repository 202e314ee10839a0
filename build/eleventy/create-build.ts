import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { createChangesReport } from '../checks/report.ts';
import { isPageFile } from '../contract/permalinks.ts';
import { UserError } from '../contract/std/errors.ts';
import { hashOf, listFiles, readIfThere, removeTree } from '../files.ts';
import { createPageReader, type PageReader } from '../page/reader.ts';
import { type PreviousBuild, readPreviousBuild, setAside } from '../publish/previous-build.ts';
import type { Summary } from '../publish/summary.ts';
import type { ResolvedSettings } from '../settings.ts';
import { defaultCacheFolder, hooksOf, writtenEvent } from './build-hooks.ts';
import type { AfterEvent, BuildEvent, Configuration, RenderedTemplate, TemplateData } from './configuration.ts';
import { isDataFile } from './data-keys.ts';
import { showRendered } from './dev-server.ts';
import { isHeldBack } from './held-back.ts';
import { renderedSite } from './rendered-site.ts';
import { type DiptychOptions, extensionsOf, siteSettingsOf, withoutPlace } from './site-settings.ts';
import { checkFolder, checkSource, checkStaysInside, checkText, type Source, sharedTexts, tidy } from './template-check.ts';
import { asPublished, createTemplateOutputs, outputPathOf } from './template-outputs.ts';
import { checkTemplateUrls, type TemplateUrls } from './template-urls.ts';
import { isDryRun, warnIfUnfinished } from './unfinished-build.ts';
import { withoutStacks } from './without-stacks.ts';

/** The builds of a site in turn; Eleventy's events call these methods, in this order. */
export interface Build {
  /** Sets the files that the next build of a watch is for. */
  changed(files: readonly string[]): void;
  /** @throws {UserError} on invalid settings, and invalid texts among the templates */
  before(event: BuildEvent): Promise<void>;
  /** Before a template is rendered; false to skip it. @throws {UserError} if it is invalid */
  template(data: TemplateData): false | undefined;
  /** Takes the template of each URL. @throws {UserError} if templates write twins */
  addressed(templates: TemplateUrls): void;
  /** Returns the text to write for a rendered template. */
  rendered(template: RenderedTemplate, content: unknown): unknown;
  /** Takes the copied files, by URL. @throws {UserError} on a symbolic link that leaves the input folder */
  copied(sources: Readonly<Record<string, string>>): void;
  /** Publishes. @throws {UserError} as {@link publishRendered} does */
  after(event: AfterEvent): Promise<void>;
}

/** State of a build before its templates are rendered. */
interface Beginning {
  readonly settings: ResolvedSettings;
  readonly previous: PreviousBuild;
  /** Files that it is for, unless it is for all. */
  readonly changed: ReadonlySet<string> | undefined;
  /** Called when the build is complete. */
  readonly finished: () => Promise<void>;
}

/** A reader with the settings that it was started with. */
interface Reading {
  readonly key: string;
  readonly reader: PageReader;
}

const hasCache = (): boolean => existsSync('node_modules');
const memoryFile = join(defaultCacheFolder, 'last-build.json');

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Adds the twins and documents to Eleventy's output. A watch keeps pages between builds, and rereads changed ones. */
export function createBuild(eleventy: Configuration, options: DiptychOptions): Build {
  const { pathPrefix } = eleventy;
  const extensions = extensionsOf(options);
  const templates = createTemplateOutputs();
  /** Hash of each template that is a file, by path. */
  const sources = new Map<string, string>();
  /** Hash of each layout, include and data file when the last build of a preview began, by path. */
  let latest: ReadonlyMap<string, string> = new Map();
  /** The same of what Eleventy knows: it keeps the last text of a file until it hears that this was saved. */
  let shared: ReadonlyMap<string, string> = new Map();
  /** Hash of each text that Eleventy had not heard of when a build ended, by path. */
  const awaited = new Map<string, string>();
  const reportChanges = createChangesReport(console.warn);
  let isPreview = false;
  /** Files that the build is for, and files of earlier builds that failed. */
  let saved: readonly string[] = [];
  let isComplete = false;
  /** Texts among the templates of the current build, by path. */
  let checked: ReadonlyMap<string, Source> = new Map();
  let reading: Reading | undefined;
  /** Of the current build, if it writes anything. */
  let beginning: Beginning | undefined;
  let rendered = 0;

  async function before({ runMode, incremental, outputMode }: BuildEvent): Promise<void> {
    isPreview = runMode !== 'build';
    beginning = undefined;
    rendered = 0;
    if (isDryRun() || outputMode !== 'fs') return;
    const hooks = hooksOf(eleventy);
    const { input, output, data } = eleventy.directories;
    const isInPlace = !isPreview && hooks.published === undefined;
    templates.begin(!incremental);
    const settings = siteSettingsOf(options, { hooks, pathPrefix, isPreview });
    reading = await readingFor(settings);
    const changed = incremental && saved.length > 0 ? new Set(saved) : undefined;
    if (isPreview) {
      const now = new Map(sharedTexts(eleventy.directories).map((path) => [path, hashOf(readIfThere(path) ?? '')]));
      shared = new Map([...now].map(([path, hash]) => [path, saved.includes(path) ? hash : (latest.get(path) ?? hash)]));
      latest = now;
    }
    for (const path of changed ?? []) if (existsSync(path) && isDataFile(path, data)) checkText(path, data);
    checked = !incremental && resolve(input) !== resolve('.') ? checkFolder(input, data) : new Map();
    const finished = isInPlace ? warnIfUnfinished(tidy(output)) : undefined;
    const found = readPreviousBuild(isPreview ? output : (hooks.published ?? output));
    const { previous, aside } = isInPlace ? await setAside(found) : { previous: found, aside: undefined };
    beginning = {
      settings,
      previous,
      changed,
      async finished() {
        finished?.();
        if (aside !== undefined) await removeTree(aside);
      },
    };
  }

  /** The reader of the last build if its settings are the same, otherwise a new one, which rereads all pages. */
  async function readingFor(settings: ResolvedSettings): Promise<Reading> {
    const key = JSON.stringify(settings);
    if (reading?.key === key) return reading;
    await reading?.reader.close();
    templates.forgetPages();
    const cacheFolder = hasCache() ? defaultCacheFolder : undefined;
    const readerSettings = { ...settings, ...(cacheFolder && { cacheFolder }), drafts: isPreview };
    // One core renders the templates.
    return { key, reader: createPageReader(readerSettings, availableParallelism() - 1) };
  }

  async function publish({ settings, previous }: Beginning, output: string): Promise<Summary> {
    const hooks = hooksOf(eleventy);
    const { reader } = reading!;
    // The threads of a build end with it.
    if (!isPreview) reading = undefined;
    const { publishRendered } = await import('./publish-rendered.ts');
    return publishRendered({
      ...{ templates, settings, reader, hooks, output, isPreview, previous, extensions },
      ...(!isPreview && hasCache() && Object.keys(extensions).length === 0 && { memory: { file: memoryFile, sources } }),
      report:
        hooks.report ??
        ((findings) => reportChanges(findings, { limit: 20, all: `npx diptych check ${tidy(output)} --format json` })),
      isFollowed: () => isPreview && saved.length > 0 && [...sources, ...shared].filter(isOther).length > 0,
    });
  }

  /** Whether a source is no longer what was rendered. Once for each text: Eleventy may never hear of it. */
  function isOther([path, hash]: readonly [string, string]): boolean {
    const text = readIfThere(path);
    const now = text === undefined ? hash : hashOf(text);
    if (now === hash || awaited.get(path) === now) return false;
    awaited.set(path, now);
    return true;
  }

  return withoutStacks<Build>({
    before,
    changed(files) {
      saved = [...(isComplete ? [] : saved), ...files.map(tidy)];
      isComplete = false;
      hooksOf(eleventy).changed?.(files);
    },
    template(data) {
      const { inputPath } = data.page;
      const { changed, settings } = beginning ?? {};
      const isOurs = settings?.starter === true;
      if (!changed || changed.has(tidy(inputPath))) {
        const path = tidy(inputPath);
        const hash = checkSource(inputPath, eleventy.directories.input, isOurs ? data : undefined, checked);
        // Eleventy renders the text that it knows until it hears that the file was saved.
        if (hash !== undefined && (saved.length === 0 || saved.includes(path) || !sources.has(path))) sources.set(path, hash);
      }
      if (!isPreview && data.draft !== true && isHeldBack(data, hooksOf(eleventy))) return false;
      if (data.draft !== true) return undefined;
      if (!isPreview) return false;
      // In a preview a draft is a page, but in no list or navigation.
      data.eleventyExcludeFromCollections = true;
      return undefined;
    },
    addressed(urls) {
      const { settings = withoutPlace(options) } = beginning ?? {};
      // With the plugin, existing twins stay: `existing-file` reports them.
      checkTemplateUrls(urls, settings.starter && settings);
    },
    rendered({ inputPath, outputPath }, written) {
      if (!outputPath || !beginning) return written;
      hooksOf(eleventy).rendered?.(++rendered);
      const file = outputPathOf(outputPath, eleventy.directories.output);
      if (file === undefined && beginning.settings.starter)
        throw new UserError(
          `${tidy(inputPath)}: its output ${tidy(outputPath)} lies outside the output folder; change its permalink`,
        );
      if (isPreview || file === undefined || typeof written !== 'string' || !isPageFile(file)) return written;
      const last = beginning.previous.textOf(file);
      const published = last && asPublished(written, last);
      if (published) {
        templates.addPublished(file, published);
        return published.html;
      }
      reading!.reader.begin({ file, html: written, hash: hashOf(written), source: tidy(inputPath) });
      return written;
    },
    copied(map) {
      for (const [url, source] of Object.entries(map)) {
        checkStaysInside(source, eleventy.directories.input);
        const path = decodeURI(url).replace(/^\/+|\/+$/g, '');
        // A folder that a preview serves where it lies.
        if (isFolder(source)) for (const file of listFiles(source)) templates.addCopy(join(path, file), join(source, file));
        else templates.addCopy(path, source);
      }
    },
    async after({ results, runMode, incremental }) {
      if (!beginning) return;
      const { settings, finished } = beginning;
      const folder = eleventy.directories.output;
      checked = new Map();
      // Of a template that was renamed or removed an incremental build says nothing, and any build may render it once more.
      const gone = new Set(isPreview ? [...sources.keys()].filter((path) => !existsSync(path)) : []);
      templates.addResults(results, folder, gone);
      if (isPreview) await showRendered(renderedSite(templates, saved, settings.htmlUrls));
      await eleventy.emit(writtenEvent, { results, folder, runMode, incremental });
      const summary = await publish(beginning, folder);
      isComplete = true;
      await finished();
      hooksOf(eleventy).done?.(summary);
    },
  });
}
