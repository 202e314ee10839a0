import { existsSync } from 'node:fs';
import { hooksOf } from './build-hooks.ts';
import { type ServerOptions, servePreview } from './dev-server.ts';
import type { Folders } from './template-check.ts';
import type { Result } from './template-outputs.ts';
import type { TemplateUrls } from './twin-urls.ts';

/** What the plugin uses of Eleventy's configuration (its own types do not fit its own API). */
export interface Configuration {
  readonly directories: Folders & { readonly output: string };
  readonly dataFilterSelectors: Set<string>;
  /** Globs of files that are no templates. */
  readonly ignores: Set<string>;
  readonly pathPrefix?: string;
  addWatchTarget(path: string): void;
  setEventEmitterMode(mode: 'sequential'): void;
  versionCheck(range: string): void;
  emit(event: string, ...values: unknown[]): Promise<unknown>;
  on(event: 'eleventy.config', listener: (configuration: MergedConfiguration) => void): void;
  on(event: 'eleventy.dataFiles', listener: (paths: readonly string[]) => void): void;
  on(event: 'eleventy.beforeWatch', listener: (files: readonly string[]) => void): void;
  on(event: 'eleventy.contentMap', listener: (map: { readonly urlToInputPath: TemplateUrls }) => void): void;
  on(event: 'eleventy.before', listener: (event: BuildEvent) => Promise<void>): void;
  on(event: 'eleventy.passthrough', listener: (event: { readonly map: Readonly<Record<string, string>> }) => void): void;
  on(event: 'eleventy.after', listener: (event: AfterEvent) => Promise<void>): void;
  addPreprocessor(name: string, extensions: string, callback: (data: TemplateData, content: string) => false | undefined): void;
  addTransform(name: string, transform: (this: { page: RenderedTemplate }, content: unknown) => unknown): void;
}

interface MergedConfiguration {
  /** What Eleventy remembers of which files are there, for as long as it watches. */
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
 * Sets what a build of ours needs otherwise than Eleventy has it, whatever the order of the plugins.
 *
 * @param publish called after every build, when all listeners of other plugins are done
 */
export function settleConfiguration(eleventy: Configuration, publish: (event: AfterEvent) => Promise<void>): void {
  // As in Eleventy 4: what other plugins write when the build is done is there when ours publishes.
  eleventy.setEventEmitterMode('sequential');
  const dataFiles = new Set<string>();
  let isLast = false;
  let existsCache: MergedConfiguration['existsCache'] | undefined;
  eleventy.on('eleventy.dataFiles', (paths) => {
    for (const path of paths) dataFiles.add(path);
  });
  eleventy.on('eleventy.beforeWatch', (files) => {
    // Eleventy would never see data beside a page that came later, and read what is gone.
    for (const path of [...dataFiles, ...files]) existsCache?.set(path, existsSync(path));
  });
  eleventy.on('eleventy.config', (merged) => {
    const { passthroughCopies, serverOptions, transforms } = merged.getConfig();
    // The last of all transforms: what it returns is what is written.
    const { diptych: own } = transforms;
    delete transforms.diptych;
    if (own) transforms.diptych = own;
    // A link that stays inside is published as what it leads to.
    for (const copy of Object.values(passthroughCopies)) copy.copyOptions = { expand: true, ...copy.copyOptions };
    servePreview(serverOptions, hooksOf(eleventy).allowedHosts);
    existsCache = merged.existsCache;
    // The last of all listeners, too. A watch says its configuration again for each build.
    if (!isLast) eleventy.on('eleventy.after', publish);
    isLast = true;
  });
}
