import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { isPageFile } from '../contract/permalinks.ts';
import { readIfThere } from '../files.ts';
import { createPageReader, type PageReader } from '../page/reader.ts';
import { printingTags } from '../page/template-tags.ts';
import { type BuildInputs, type BuildRecord, createBuildRecord } from '../publish/build-record.ts';
import { type GitDates, readGitDates } from '../publish/git-dates.ts';
import type { HostFiles } from '../publish/plan-output.ts';
import { unclaimedIn } from '../publish/plugin-files.ts';
import { type PreviousBuild, readPreviousBuild, removeArtifacts } from '../publish/previous-build.ts';
import type { Summary } from '../publish/summary.ts';
import type { ResolvedSettings } from '../settings.ts';
import { hooksOf, writtenEvent } from './build-hooks.ts';
import type { AfterEvent, BuildEvent, Configuration, RenderedTemplate, TemplateData } from './configuration.ts';
import { isDataFile } from './data-keys.ts';
import { showRendered } from './dev-server.ts';
import { createEarlyLinks, type EarlyLinks } from './early-links.ts';
import { isHeldBack } from './held-back.ts';
import { renderedSite } from './rendered-site.ts';
import { type DiptychOptions, extensionsOf, hasExtensions, siteSettingsOf, withoutPlace } from './site-settings.ts';
import { checkFolder, checkSource, checkStaysInside, checkText, type Source, sharedTexts, tidy } from './template-check.ts';
import { createTemplateOutputs, outputPathOf } from './template-outputs.ts';
import { checkTwinUrls, type TemplateUrls } from './twin-urls.ts';
import { isDryRun, warnIfUnfinished } from './unfinished-build.ts';

/** The builds of a site, one after the other, by what Eleventy says of them, in this order. */
export interface Build {
  /** Files that the next build of a watch is for. */
  changed(files: readonly string[]): void;
  /** @throws {UserError} on what is wrong with settings, and texts among the templates */
  before(event: BuildEvent): Promise<void>;
  /** A template that is about to be rendered; false if it is not to be. @throws {UserError} on what is wrong with it */
  template(data: TemplateData, content: string): false | undefined;
  /** The template of each URL. @throws {UserError} where templates write twins */
  addressed(templates: TemplateUrls): void;
  /** What is to be written in place of what a template rendered. */
  rendered(template: RenderedTemplate, content: unknown): unknown;
  /** What is copied, by URL. @throws {UserError} on a symbolic link that leaves the input folder */
  copied(sources: Readonly<Record<string, string>>): void;
  /** Publishes. @throws {UserError} as {@link publishRendered} does */
  after(event: AfterEvent): Promise<void>;
}

/** What one build knows before its templates are rendered. */
interface Beginning {
  readonly settings: ResolvedSettings;
  readonly previous: PreviousBuild;
  /** Of the build that is published; absent where each build publishes. */
  readonly record: BuildRecord | undefined;
  /** Files that it is for, where it is not for all. */
  readonly changed: ReadonlySet<string> | undefined;
  /** To be called when a build in place is whole. */
  readonly finished: (() => void) | undefined;
}

/** A reader with the settings that it was started with. */
interface Reading {
  readonly key: string;
  readonly reader: PageReader;
}

/** Adds the twins and documents to what Eleventy builds. Pages are held from build to build of a watch, and read again if they changed. */
export function createBuild(eleventy: Configuration, options: DiptychOptions, hostFiles: HostFiles): Build {
  const { pathPrefix } = eleventy;
  const extensions = extensionsOf(options);
  const templates = createTemplateOutputs();
  /** Hash of each template that is a file, by path. */
  const sources = new Map<string, string>();
  /** Tags of each template that print something, by path. */
  const printing = new Map<string, ReadonlySet<string>>();
  let isPreview = false;
  let saved: readonly string[] = [];
  /** What was found among the templates of the build under way, by path. */
  let checked: ReadonlyMap<string, Source> = new Map();
  let reading: Reading | undefined;
  /** Of the build under way, if it writes anything. */
  let beginning: Beginning | undefined;
  let earlyLinks: EarlyLinks | undefined;
  let rendered = 0;
  let gitDates: Promise<GitDates> | undefined;

  async function before({ runMode, incremental, outputMode }: BuildEvent): Promise<void> {
    isPreview = runMode !== 'build';
    beginning = undefined;
    earlyLinks = undefined;
    rendered = 0;
    if (isDryRun() || outputMode !== 'fs') return;
    const hooks = hooksOf(eleventy);
    const { input, output, data } = eleventy.directories;
    const isInPlace = !isPreview && hooks.published === undefined;
    templates.begin(!incremental);
    const settings = siteSettingsOf(options, { hooks, pathPrefix, isPreview });
    reading = await readingFor(settings);
    if (settings.gitDates !== false) gitDates ??= readGitDates('.', hooks.note ?? warn);
    const changed = incremental && saved.length > 0 ? new Set(saved) : undefined;
    for (const path of changed ?? []) if (existsSync(path) && isDataFile(path, data)) checkText(path, data);
    checked = !incremental && resolve(input) !== resolve('.') ? checkFolder(input, data) : new Map();
    const finished = isInPlace ? warnIfUnfinished(tidy(output)) : undefined;
    const found = readPreviousBuild(isPreview ? output : (hooks.published ?? output));
    const previous = isInPlace ? await removeArtifacts(found) : found;
    beginning = {
      settings,
      previous,
      // What a function of the owner depends on is in no record.
      record:
        !hasExtensions(options) && !isPreview && hooks.published && hooks.cacheFolder
          ? createBuildRecord(hooks.cacheFolder)
          : undefined,
      changed,
      finished,
    };
  }

  /** The reader of the last build if the settings are the same, otherwise a new one, and every page is read again. */
  async function readingFor(settings: ResolvedSettings): Promise<Reading> {
    const key = JSON.stringify(settings);
    if (reading?.key === key) return reading;
    await reading?.reader.close();
    templates.forgetPages();
    const { cacheFolder } = hooksOf(eleventy);
    const readerSettings = { ...settings, ...(cacheFolder && { cacheFolder }), drafts: isPreview };
    // One core renders the templates.
    return { key, reader: createPageReader(readerSettings, availableParallelism() - 1) };
  }

  async function publish({ settings, previous, record }: Beginning, output: string): Promise<Summary> {
    const began = performance.now();
    const hooks = hooksOf(eleventy);
    const { reader } = reading!;
    // The threads of a build end with it.
    if (!isPreview) reading = undefined;
    const { outputs, moved } = templates;
    const dates = (await gitDates) ?? new Map<string, string>();
    const inputs: BuildInputs | undefined = record && {
      settings,
      pages: Object.fromEntries([...templates.html].map(([file, { renderedHash }]) => [file, renderedHash])),
      sources,
      outputs,
      moved,
      unclaimed: unclaimedIn(output, outputs),
      dates,
    };
    const made = inputs && (await record!.find(inputs, output, previous));
    if (made && isAsWritten(output)) {
      await reader.close();
      hooks.report?.(made.findings);
      return { ...made, isUnchanged: true, times: { compare: performance.now() - began } };
    }
    // Much code, which a build of nothing new need not load.
    const { publishRendered } = await import('./publish-rendered.ts');
    const summary = await publishRendered({
      ...{ templates, settings, reader, hooks, output, isPreview, previous, hostFiles, extensions, dates },
      includes: () => sharedTexts(eleventy.directories),
      prints: (source, tag) => printing.get(source)?.has(tag) === true,
      unclaimed: inputs?.unclaimed,
    });
    if (inputs) await record!.keep(inputs, output, summary);
    return summary;
  }

  /** Whether pages are still as Eleventy wrote them: listeners of other plugins may have changed them since. */
  const isAsWritten = (output: string): boolean =>
    [...templates.html].every(([file, { html }]) => readIfThere(join(output, file)) === html);

  return {
    before,
    changed(files) {
      saved = files.map(tidy);
      hooksOf(eleventy).changed?.(files);
    },
    template(data, content) {
      const { inputPath } = data.page;
      if (inputPath.endsWith('.md') && /\{[{%]/.test(content)) printing.set(tidy(inputPath), printingTags(content, data));
      const { changed, settings } = beginning ?? {};
      const isOurs = settings?.starter === true;
      if (!changed || changed.has(tidy(inputPath))) {
        const hash = checkSource(inputPath, eleventy.directories.input, isOurs ? data : undefined, checked);
        if (hash !== undefined) sources.set(tidy(inputPath), hash);
      }
      if (!isPreview && data.draft !== true && isHeldBack(data, hooksOf(eleventy), isOurs)) return false;
      if (data.draft !== true) return undefined;
      if (!isPreview) return false;
      // In a preview a draft is a page, and nowhere else: no list or navigation has it.
      data.eleventyExcludeFromCollections = true;
      return undefined;
    },
    addressed(urls) {
      const { settings = withoutPlace(options), previous } = beginning ?? {};
      // On a site that got the plugin what it wrote before stays: `existing-file` says so.
      if (settings.starter) checkTwinUrls(urls, settings.exclude);
      if (previous) earlyLinks = createEarlyLinks(settings, urls, previous);
    },
    rendered({ inputPath, outputPath }, content) {
      if (!outputPath || !beginning) return content;
      hooksOf(eleventy).rendered?.(++rendered);
      const file = outputPathOf(outputPath, eleventy.directories.output, inputPath);
      if (typeof content !== 'string' || !isPageFile(file)) return content;
      const links = earlyLinks?.(file, content);
      const page = templates.rendered(file, content, links);
      // What did not change is looked up when all is rendered, if anything else did.
      if (isPreview || beginning.record?.rendered(file, page.renderedHash)) return page.html;
      reading!.reader.begin({ file, html: content, hash: page.renderedHash, source: tidy(inputPath) });
      return page.html;
    },
    copied(map) {
      for (const [url, source] of Object.entries(map)) {
        checkStaysInside(source, eleventy.directories.input);
        templates.addCopy(decodeURI(url).replace(/^\/+/, ''), source);
      }
    },
    async after({ results, runMode, incremental }) {
      if (!beginning) return;
      const { settings, finished } = beginning;
      const folder = eleventy.directories.output;
      checked = new Map();
      templates.addResults(results, folder);
      if (isPreview) await showRendered(renderedSite(templates, saved, settings.htmlUrls));
      await eleventy.emit(writtenEvent, { results, folder, runMode, incremental });
      const summary = await publish(beginning, folder);
      finished?.();
      hooksOf(eleventy).done?.(summary);
    },
  };
}

const warn = (line: string): void => console.warn(`[diptych] ${line}`);
