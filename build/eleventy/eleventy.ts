import type { EventEmitter } from 'node:events';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AuthorError } from '../contract/user-error.ts';
import { type Session, sessionEvent } from './build-hooks.ts';
import { configurationFile } from './configuration-file.ts';

/** The narrow part of Eleventy's programmatic API that we use. */
export interface Eleventy {
  readonly directories: { readonly input: string; readonly output: string };
  initializeConfig(): Promise<void>;
  readonly bench: { getAll(): Record<string, { setIsVerbose(verbose: boolean): void }> };
  write(): Promise<unknown>;
  /** Writes, then watches; the answer builds again for a file that changed. */
  watch(): Promise<(path: string) => Promise<void>>;
  stopWatch(): Promise<void>;
  disableLogger(): void;
  setIncrementalBuild(incremental: boolean): void;
  shouldTriggerConfigReset(paths: readonly string[]): boolean;
  readonly watcher: EventEmitter & { readonly options: { readonly cwd?: string } };
  readonly fileSystemSearch: { add(path: string): void; delete(path: string): void };
}

interface UserConfig {
  on(event: string, listener: (session: Session) => void): void;
  readonly ignores: Set<string>;
  readonly watchIgnores: Set<string>;
  setChokidarConfig(options: object): void;
}

type EleventyClass = new (input: string | undefined, output: string | undefined, options: object) => Eleventy;

export interface SiteRun {
  /** Folder to write to; the configuration's own without it. */
  readonly output?: string;
  readonly session: Session;
  readonly runMode: 'build' | 'watch';
  /** Whether Eleventy may print what it does. */
  readonly verbose?: boolean;
  /** Folders that are not input: where the site was published before. */
  readonly ignore?: readonly string[];
}

/**
 * An Eleventy of the site in the current folder, its configuration read: with its own configuration where it has one, else with the starter's.
 *
 * @throws {AuthorError} where Eleventy is not installed
 */
export async function createEleventy({ output, session, runMode, verbose = false, ignore = [] }: SiteRun): Promise<Eleventy> {
  const Eleventy = await loadEleventy();
  const own = configurationFile();
  const starter = relative('.', fileURLToPath(new URL('../starter/eleventy.config.js', import.meta.url)));
  const eleventy = new Eleventy(undefined, output, {
    // As the command, so that the output given here is not overruled by the configuration's.
    source: 'cli',
    runMode,
    quietMode: !verbose,
    configPath: own ?? starter,
    config(configuration: UserConfig) {
      configuration.on(sessionEvent, (asked) => Object.assign(asked, session));
      for (const folder of ignore) {
        configuration.ignores.add(folder);
        configuration.watchIgnores.add(folder);
      }
      // Eleventy waits 150 ms for a file to be written; an editor needs less. Two builds are better than a late one.
      configuration.setChokidarConfig({ awaitWriteFinish: { stabilityThreshold: 20, pollInterval: 5 } });
    },
  });
  if (!verbose) eleventy.disableLogger();
  await eleventy.initializeConfig();
  // Eleventy's own warnings of what took long come from groups that were made before it knew to be quiet.
  if (!verbose) for (const group of Object.values(eleventy.bench.getAll())) group.setIsVerbose(false);
  return eleventy;
}

async function loadEleventy(): Promise<EleventyClass> {
  try {
    // By name at run time: its own types are unusable, and it may be absent.
    const name: string = '@11ty/eleventy';
    const { Eleventy } = (await import(name)) as { Eleventy: EleventyClass };
    return Eleventy;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new AuthorError(['Eleventy is not installed here; run npm install @11ty/eleventy']);
  }
}
