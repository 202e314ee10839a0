import type { EventEmitter } from 'node:events';
import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../contract/std/errors.ts';
import { isFile } from '../files.ts';
import { type BuildHooks, giveHooks } from './build-hooks.ts';
import { tooOld } from './configuration.ts';
import { tidy } from './template-check.ts';

/** The part of Eleventy's programmatic API that we use. */
export interface Eleventy {
  readonly directories: { readonly output: string; setOutput(folder: string): void };
  readonly eleventyConfig: { getPathPrefix(): string };
  initializeConfig(): Promise<void>;
  init(options?: object): Promise<void>;
  readonly bench: { getAll(): Record<string, { setIsVerbose(verbose: boolean): void }>; reset(): void };
  write(): Promise<unknown>;
  /** Writes, then watches. In Eleventy 3 the result rebuilds for a changed file, but not for a removed one. */
  watch(): Promise<((path: string) => Promise<void>) | undefined>;
  /** In Eleventy 4. */
  startWatch?: () => Promise<void>;
  getWatchedFiles(): Promise<string[]>;
  /** In Eleventy 4, in place of `getWatchedFiles`. */
  getWatchedTargets?(): Promise<{ targets: string[]; ignores: string[] }>;
  stopWatch(): Promise<void>;
  disableLogger(): void;
  readonly watcher: Pick<EventEmitter, 'emit'> & {
    on(...listener: Parameters<EventEmitter['on']>): unknown;
    getWatched(): Watched | Promise<Watched>;
  };
  readonly eleventyServe: EleventyServe;
  readonly fileSystemSearch?: FileSearch;
}

type Watched = Readonly<Record<string, readonly string[]>>;

/** Eleventy's own server: its factory, and its receiver of build errors. */
export interface EleventyServe {
  readonly logger: { overrideLogger(logger: false): void };
  getServerModule(name: string): Promise<{ getServer(...args: unknown[]): ListeningServer }>;
  serve(port: string): Promise<void>;
  sendError(event: { readonly error: unknown }): Promise<void>;
}

export interface ListeningServer {
  readonly server: Server;
  _serverListen(port: number | string): void;
}

interface UserConfig {
  on(event: 'eleventy.beforeConfig', listener: () => void): void;
  on(event: 'eleventy.config', listener: (merged: { getConfig(): { dir: { output?: string } } }) => void): void;
  readonly ignores: Set<string>;
  readonly watchIgnores: Set<string>;
  setChokidarConfig(options: object): void;
}

/** Folder of the compiled package. */
const ourCode = fileURLToPath(new URL('../..', import.meta.url));

type EleventyClass = new (input: undefined, output: undefined, options: object) => Eleventy;

export interface SiteRun {
  /** Folders to use when the output folder of the configuration is known. */
  readonly foldersFor: (published: string) => {
    readonly output: string;
    /** Folders that are not input: where the site was published before. */
    readonly ignore: readonly string[];
  };
  /** `published` is set after the configuration was read. */
  readonly hooks: BuildHooks;
  readonly runMode: 'build' | 'watch';
  /** Path of the configuration, relative to the current folder. */
  readonly configFile: string;
}

/**
 * An Eleventy for the site in the current folder, with its configuration read once.
 *
 * @returns it, and the configured output folder
 * @throws {UserError} if Eleventy is not installed, or too old
 */
export async function createEleventy(run: SiteRun): Promise<{ readonly eleventy: Eleventy; readonly published: string }> {
  const { foldersFor, hooks, runMode, configFile } = run;
  const Eleventy = await loadEleventy();
  let published = '';
  let output = '';
  const eleventy = new Eleventy(undefined, undefined, {
    source: 'cli',
    runMode,
    quietMode: true,
    configPath: configFile,
    config(configuration: UserConfig) {
      giveHooks(configuration, hooks);
      // The configuration has set its folders, and no plugin has read them yet.
      configuration.on('eleventy.beforeConfig', () => {
        const named = tidy(eleventy.directories.output);
        if (named !== output) published = named;
        const folders = foldersFor(published);
        output = folders.output;
        hooks.published = published;
        eleventy.directories.setOutput(output);
        for (const folder of folders.ignore) {
          configuration.ignores.add(folder);
          configuration.watchIgnores.add(folder);
        }
      });
      // Listeners also get the configured folder, and plugins write there.
      configuration.on('eleventy.config', (merged) => {
        merged.getConfig().dir.output = output;
      });
      // Eleventy waits 150 ms until a file is written; editors need less.
      configuration.setChokidarConfig({ awaitWriteFinish: { stabilityThreshold: 20, pollInterval: 5 } });
    },
  });
  eleventy.disableLogger();
  // Without the starter's configuration: Eleventy misnames changed files if it watches any outside the project.
  const others = (paths: readonly string[]): string[] => paths.filter((path) => !resolve(path).startsWith(ourCode));
  const files = eleventy.getWatchedFiles.bind(eleventy);
  eleventy.getWatchedFiles = async () => others(await files());
  const all = eleventy.getWatchedTargets?.bind(eleventy);
  if (all)
    eleventy.getWatchedTargets = async () => {
      const { targets, ignores } = await all();
      return { targets: others(targets), ignores };
    };
  await eleventy.initializeConfig();
  // Eleventy's warnings about slow steps come from groups created before its quiet mode.
  for (const group of Object.values(eleventy.bench.getAll())) group.setIsVerbose(false);
  // A failed build may still run when the next begins, which fails if its clocks are reset.
  eleventy.bench.reset = () => {};
  return { eleventy, published };
}

async function loadEleventy(): Promise<EleventyClass> {
  try {
    // By name at run time: its types are unusable, and it may be absent.
    const name: string = '@11ty/eleventy';
    const { Eleventy } = (await import(name)) as { Eleventy?: EleventyClass };
    if (!Eleventy) throw tooOld();
    return Eleventy;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UserError('Eleventy is not installed here; run npm install @11ty/eleventy');
  }
}

/**
 * Runs `work` with unhandled rejections deferred: Eleventy's passthrough copy may reject before anything awaits it, and
 * Node would end the process.
 *
 * @throws the error of `work`, otherwise the first rejection that is still unhandled
 */
export async function deferRejections<T>(work: () => Promise<T>): Promise<T> {
  const open = new Map<Promise<unknown>, unknown>();
  const note = (reason: unknown, promise: Promise<unknown>): void => void open.set(promise, reason);
  const forget = (promise: Promise<unknown>): void => void open.delete(promise);
  process.on('unhandledRejection', note).on('rejectionHandled', forget);
  try {
    // Node reports the rejections of a turn after it.
    const result = await work().finally(() => new Promise((next) => setImmediate(next)));
    for (const reason of open.values()) throw reason;
    return result;
  } finally {
    process.off('unhandledRejection', note).off('rejectionHandled', forget);
  }
}

/** Eleventy's memory of the files that its globs match. */
export interface FileSearch {
  inputs: object;
  outputs: object;
  promises: Readonly<Record<string, PromiseLike<unknown>>>;
  add(path: string): void;
  delete(path: string): void;
}

/**
 * Lets a preview survive files that come and go while Eleventy searches for files: Eleventy fails then, and would never find
 * them. Once the search has ended, all of its results are forgotten, so that the next build searches again.
 */
export function searchAgainAfterRaces(search: FileSearch): void {
  for (const name of ['add', 'delete'] as const) {
    const change = search[name].bind(search);
    search[name] = (path) => {
      try {
        change(path);
      } catch {
        void Promise.allSettled(Object.values(search.promises)).then(() => {
          search.inputs = {};
          search.outputs = {};
          search.promises = {};
        });
      }
    };
  }
}

/** Names that Eleventy reads, new ones of the same form, and the same in TypeScript. */
const known = [
  '.eleventy.js',
  ...['eleventy', 'buildawesome'].flatMap((name) =>
    ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((kind) => `${name}.config.${kind}`),
  ),
];

/**
 * The path of Eleventy's configuration, relative to the current folder; undefined for a site without one.
 *
 * @param named path that the author gave; unset: it is looked for in the current folder
 * @throws {UserError} if it does not exist, or this Node cannot load it
 */
export function configurationFile(named?: string): string | undefined {
  if (named !== undefined && !isFile(named)) throw new UserError(`--config ${named}: there is no such file`);
  const files = named === undefined ? readdirSync('.') : [];
  const configured = named ?? known.find((file) => files.includes(file));
  if (configured !== undefined && /\.[cm]?ts$/.test(configured) && !loadsTypeScript())
    throw new UserError(
      `${configured}: Node ${process.versions.node} cannot load TypeScript; take Node 22.18 or newer, or run the build command of the site itself, in which the plugin works`,
    );
  return configured;
}

/** Whether this Node removes types from files that it loads. */
const loadsTypeScript = (): boolean => Boolean((process.features as { readonly typescript?: string | false }).typescript);
