import { existsSync } from 'node:fs';

/**
 * Warns at the end of the process if a build into its own output folder did not finish: Eleventy does not notify plugins of
 * failed builds.
 *
 * @returns to be called when the build has finished
 */
export function warnIfUnfinished(output: string): () => void {
  const warn = (): void => {
    if (existsSync(output))
      console.warn(
        `[diptych] ${output} is not to be published: it holds pages of a build that failed, and no twins or documents; the earlier ones were removed`,
      );
  };
  process.once('exit', warn);
  return () => process.off('exit', warn);
}

/** Whether Eleventy writes nothing (`--dryrun`), which it does not tell plugins. */
export const isDryRun = (): boolean => process.argv.some((argument) => /^--dryrun(?:=true)?$/.test(argument));
