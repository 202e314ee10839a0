import { relative, resolve, sep } from 'node:path';
import { AuthorError } from './author-error.ts';
import { pageUrlOf } from './contract/permalinks.ts';
import { emit } from './emit.ts';
import { isLocalUrl, type ResolvedSettings, resolveSettings, type Settings } from './options.ts';
import type { HtmlFile, Page } from './page.ts';
import { createPageReader, type PageFailure, type PageReader } from './page-reader.ts';
import { redirectMap } from './redirect-map.ts';
import { type Session, sessionEvent } from './session.ts';
import { readSettingsFile } from './settings-file.ts';
import { checkPlace, checkSource, tidy } from './source.ts';

export type { Settings };

/** Options of the plugin: the settings, or the JSON file that holds them, which is read anew for each build. */
export type DiptychOptions = Settings | { readonly settingsFile: string };

/** What the plugin uses of Eleventy's configuration (its own types do not fit its own API). */
interface EleventyConfig {
  readonly directories: { readonly input: string; readonly output: string };
  readonly dataFilterSelectors: Set<string>;
  emit(event: string, ...values: unknown[]): Promise<unknown>;
  on(event: 'eleventy.before', listener: (event: BuildEvent) => Promise<void>): void;
  on(event: 'eleventy.passthrough', listener: (event: { map: Record<string, string> }) => void): void;
  on(event: 'eleventy.after', listener: (event: BuildEvent & { results: Result[] }) => Promise<void>): void;
  addPreprocessor(name: string, extensions: string, callback: (data: TemplateData) => false | undefined): void;
  addTransform(
    name: string,
    transform: (this: { page: { inputPath: string; outputPath: string | false } }, content: unknown) => unknown,
  ): void;
  setFrontMatterParsingOptions(options: { engines: Record<string, () => never> }): void;
}

interface BuildEvent {
  readonly runMode: 'build' | 'serve' | 'watch';
  readonly outputMode: string;
  readonly incremental: boolean;
}

interface Result {
  readonly inputPath: string;
  readonly outputPath: string | false;
  readonly content: string | Buffer;
  readonly data?: { readonly redirect_from?: string | string[] };
}

interface TemplateData extends Record<string, unknown> {
  readonly draft?: unknown;
  readonly page: { readonly inputPath: string };
}

/**
 * Eleventy plugin: adds the twins and every discovery document to what Eleventy built.
 *
 * Before rendering it checks each template; before writing, where it would be written; after the build it reads
 * the pages from their HTML, generates, checks, and writes. The closure survives between builds of a watch: pages
 * are held by file, so an incremental build reads only what changed.
 *
 * @throws {AuthorError} on settings that are not valid, at once
 */
export default function diptych(eleventy: EleventyConfig, options: DiptychOptions = {}): void {
  const state = createState();
  settingsOf(options, state.session);

  eleventy.dataFilterSelectors.add('redirect_from');
  const refuse = (): never => {
    throw new AuthorError(['front matter that runs code (---js) is refused; write it as YAML']);
  };
  eleventy.setFrontMatterParsingOptions({ engines: { js: refuse, javascript: refuse, node: refuse } });

  eleventy.on('eleventy.before', async ({ runMode, incremental }) => {
    state.session = {};
    state.runMode = runMode;
    await eleventy.emit(sessionEvent, state.session);
    if (!incremental) state.clear();
  });
  eleventy.addPreprocessor('diptych', '*', (data) => {
    checkSource(data.page.inputPath, eleventy.directories.input, data);
    return data.draft === true && state.runMode === 'build' ? false : undefined;
  });
  eleventy.addTransform('diptych', function checkOutputPlace(content) {
    if (this.page.outputPath) outputPathOf(this.page.outputPath, eleventy.directories.output, this.page.inputPath);
    return content;
  });
  eleventy.on('eleventy.passthrough', ({ map }) => {
    for (const [url, source] of Object.entries(map)) {
      checkPlace(source, eleventy.directories.input);
      const path = url.replace(/^\/+/, '');
      state.copies.set(path, tidy(source));
    }
  });
  eleventy.on('eleventy.after', async ({ results, outputMode }) => {
    if (outputMode !== 'fs') return;
    state.add(results, eleventy.directories.output);
    await publish(state, settingsOf(options, state.session), eleventy.directories.output);
  });
}

interface State {
  session: Session;
  runMode: BuildEvent['runMode'];
  /** The reader and the settings that it was started with. */
  reader: (PageReader & { readonly key: string }) | undefined;
  readonly copies: Map<string, string>;
  /** Templates by output file. */
  readonly sources: Map<string, string>;
  readonly redirects: Map<string, readonly string[]>;
  readonly html: Map<string, string>;
  readonly pages: Map<string, Page | PageFailure>;
  clear(): void;
  add(results: readonly Result[], output: string): void;
}

function createState(): State {
  return {
    session: {},
    runMode: 'build',
    reader: undefined,
    copies: new Map(),
    sources: new Map(),
    redirects: new Map(),
    html: new Map(),
    pages: new Map(),
    clear() {
      for (const map of [this.copies, this.sources, this.redirects, this.html, this.pages]) map.clear();
    },
    add(results, output) {
      for (const { inputPath, outputPath, content, data } of results) {
        if (!outputPath) continue;
        const file = outputPathOf(outputPath, output, inputPath);
        this.sources.set(file, tidy(inputPath));
        this.redirects.set(file, [data?.redirect_from ?? []].flat());
        if (/\.html?$/.test(file)) {
          this.html.set(file, String(content));
          this.pages.delete(file);
        }
      }
    },
  };
}

/** Path of an output relative to the output folder. @throws {AuthorError} where it lies outside. */
function outputPathOf(outputPath: string, output: string, source: string): string {
  const path = relative(resolve(output), resolve(outputPath));
  if (path.startsWith(`..${sep}`) || path === '..')
    throw new AuthorError([
      `${tidy(source)}: its output ${tidy(outputPath)} lies outside the output folder; change its permalink`,
    ]);
  return path.replaceAll(sep, '/');
}

function settingsOf(options: DiptychOptions, session: Session): ResolvedSettings {
  const settings =
    'settingsFile' in options
      ? resolveSettings(readSettingsFile(options.settingsFile), options.settingsFile, session.url)
      : resolveSettings(options, 'plugin options', session.url);
  return { ...settings, compress: session.compress ?? settings.compress, parity: session.parity ?? settings.parity };
}

async function publish(state: State, settings: ResolvedSettings, output: string): Promise<void> {
  const { session } = state;
  const began = performance.now();
  const reader = await readerOf(state, settings);
  const unread: HtmlFile[] = [...state.html]
    .filter(([file]) => !state.pages.has(file))
    .map(([file, html]) => ({ file, html, source: state.sources.get(file)! }));
  const read = await reader.read(unread, (done) => session.progress?.(done, unread.length));
  for (const [at, page] of read.entries()) state.pages.set(unread[at]!.file, page);
  const pages = [...state.pages.values()];
  const moved = [...state.redirects]
    .filter(([, from]) => from.length > 0)
    .map(([file, from]) => ({ file, source: state.sources.get(file)!, from }));
  const reading = performance.now() - began;
  const summary = await emit({
    folder: output,
    pages,
    settings,
    outputs: [...state.sources, ...state.copies].map(([path, from]) => ({ path, from })),
    redirects: redirectMap(moved, [...state.html.keys()].map(pageUrlOf)),
    report: session.report,
    html: state.html,
  });
  session.done?.({ ...summary, times: { read: reading, ...summary.times } });
  if (state.runMode === 'build') {
    await reader.close();
    state.reader = undefined;
    if (isLocalUrl(settings.url) && !session.done)
      console.warn(`[diptych] the site URL is ${settings.url}: set "url" or SITE_URL before you publish`);
  }
}

/** The reader of the last build while the settings are the same; else a new one, and every page is read anew. */
async function readerOf(state: State, settings: ResolvedSettings): Promise<PageReader> {
  const key = JSON.stringify(settings);
  if (state.reader?.key === key) return state.reader;
  await state.reader?.close();
  state.pages.clear();
  const { cacheFolder } = state.session;
  state.reader = { ...createPageReader({ ...settings, ...(cacheFolder && { cacheFolder }) }), key };
  return state.reader;
}
