import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Finding } from '../checks/finding.ts';
import { createChangesReport } from '../checks/report.ts';
import { isPageFile } from '../contract/permalinks.ts';
import { UserError } from '../contract/std/errors.ts';
import { hashOf, listFiles, removeTree } from '../files.ts';
import { createPageReader, type PageReader } from '../page/reader.ts';
import { type PreviousBuild, readPreviousBuild, setAside } from '../publish/previous-build.ts';
import type { Summary } from '../publish/summary.ts';
import type { ResolvedSettings } from '../settings.ts';
import { type BuildHooks, defaultCacheFolder, hooksOf, writtenEvent } from './build-hooks.ts';
import {
  type AfterEvent,
  type BuildEvent,
  type Configuration,
  type RenderedTemplate,
  type TemplateData,
  withoutStacks,
} from './configuration.ts';
import { showRendered } from './dev-server.ts';
import { type DiptychOptions, extensionsOf, siteSettingsOf } from './site-settings.ts';
import { checkFolder, checkSource, checkStaysInside, checkText, isDataFile, tidy } from './template-check.ts';
import { asPublished, createTemplateOutputs, outputPathOf, renderedSite } from './template-outputs.ts';

/** State of a build before its templates are rendered. */
interface Beginning {
  readonly settings: ResolvedSettings;
  readonly previous: PreviousBuild;
  /** Files that it is for, unless it is for all. */
  readonly changed: ReadonlySet<string> | undefined;
  /** Folder to remove when the build is complete. */
  readonly aside: string | undefined;
}

/** A reader with the settings that it was started with. */
interface Reading {
  readonly key: string;
  readonly reader: PageReader;
}

const hasCache = (): boolean => existsSync('node_modules');
const memoryFile = join(defaultCacheFolder, 'last-build.json');

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * How long a preview waits with its findings: if several files are saved together, the next build follows at once, and what the
 * first one found may lie between them.
 */
const quietMilliseconds = 300;

/**
 * The builds of a site in turn, which add the twins and documents to Eleventy's output; its events call these methods, in this
 * order. A watch keeps pages between builds, and rereads changed ones.
 */
export function createBuild(eleventy: Configuration, options: DiptychOptions) {
  const { pathPrefix } = eleventy;
  const extensions = extensionsOf(options);
  const templates = createTemplateOutputs();
  /** Hash of each template that is a file, by path. */
  const sources = new Map<string, string>();
  const reportChanges = createChangesReport(console.warn);
  /** The report of a preview, until it is known that no other build follows. */
  let held: NodeJS.Timeout | undefined;
  let isPreview = false;
  /** Files that the build is for, and files of earlier builds that failed. */
  let saved: readonly string[] = [];
  let isComplete = false;
  let reading: Reading | undefined;
  /** Of the current build, if it writes anything. */
  let beginning: Beginning | undefined;
  let rendered = 0;

  /** @throws {UserError} on invalid settings, and invalid texts among the templates */
  async function before({ runMode, incremental, outputMode }: BuildEvent): Promise<void> {
    clearTimeout(held);
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
    for (const path of changed ?? []) if (existsSync(path) && isDataFile(path, data)) checkText(path, data);
    if (!incremental && resolve(input) !== resolve('.')) checkFolder(input, data);
    const found = readPreviousBuild(isPreview ? output : (hooks.published ?? output));
    const { previous, aside } = isInPlace ? await setAside(found) : { previous: found, aside: undefined };
    beginning = { settings, previous, changed, aside };
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
      report: hooks.report ?? (isPreview ? hold : report),
    });
  }

  const report = (findings: readonly Finding[]): void => {
    const all = `npx diptych check ${tidy(eleventy.directories.output)} --format json`;
    reportChanges(findings, { limit: 20, all });
  };

  function hold(findings: readonly Finding[]): void {
    held = setTimeout(report, quietMilliseconds, findings);
  }

  return withoutStacks({
    /** Sets the files that the next build of a watch is for. */
    changed(files: readonly string[]): void {
      saved = [...(isComplete ? [] : saved), ...files.map(tidy)];
      isComplete = false;
      hooksOf(eleventy).changed?.(files);
    },
    before,
    /** Before a template is rendered; false to skip it. @throws {UserError} if it is invalid */
    template(data: TemplateData): false | undefined {
      const { inputPath } = data.page;
      const { changed, settings } = beginning ?? {};
      const isOurs = settings?.starter === true;
      if (!changed || changed.has(tidy(inputPath))) {
        const hash = checkSource(inputPath, eleventy.directories.input, isOurs ? data : undefined);
        if (hash !== undefined) sources.set(tidy(inputPath), hash);
      }
      if (!isPreview && data.draft !== true && isHeldBack(data, hooksOf(eleventy))) return false;
      if (data.draft !== true) return undefined;
      if (!isPreview) return false;
      // In a preview a draft is a page, but in no list or navigation.
      data.eleventyExcludeFromCollections = true;
      return undefined;
    },
    /** Returns the text to write for a rendered template. */
    rendered({ inputPath, outputPath }: RenderedTemplate, written: unknown): unknown {
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
    /** Takes the copied files, by URL. @throws {UserError} on a symbolic link that leaves the input folder */
    copied(map: Readonly<Record<string, string>>): void {
      for (const [url, source] of Object.entries(map)) {
        checkStaysInside(source, eleventy.directories.input);
        const path = decodeURI(url).replace(/^\/+|\/+$/g, '');
        // A folder that a preview serves where it lies.
        if (isFolder(source)) for (const file of listFiles(source)) templates.addCopy(join(path, file), join(source, file));
        else templates.addCopy(path, source);
      }
    },
    /** Publishes. @throws {UserError} as {@link publishRendered} does */
    async after({ results, runMode, incremental }: AfterEvent): Promise<void> {
      if (!beginning) return;
      const { settings, aside } = beginning;
      const folder = eleventy.directories.output;
      // Of a template that was renamed or removed an incremental build says nothing, and any build may render it once more.
      const gone = new Set(isPreview ? [...sources.keys()].filter((path) => !existsSync(path)) : []);
      templates.addResults(results, folder, gone);
      if (isPreview) await showRendered(renderedSite(templates, saved, settings.htmlUrls));
      await eleventy.emit(writtenEvent, { results, folder, runMode, incremental });
      const summary = await publish(beginning, folder);
      isComplete = true;
      if (aside !== undefined) await removeTree(aside);
      hooksOf(eleventy).done?.(summary);
    },
  });
}

/** Whether Eleventy writes nothing (`--dryrun`), which it does not tell plugins. */
const isDryRun = (): boolean => process.argv.some((argument) => /^--dryrun(?:=true)?$/.test(argument));

/**
 * Whether a page is held back: with `--date`, pages with a later date. The clock decides nothing. Notes each held-back page, and
 * each published page with a future date.
 *
 * @param data of the template
 */
function isHeldBack(data: TemplateData, { date: until, today, note }: BuildHooks): boolean {
  const time = timeOf(data.date);
  if (time === undefined) return false;
  const file = tidy(data.page.inputPath);
  const day = new Date(time).toISOString().slice(0, 10);
  if (until !== undefined && time > endOf(until)) {
    note?.(`${file}: held back; it is published by a build with --date ${day} or later`);
    return true;
  }
  if (until === undefined && today !== undefined && time > endOf(today))
    note?.(`${file}: its date, ${day}, is to come, and it is published now; to hold it back, build with --date ${today}`);
  return false;
}

const endOf = (day: string): number => Date.parse(`${day}T23:59:59.999Z`);

/** Undefined without date, or for a keyword for which Eleventy looks one up. */
function timeOf(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
