import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { removeNow } from '../files.ts';

/**
 * Removes the twins and documents of the last build at the end of the process, with a warning, if a build into its own output
 * folder did not finish: no twin may lie beside the page of another build. Eleventy does not notify plugins of failed builds.
 *
 * @param artifacts files of the last build, relative to the folder
 * @returns to be called when the build has finished
 */
export function removeIfUnfinished(output: string, artifacts: readonly string[]): () => void {
  const remove = (): void => {
    if (!existsSync(output)) return;
    removeNow(artifacts.map((path) => join(output, path)));
    console.warn(
      `[diptych] ${output} is not to be published: it holds pages of a build that failed, and no twins or documents; those of the build before were removed`,
    );
  };
  process.once('exit', remove);
  return () => process.off('exit', remove);
}

/** Whether Eleventy writes nothing (`--dryrun`), which it does not tell plugins. */
export const isDryRun = (): boolean => process.argv.some((argument) => /^--dryrun(?:=true)?$/.test(argument));
