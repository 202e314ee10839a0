import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countFindings } from '../checks/report.ts';
import { UserError } from '../contract/std/errors.ts';
import { counted } from '../contract/std/words.ts';
import { removeTree } from '../files.ts';
import type { Summary } from '../publish/summary.ts';
import type { Reporter } from './reporter.ts';
import { watchFolder } from './watch-folder.ts';

export interface WatchTwinOptions {
  /** Makes the twins once. */
  readonly run: (more: { cacheFolder: string }) => Promise<Summary>;
  readonly ending: AbortSignal;
  /** Without it one that goes with the watch. */
  readonly cacheFolder: string | undefined;
  readonly reporter: Reporter;
}

/** Makes the twins of a folder again whenever its files change; an error of one round is reported, and the next may be better. */
export async function watchTwin(
  folder: string,
  out: string,
  { run, ending, cacheFolder, reporter }: WatchTwinOptions,
): Promise<void> {
  const own = cacheFolder ?? mkdtempSync(join(tmpdir(), 'diptych-watch-'));
  const round = async (changed: readonly string[], isCurrent: () => boolean): Promise<boolean> => {
    const began = performance.now();
    try {
      const { pages, findings } = await run({ cacheFolder: own });
      const seconds = ((performance.now() - began) / 1000).toFixed(2);
      const first = changed.length > 2 ? '' : ` (${changed.join(', ')})`;
      reporter.summary(
        `Wrote ${out} in ${seconds} s: ${counted(pages, 'page')}, ${counted(changed.length, 'changed file')}${first}; ${countFindings(findings)}\n`,
      );
      return true;
    } catch (error) {
      // The generator may take away what is just being read: then the next round follows.
      if (!ending.aborted && isCurrent())
        reporter.print(`diptych: ${error instanceof UserError ? error.lines.join('; ') : (error as Error).message}\n`);
      return false;
    }
  };
  try {
    await watchFolder(folder, round, ending);
  } finally {
    if (cacheFolder === undefined) await removeTree(own);
  }
}
