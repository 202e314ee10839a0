import type { BuildHooks } from '../eleventy/build-hooks.ts';
import { createEleventy, deferRejections } from '../eleventy/eleventy.ts';
import type { Summary } from '../publish/summary.ts';
import { outputPlaceOf, publishWhole } from '../publish/swap.ts';

export interface PublishedSite {
  readonly folder: string;
  readonly summary: Summary;
}

/**
 * Builds the site in the current folder. The output folder is replaced after everything is written and checked, or stays
 * unchanged.
 *
 * @param configFile path of Eleventy's configuration, relative to the current folder
 * @throws {UserError} on mistakes of the author, and errors of Eleventy
 */
export async function publishSite(hooks: BuildHooks, configFile: string): Promise<PublishedSite> {
  let made: Summary | undefined;
  const { eleventy, published: folder } = await createEleventy({
    hooks: { ...hooks, done: (summary) => (made = summary) },
    runMode: 'build',
    configFile,
    foldersFor(folder) {
      const { next, previous } = outputPlaceOf(folder);
      return { output: next, ignore: [folder, previous] };
    },
  });
  // Copies still running when a build fails may reject while the folders are cleaned up.
  return { folder, summary: await deferRejections(() => publishWhole(folder, build, { note: hooks.note })) };

  async function build(): Promise<Summary> {
    const began = performance.now();
    await deferRejections(() => eleventy.write());
    if (!made) throw new Error('the configuration does not add the plugin: eleventyConfig.addPlugin(diptych)');
    const templates = performance.now() - began - Object.values(made.times).reduce((sum, took) => sum + took, 0);
    return { ...made, times: { templates, ...made.times } };
  }
}
