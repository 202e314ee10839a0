import { join } from 'node:path';
import { type Manifest, manifestFile } from '../../contract/manifest.ts';
import { jsonOf } from '../../contract/site-facts.ts';
import { readIfThere } from '../../files.ts';
import type { Settings } from '../../settings.ts';

/** The manifest of a built folder, as far as it can be read. */
export const readBuilt = (folder: string): Partial<Manifest> => jsonOf(readIfThere(join(folder, manifestFile)));

/** Settings for checking a built folder: those of the caller, and those of its build. */
export function builtSettings({ settings = {} }: Partial<Manifest>, own: Settings): Settings {
  const { exclude = [], checks = {}, parity = true } = settings;
  return { parity, ...own, exclude: [...exclude, ...(own.exclude ?? [])], checks: { ...checks, ...own.checks } };
}
