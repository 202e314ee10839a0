import { readdirSync } from 'node:fs';
import { UserError } from '../contract/std/errors.ts';

/** Names that Eleventy reads, and new ones of the same form. */
const known = [
  '.eleventy.js',
  ...['eleventy', 'buildawesome'].flatMap((name) => ['js', 'mjs', 'cjs'].map((kind) => `${name}.config.${kind}`)),
];
const alike = /^\.?(?:eleventy|11ty|build-?awesome)(?:\.config)?\.\w+$/i;

/**
 * The name of Eleventy's configuration in the current folder; undefined without one.
 *
 * @throws {UserError} if it has a name that Eleventy ignores: without it, this would be another site
 */
export function configurationFile(): string | undefined {
  const files = readdirSync('.');
  const configured = known.find((file) => files.includes(file));
  const misnamed = configured === undefined && files.find((file) => alike.test(file));
  if (misnamed)
    throw new UserError(`${misnamed}: a configuration under a name that is not read; rename it to eleventy.config.js`);
  return configured;
}
