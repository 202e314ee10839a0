import { readdirSync } from 'node:fs';
import { UserError } from '../contract/std/errors.ts';
import { isFile } from '../files.ts';

/** Names that Eleventy reads, new ones of the same form, and the same in TypeScript. */
const known = [
  '.eleventy.js',
  ...['eleventy', 'buildawesome'].flatMap((name) =>
    ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((kind) => `${name}.config.${kind}`),
  ),
];

/**
 * The path of Eleventy's configuration, relative to the current folder; undefined for a site without one.
 *
 * @param named path that the author gave; unset: it is looked for in the current folder
 * @throws {UserError} if it does not exist, or this Node cannot load it
 */
export function configurationFile(named?: string): string | undefined {
  if (named !== undefined && !isFile(named)) throw new UserError(`--config ${named}: there is no such file`);
  const files = named === undefined ? readdirSync('.') : [];
  const configured = named ?? known.find((file) => files.includes(file));
  if (configured !== undefined && /\.[cm]?ts$/.test(configured) && !loadsTypeScript())
    throw new UserError(
      `${configured}: Node ${process.versions.node} cannot load TypeScript; take Node 22.18 or newer, or run the build command of the site itself, in which the plugin works`,
    );
  return configured;
}

/** Whether this Node removes types from files that it loads. */
const loadsTypeScript = (): boolean => Boolean((process.features as { readonly typescript?: string | false }).typescript);
