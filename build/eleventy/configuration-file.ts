import { readdirSync } from 'node:fs';
import { UserError } from '../contract/std/errors.ts';

/** What Eleventy reads, and the same under its new name. */
const known = [
  '.eleventy.js',
  ...['eleventy', 'buildawesome'].flatMap((name) => ['js', 'mjs', 'cjs'].map((kind) => `${name}.config.${kind}`)),
];
const alike = /^\.?(?:eleventy|11ty|build-?awesome)(?:\.config)?\.\w+$/i;

/**
 * The name of Eleventy's configuration in the current folder; undefined where it has none.
 *
 * @throws {UserError} where there is one under a name that is not read: without it, this would be another site
 */
export function configurationFile(): string | undefined {
  const files = readdirSync('.');
  const own = known.find((file) => files.includes(file));
  const misnamed = own === undefined && files.find((file) => alike.test(file));
  if (misnamed)
    throw new UserError(`${misnamed}: a configuration under a name that is not read; rename it to eleventy.config.js`);
  return own;
}
