import { join } from 'node:path';
import { type Manifest, manifestFile } from '../../contract/manifest.ts';
import { jsonOf } from '../../contract/site-facts.ts';
import { readIfThere } from '../../files.ts';
import type { Settings } from '../../settings.ts';

/** What the build of a folder left for a look at it. */
export const readBuilt = (folder: string): Partial<Manifest> => jsonOf(readIfThere(join(folder, manifestFile)));

/** Settings for a look at a built folder: those of the caller, and those by which the build judged it. */
export function builtSettings({ settings = {} }: Partial<Manifest>, own: Settings): Settings {
  const { exclude = [], checks = {}, parity = true } = settings;
  return { parity, ...own, exclude: [...exclude, ...(own.exclude ?? [])], checks: { ...checks, ...own.checks } };
}
