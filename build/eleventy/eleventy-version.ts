import { UserError } from '../contract/std/errors.ts';
import { withoutStack } from './without-stacks.ts';

const oldest = '3.1';

/** The error for an Eleventy that is too old. */
export const tooOld = (): UserError =>
  new UserError(
    `the plugin needs Eleventy ${oldest} or newer, and this one is older; update it, or remove addPlugin(diptych) and after each build run: npx diptych twin _site --url https://example.com`,
  );

/** @throws {UserError} if Eleventy is too old */
export function checkVersion(eleventy: { versionCheck(range: string): void }): void {
  try {
    eleventy.versionCheck(`>=${oldest}`);
  } catch {
    throw withoutStack(tooOld());
  }
}
