import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Configuration of a site that has none of its own, relative to the current folder as Eleventy wants it. */
export const starterConfig = relative('.', fileURLToPath(new URL('../starter/eleventy.config.js', import.meta.url)));
