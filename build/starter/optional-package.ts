import { createRequire } from 'node:module';
import { UserError } from '../contract/std/errors.ts';

/** Loads packages when a page needs them, so that a site without math or code never pays for these. */
export const loadPackage = createRequire(import.meta.url);

/**
 * Loads a package that a setting needs.
 *
 * @throws {UserError} if it is not installed
 */
export function loadOptional<T>(name: string, setting: string): T {
  try {
    return loadPackage(name) as T;
  } catch (error) {
    throw missing(error, name, setting);
  }
}

/** As {@link loadOptional}, for a package that is done without: undefined where it is not installed, or has no binary for this machine. */
export const importIfThere = <T>(name: string): Promise<T | undefined> =>
  import(name).then(
    (found) => found as T,
    () => undefined,
  );

function missing(error: unknown, name: string, setting: string): unknown {
  if (!/^(?:ERR_)?MODULE_NOT_FOUND$/.test(`${(error as { code?: string }).code}`)) return error;
  const install = name.split('/')[0];
  return new UserError(`site/_data/site.json: ${setting} needs the package ${install}; run npm install ${install}`);
}
