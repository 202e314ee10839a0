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
  readonly run: (more: { cacheFolder: string }) => Promise<Summary>;
  readonly ending: AbortSignal;
  /** Default: a temporary cache. */
  readonly cacheFolder: string | undefined;
  readonly reporter: Reporter;
}

/** Makes the twins of a folder again whenever its files change; the error of a round is reported. */
export async function watchTwin(
  folder: string,
  out: string,
  { run, ending, cacheFolder, reporter }: WatchTwinOptions,
): Promise<void> {
  const cache = cacheFolder ?? mkdtempSync(join(tmpdir(), 'diptych-watch-'));
  const round = async (changed: readonly string[], isCurrent: () => boolean): Promise<boolean> => {
    const began = performance.now();
    try {
      const { pages, findings } = await run({ cacheFolder: cache });
      const seconds = ((performance.now() - began) / 1000).toFixed(2);
      const first = changed.length > 2 ? '' : ` (${changed.join(', ')})`;
      reporter.summary(
        `Wrote ${out} in ${seconds} s: ${counted(pages, 'page')}, ${counted(changed.length, 'changed file')}${first}; ${countFindings(findings)}\n`,
      );
      return true;
    } catch (error) {
      // The generator may remove files that are being read: then another round follows.
      if (!ending.aborted && isCurrent())
        reporter.print(`diptych: ${error instanceof UserError ? error.lines.join('; ') : (error as Error).message}\n`);
      return false;
    }
  };
  try {
    await watchFolder(folder, round, ending);
  } finally {
    if (cacheFolder === undefined) await removeTree(cache);
  }
}
