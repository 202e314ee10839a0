import { existsSync } from 'node:fs';

/**
 * Says at the end of the process that a build into its own output folder did not finish, whatever ended it: Eleventy tells
 * plugins nothing of a build that fails.
 *
 * @returns what is to be called when it has finished
 */
export function warnIfUnfinished(output: string): () => void {
  const warn = (): void => {
    if (existsSync(output))
      console.warn(
        `[diptych] ${output} is not to be published: it holds pages of a build that failed, and no twins or documents; those of the build before were removed`,
      );
  };
  process.once('exit', warn);
  return () => process.off('exit', warn);
}

/** Whether Eleventy was told to write nothing (`--dryrun`), which it does not tell plugins. */
export const isDryRun = (): boolean => process.argv.some((argument) => /^--dryrun(?:=true)?$/.test(argument));
