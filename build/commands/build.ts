import type { Session } from '../eleventy/build-hooks.ts';
import { createEleventy } from '../eleventy/eleventy.ts';
import { withLateRejections } from '../eleventy/late-rejections.ts';
import { tidy } from '../eleventy/template-check.ts';
import { outputPlaceOf } from '../publish/output-place.ts';
import type { Summary } from '../publish/summary.ts';
import { publishWhole } from '../publish/swap.ts';

/** The result of a build. */
export interface PublishedSite {
  readonly folder: string;
  readonly summary: Summary;
}

/**
 * Builds the site in the current folder. The output folder of its configuration is replaced after everything is written
 * and checked, or stays as it was.
 *
 * @throws {AuthorError} on a mistake of the author; also what Eleventy throws
 */
export async function publishSite(session: Session): Promise<PublishedSite> {
  const probe = await createEleventy({ session, runMode: 'build' });
  const folder = tidy(probe.directories.output);
  const { previous } = outputPlaceOf(folder);
  let summary: Summary | undefined;
  const build = async (next: string): Promise<void> => {
    const eleventy = await createEleventy({
      output: next,
      session: { ...session, previous: folder, done: (made) => (summary = made) },
      runMode: 'build',
      ignore: [folder, previous],
    });
    const began = performance.now();
    await withLateRejections(() => eleventy.write());
    if (!summary) throw new Error('the configuration does not add the plugin: eleventyConfig.addPlugin(diptych)');
    const templates = performance.now() - began - Object.values(summary.times).reduce((sum, took) => sum + took, 0);
    summary = { ...summary, times: { templates, ...summary.times } };
  };
  await publishWhole(folder, build, session.note);
  return { folder, summary: summary! };
}
