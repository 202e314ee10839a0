import { createRequire } from 'node:module';
import { UserError } from '../contract/user-error.ts';

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
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    const install = name.split('/')[0];
    throw new UserError(`site/_data/site.json: ${setting} needs the package ${install}; run npm install ${install}`);
  }
}
