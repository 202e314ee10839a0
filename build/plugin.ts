import { UserError } from './contract/std/errors.ts';
import { adaptConfiguration, type Configuration, checkVersion, withoutStack } from './eleventy/configuration.ts';
import { createBuild } from './eleventy/create-build.ts';
import type { DiptychOptions } from './eleventy/site-settings.ts';
import type { PublicPage, PublicSite, SiteDocument, SiteFinding } from './publish/extensions.ts';
import type { Settings } from './settings.ts';

export type { DiptychOptions, PublicPage, PublicSite, Settings, SiteDocument, SiteFinding };

/** Configurations that have the plugin. */
const added = new WeakSet<object>();

/**
 * Eleventy plugin: adds the twins and all discovery documents to the built site.
 *
 * It checks each template before rendering, and its output path before writing; after the build it reads the HTML of the pages,
 * generates, checks, and writes.
 *
 * @throws {UserError} on invalid settings, if it is added twice, and if Eleventy is too old
 * @example
 * export default (eleventyConfig) => {
 *   eleventyConfig.addPlugin(diptych, { url: 'https://www.example.com', name: 'Example' });
 * };
 */
export default function diptych(eleventy: Configuration, options: DiptychOptions = {}): void {
  checkVersion(eleventy);
  // Eleventy replaces this set whenever it reads its configuration.
  if (added.has(eleventy.dataFilterSelectors))
    throw withoutStack(new UserError('diptych is added twice; keep one addPlugin(diptych)'));
  added.add(eleventy.dataFilterSelectors);
  const build = createBuild(eleventy, options);

  eleventy.dataFilterSelectors.add('redirect_from');
  eleventy.dataFilterSelectors.add('draft');
  if ('settingsFile' in options) eleventy.addWatchTarget(options.settingsFile);
  adaptConfiguration(eleventy, build.after);
  eleventy.on('eleventy.beforeWatch', build.changed);
  eleventy.on('eleventy.before', build.before);
  eleventy.on('eleventy.passthrough', ({ map }) => build.copied(map));
  eleventy.addPreprocessor('diptych', '*', build.template);
  eleventy.addTransform('diptych', function addLinks(content) {
    return build.rendered(this.page, content);
  });
}
