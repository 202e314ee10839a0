import { existsSync } from 'node:fs';
import { UserError } from '../contract/std/errors.ts';
import { hooksOf } from './build-hooks.ts';
import { type ServerOptions, servePreview } from './dev-server.ts';
import type { Result } from './template-outputs.ts';

/** Members of Eleventy's configuration that the plugin uses (Eleventy's types do not fit its API). */
export interface Configuration {
  readonly directories: { readonly input: string; readonly output: string; readonly data: string };
  readonly dataFilterSelectors: Set<string>;
  /** Globs of files that are not templates. */
  readonly ignores: Set<string>;
  readonly pathPrefix?: string;
  addWatchTarget(path: string, options?: { readonly resetConfig: boolean }): void;
  addTemplate(path: string, content: object): void;
  setEventEmitterMode(mode: 'sequential'): void;
  versionCheck(range: string): void;
  getShortcodes(): Readonly<Record<string, unknown>>;
  emit(event: string, ...values: unknown[]): Promise<unknown>;
  on(event: 'eleventy.config', listener: (configuration: MergedConfiguration) => void): void;
  on(event: 'eleventy.dataFiles', listener: (paths: readonly string[]) => void): void;
  on(event: 'eleventy.beforeWatch', listener: (files: readonly string[]) => void): void;
  on(event: 'eleventy.before', listener: (event: BuildEvent) => Promise<void>): void;
  on(event: 'eleventy.passthrough', listener: (event: { readonly map: Readonly<Record<string, string>> }) => void): void;
  on(event: 'eleventy.after', listener: (event: AfterEvent) => Promise<void>): void;
  addPreprocessor(name: string, extensions: string, callback: (data: TemplateData, content: string) => false | undefined): void;
  addTransform(name: string, transform: (this: { page: RenderedTemplate }, content: unknown) => unknown): void;
}

interface MergedConfiguration {
  /** Eleventy's cache of existing files, kept during a watch. */
  readonly existsCache: { set(path: string, exists: boolean): void };
  getConfig(): {
    readonly passthroughCopies: Record<string, { copyOptions?: object }>;
    readonly serverOptions: ServerOptions;
    readonly transforms: Record<string, unknown>;
  };
}

export interface BuildEvent {
  readonly runMode: 'build' | 'serve' | 'watch';
  readonly outputMode: string;
  readonly incremental: boolean;
}

export interface AfterEvent extends BuildEvent {
  readonly results: readonly Result[];
}

export interface TemplateData extends Record<string, unknown> {
  readonly draft?: unknown;
  eleventyExcludeFromCollections?: unknown;
  readonly page: { readonly inputPath: string };
}

export interface RenderedTemplate {
  readonly inputPath: string;
  readonly outputPath: string | false;
}

/**
 * Changes Eleventy's configuration as our builds need, whatever the order of the plugins.
 *
 * @param publish called after every build, when all listeners of other plugins are done
 */
export function adaptConfiguration(eleventy: Configuration, publish: (event: AfterEvent) => Promise<void>): void {
  // As in Eleventy 4: listeners of other plugins finish writing before ours publishes.
  eleventy.setEventEmitterMode('sequential');
  const dataFiles = new Set<string>();
  let isLast = false;
  let existsCache: MergedConfiguration['existsCache'] | undefined;
  eleventy.on('eleventy.dataFiles', (paths) => {
    for (const path of paths) dataFiles.add(path);
  });
  eleventy.on('eleventy.beforeWatch', (files) => {
    // Otherwise Eleventy would miss new data files beside a page, and read removed ones.
    for (const path of [...dataFiles, ...files]) existsCache?.set(path, existsSync(path));
  });
  eleventy.on('eleventy.config', (merged) => {
    const { passthroughCopies, serverOptions, transforms } = merged.getConfig();
    // The last of all transforms: its result is written.
    const { diptych: own } = transforms;
    delete transforms.diptych;
    if (own) transforms.diptych = own;
    // Copies the target of a link, not the link.
    for (const copy of Object.values(passthroughCopies)) copy.copyOptions = { expand: true, ...copy.copyOptions };
    servePreview(serverOptions, hooksOf(eleventy).allowedHosts);
    existsCache = merged.existsCache;
    // The last of all listeners, too. A watch evaluates its configuration for each build.
    if (!isLast) eleventy.on('eleventy.after', publish);
    isLast = true;
  });
}

const oldest = '3.1';

/** The error for an Eleventy that is too old. */
export const tooOld = (): UserError =>
  new UserError(
    `the plugin needs Eleventy ${oldest} or newer, and this one is older; update it, or remove addPlugin(diptych) and after each build run: npx diptych twin _site --url https://example.com`,
  );

/** @throws {UserError} if Eleventy is too old */
export function checkVersion(eleventy: { versionCheck(range: string): void }): void {
  try {
    eleventy.versionCheck(`>=${oldest}`);
  } catch {
    throw withoutStack(tooOld());
  }
}

/** An author's mistake without the stack, which Eleventy prints below the line that says what to do, and which names our files. */
export function withoutStack<T>(error: T): T {
  if (error instanceof UserError) error.stack = '';
  return error;
}

/** The same functions, whose errors pass through {@link withoutStack}. */
export const withoutStacks = <T extends object>(functions: T): T =>
  Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [
      name,
      (...args: unknown[]): unknown => {
        const rethrow = (error: unknown): never => {
          throw withoutStack(error);
        };
        try {
          const result = run(...args);
          return result instanceof Promise ? result.catch(rethrow) : result;
        } catch (error) {
          return rethrow(error);
        }
      },
    ]),
  ) as T;
