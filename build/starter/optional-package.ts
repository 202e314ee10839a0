import { createRequire } from 'node:module';
import { UserError } from '../contract/std/errors.ts';

/** Loads packages on demand, so that a site without math or code never loads theirs. */
export const loadPackage = createRequire(import.meta.url);

/**
 * Loads a package that a setting needs.
 *
 * @param place file and line that need it, if other than the settings
 * @throws {UserError} if it is not installed
 */
export function loadOptional<T>(name: string, setting: string, place?: string): T {
  try {
    return loadPackage(name) as T;
  } catch (error) {
    throw missing(error, name, setting, place);
  }
}

/** As {@link loadOptional}, for a dispensable package: undefined if it is not installed, or has no binary for this machine. */
export const importIfThere = <T>(name: string): Promise<T | undefined> =>
  import(name).then(
    (found) => found as T,
    () => undefined,
  );

function missing(error: unknown, name: string, setting: string, place = 'site/_data/site.json'): unknown {
  if (!/^(?:ERR_)?MODULE_NOT_FOUND$/.test(`${(error as { code?: string }).code}`)) return error;
  const install = /^(?:@[^/]+\/)?[^/]+/.exec(name)![0];
  return new UserError(`${place}: ${setting} needs the package ${install}; run npm install ${install}`);
}
