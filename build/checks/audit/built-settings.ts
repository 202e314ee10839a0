import { join } from 'node:path';
import { type Manifest, manifestFile } from '../../contract/manifest.ts';
import { jsonOf } from '../../contract/site-facts.ts';
import { readIfThere } from '../../files.ts';
import type { Settings } from '../../settings.ts';

/** Settings for a look at a built folder: those of whoever looks, and those by which the build judged it. */
export function builtSettings(folder: string, own: Settings): Settings {
  const { settings = {} } = jsonOf(readIfThere(join(folder, manifestFile))) as Partial<Manifest>;
  const { exclude = [], checks = {} } = settings;
  return { ...own, exclude: [...exclude, ...(own.exclude ?? [])], checks: { ...checks, ...own.checks } };
}
