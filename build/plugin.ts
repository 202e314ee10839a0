import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { mayLackLinks } from './contract/links.ts';
import { UserError } from './contract/std/errors.ts';
import { type BuildHooks, hooksEvent, writtenEvent } from './eleventy/build-hooks.ts';
import { type BuildState, isInPlace } from './eleventy/build-state.ts';
import { isDataFile } from './eleventy/data-keys.ts';
import { type ServerOptions, servePreview, showRendered } from './eleventy/dev-server.ts';
import { createEarlyLinks } from './eleventy/early-links.ts';
import { checkVersion } from './eleventy/eleventy-version.ts';
import { renderedSite } from './eleventy/rendered-site.ts';
import { type DiptychOptions, siteSettingsOf, withoutPlace } from './eleventy/site-settings.ts';
import { checkFolder, checkSource, checkStaysInside, checkText, tidy } from './eleventy/template-check.ts';
import { createTemplateOutputs, outputPathOf, type Result } from './eleventy/template-outputs.ts';
import { checkTwinUrls, type TemplateUrls } from './eleventy/twin-urls.ts';
import { isDryRun, warnIfUnfinished } from './eleventy/unfinished-build.ts';
import { createTextStore, publishedFile, readIfThere } from './files.ts';
import { createPageReader, type PageReader } from './page/reader.ts';
import {
  type BuildInputs,
  digestOfInputs,
  isPublishedAlready,
  readBuildRecord,
  writeBuildRecord,
} from './publish/build-record.ts';
import { straysIn } from './publish/plugin-files.ts';
import { readPreviousBuild, removeArtifacts } from './publish/previous-build.ts';
import { createCompressor } from './publish/sidecars.ts';
import type { Summary } from './publish/summary.ts';
import type { ResolvedSettings, Settings } from './settings.ts';

export type { DiptychOptions, Settings };

/** What the plugin uses of Eleventy's configuration (its own types do not fit its own API). */
interface EleventyConfig {
  readonly directories: { readonly input: string; readonly output: string; readonly data: string };
  readonly dataFilterSelectors: Set<string>;
  /** Globs of files that are no templates. */
  readonly ignores: Set<string>;
  readonly pathPrefix?: string;
  addWatchTarget(path: string): void;
  setEventEmitterMode(mode: 'sequential'): void;
  versionCheck(range: string): void;
  emit(event: string, ...values: unknown[]): Promise<unknown>;
  on(event: 'eleventy.config', listener: (configuration: MergedConfig) => Promise<void>): void;
  on(event: 'eleventy.dataFiles', listener: (paths: readonly string[]) => void): void;
  on(event: 'eleventy.beforeWatch', listener: (files: readonly string[]) => void): void;
  on(event: 'eleventy.contentMap', listener: (map: { readonly urlToInputPath: TemplateUrls }) => void): void;
  on(event: 'eleventy.before', listener: (event: BuildEvent) => Promise<void>): void;
  on(event: 'eleventy.passthrough', listener: (event: { map: Record<string, string> }) => void): void;
  on(event: 'eleventy.after', listener: (event: AfterEvent) => Promise<void>): void;
  addPreprocessor(name: string, extensions: string, callback: (data: TemplateData) => false | undefined): void;
  addTransform(
    name: string,
    transform: (this: { page: { inputPath: string; outputPath: string | false } }, content: unknown) => unknown,
  ): void;
}

interface MergedConfig {
  /** What Eleventy remembers of which files are there, for as long as it watches. */
  readonly existsCache: { set(path: string, exists: boolean): void };
  getConfig(): {
    readonly passthroughCopies: Record<string, { copyOptions?: object }>;
    readonly serverOptions: ServerOptions;
    readonly transforms: Record<string, unknown>;
  };
}

interface BuildEvent {
  readonly runMode: BuildState['runMode'];
  readonly outputMode: string;
  readonly incremental: boolean;
}

interface AfterEvent extends BuildEvent {
  readonly results: Result[];
}

interface TemplateData extends Record<string, unknown> {
  readonly draft?: unknown;
  eleventyExcludeFromCollections?: unknown;
  readonly page: { readonly inputPath: string };
}

/** Configurations that have the plugin. */
const added = new WeakSet<object>();

/**
 * Eleventy plugin: adds the twins and every discovery document to what Eleventy built.
 *
 * Before rendering it checks each template; before writing, where it would be written; after the build it reads
 * the pages from their HTML, generates, checks, and writes. The closure survives between builds of a watch: pages
 * are held by file, so an incremental build reads only what changed.
 *
 * @throws {UserError} on settings that are not valid, if it is added twice, and if Eleventy is too old
 */
export default function diptych(eleventy: EleventyConfig, options: DiptychOptions = {}): void {
  checkVersion(eleventy);
  // Eleventy makes this set anew whenever it reads its configuration again.
  if (added.has(eleventy.dataFilterSelectors)) throw new UserError('diptych is added twice; keep one addPlugin(diptych)');
  added.add(eleventy.dataFilterSelectors);
  // As in Eleventy 4: what other plugins write when the build is done is there when ours publishes.
  eleventy.setEventEmitterMode('sequential');
  const { pathPrefix } = eleventy;
  const state: BuildState = {
    hooks: {},
    // Most sites name no host.
    hostFiles: async (...of) => (await import('./hosts/hosted.ts')).hostFiles(...of),
    settings: withoutPlace(options),
    rendered: 0,
    runMode: 'build',
    reader: undefined,
    templates: createTemplateOutputs(),
    checked: new Map(),
    sources: new Map(),
  };

  eleventy.dataFilterSelectors.add('redirect_from');
  eleventy.dataFilterSelectors.add('draft');
  if ('settingsFile' in options) eleventy.addWatchTarget(options.settingsFile);
  const { skills } = state.settings;
  if (skills) {
    eleventy.ignores.add(`${skills}/**`);
    eleventy.addWatchTarget(skills);
  }

  let existsCache: MergedConfig['existsCache'] | undefined;
  let isLast = false;
  const dataFiles = new Set<string>();
  let saved: readonly string[] = [];
  eleventy.on('eleventy.dataFiles', (paths) => {
    for (const path of paths) dataFiles.add(path);
  });
  eleventy.on('eleventy.config', async (configuration) => {
    existsCache = configuration.existsCache;
    const { passthroughCopies, serverOptions, transforms } = configuration.getConfig();
    // The last of all transforms, too: what it returns is what is written.
    const { diptych: own } = transforms;
    delete transforms.diptych;
    if (own) transforms.diptych = own;
    // A link that stays inside is published as what it leads to.
    for (const copy of Object.values(passthroughCopies)) copy.copyOptions = { expand: true, ...copy.copyOptions };
    const hooks: BuildHooks = {};
    await eleventy.emit(hooksEvent, hooks);
    servePreview(serverOptions, hooks.allowedHosts);
    // The last of all listeners, whatever the order of the plugins. A watch says its configuration again for each build.
    if (!isLast) eleventy.on('eleventy.after', after);
    isLast = true;
  });
  eleventy.on('eleventy.beforeWatch', (files) => {
    state.changed = new Set(files);
    saved = files.map(tidy);
    // Eleventy would never see data beside a page that came later, and read what is gone.
    for (const path of [...dataFiles, ...files]) existsCache?.set(path, existsSync(path));
    state.hooks.changed?.(files);
  });
  eleventy.on('eleventy.before', async ({ runMode, incremental, outputMode }) => {
    state.runMode = runMode;
    if (isDryRun() || outputMode !== 'fs') return;
    state.hooks = {};
    state.rendered = 0;
    await eleventy.emit(hooksEvent, state.hooks);
    state.templates.begin(!incremental);
    if (!incremental) state.changed = undefined;
    const settings = siteSettingsOf(options, { hooks: state.hooks, pathPrefix, isPreview: runMode !== 'build' });
    state.settings = settings;
    await readerOf(state, settings);
    const { output } = eleventy.directories;
    const recordedIn = recordFolder(state);
    state.record = recordedIn === undefined ? undefined : readBuildRecord(recordedIn);
    const published = runMode === 'build' ? (state.hooks.published ?? output) : output;
    state.previous = readPreviousBuild(published);
    const { input, data } = eleventy.directories;
    state.checked = !incremental && resolve(input) !== resolve('.') ? checkFolder(input, data) : new Map();
    for (const path of state.changed ?? []) if (existsSync(path) && isDataFile(path, data)) checkText(path, data);
    if (isInPlace(state)) {
      state.finished = warnIfUnfinished(tidy(output));
      state.previous = await removeArtifacts(state.previous);
    }
    state.compressor =
      settings.compress && runMode === 'build' ? createCompressor(state.previous, state.hooks.published && output) : undefined;
  });
  eleventy.addPreprocessor('diptych', '*', (data) => {
    const { inputPath } = data.page;
    if (!state.changed || state.changed.has(inputPath)) {
      const hash = checkSource(inputPath, eleventy.directories.input, data, state.checked);
      if (hash !== undefined) state.sources.set(tidy(inputPath), hash);
    }
    if (data.draft !== true) return undefined;
    if (state.runMode === 'build') return false;
    // In a preview a draft is a page, and nowhere else: no list or navigation has it.
    data.eleventyExcludeFromCollections = true;
    return undefined;
  });
  eleventy.addTransform('diptych', function addLinks(content) {
    const { inputPath, outputPath } = this.page;
    if (!outputPath || !state.reader) return content;
    state.hooks.rendered?.(++state.rendered);
    const file = outputPathOf(outputPath, eleventy.directories.output, inputPath);
    if (typeof content !== 'string' || !/\.html?$/.test(file)) return content;
    const links = state.earlyLinks?.(file, content);
    const page = state.templates.rendered(file, content, links);
    // What did not change is looked up when all is rendered, if anything else did.
    if (state.runMode !== 'build' || state.record?.pages[file] === page.renderedHash) return page.html;
    state.reader.begin({ file, html: content, hash: page.renderedHash, source: tidy(inputPath) });
    if (links || !willChange(content, state.settings)) state.compressor?.begin(publishedFile(file, page.html, page.hash));
    return page.html;
  });
  eleventy.on('eleventy.passthrough', ({ map }) => {
    for (const [url, source] of Object.entries(map)) {
      checkStaysInside(source, eleventy.directories.input);
      state.templates.addCopy(decodeURI(url).replace(/^\/+/, ''), source);
    }
  });
  eleventy.on('eleventy.contentMap', ({ urlToInputPath }) => {
    checkTwinUrls(urlToInputPath, state.settings.exclude);
    if (state.previous) state.earlyLinks = createEarlyLinks(state.settings, urlToInputPath, state.previous);
  });
  async function after({ results, outputMode }: AfterEvent): Promise<void> {
    if (outputMode !== 'fs' || isDryRun()) return;
    state.checked = new Map();
    state.templates.addResults(results, eleventy.directories.output);
    if (state.runMode !== 'build') await showRendered(renderedSite(state.templates, saved, state.settings.htmlUrls));
    await eleventy.emit(writtenEvent, { results, folder: eleventy.directories.output, runMode: state.runMode });
    await publish(state, eleventy.directories.output);
  }
}

/** Where a build that leaves what is published in its place, if nothing changed, remembers what that was made of. */
const recordFolder = ({ runMode, hooks }: BuildState): string | undefined =>
  runMode === 'build' && hooks.published !== undefined ? hooks.cacheFolder : undefined;

async function publish(state: BuildState, output: string): Promise<void> {
  const { hooks, templates, settings, sources, record } = state;
  const began = performance.now();
  const reader = await readerOf(state, settings);
  const folder = recordFolder(state);
  const { outputs, moved } = templates;
  const pages = Object.fromEntries([...templates.html].map(([file, { renderedHash }]) => [file, renderedHash]));
  const made: BuildInputs | undefined = folder
    ? { settings, pages, sources, outputs, moved, strays: straysIn(output, outputs) }
    : undefined;
  const inputs = made && digestOfInputs(made);
  let summary: Summary;
  const isPublished =
    record && made && (await isPublishedAlready(record, inputs!, made, output, state.previous!)) && isAsWritten(state, output);
  if (isPublished) {
    await reader.close();
    state.reader = undefined;
    summary = { ...record.summary, isUnchanged: true, times: { compare: performance.now() - began } };
    hooks.report?.(summary.findings);
  } else {
    // Much code, which a build of nothing new need not load.
    const { publishRendered } = await import('./eleventy/publish-rendered.ts');
    summary = await publishRendered(state, reader, output, made?.strays);
    if (folder) await writeBuildRecord(folder, output, { inputs: inputs!, pages, summary });
  }
  state.texts?.close();
  state.finished?.();
  hooks.done?.(summary);
}

/** Whether pages are still as Eleventy wrote them: listeners of other plugins may have changed them since. */
const isAsWritten = ({ templates }: BuildState, output: string): boolean =>
  [...templates.html].every(([file, { html }]) => readIfThere(join(output, file)) === html);

/** Whether a page will probably get links of ours, so that it is not worth compressing yet. */
const willChange = (html: string, { headLinks, agentLine }: ResolvedSettings): boolean =>
  agentLine || (headLinks && mayLackLinks(html));

/** The reader of the last build if the settings are the same, otherwise a new one, and every page is read again. */
async function readerOf(state: BuildState, settings: ResolvedSettings): Promise<PageReader> {
  const key = JSON.stringify(settings);
  if (state.reader?.key === key) return state.reader;
  await state.reader?.close();
  state.templates.forgetPages();
  const { cacheFolder } = state.hooks;
  const isBuild = state.runMode === 'build';
  // A preview keeps its pages from build to build.
  state.texts = isBuild ? createTextStore() : undefined;
  const readerSettings = { ...settings, ...(cacheFolder && { cacheFolder }), drafts: !isBuild };
  // One core renders the templates.
  state.reader = { ...createPageReader(readerSettings, state.texts?.keep, availableParallelism() - 1), key };
  return state.reader;
}
