import { readFileSync } from 'node:fs';
import type { HostedSite } from '../hosted-site.ts';
import { edgeSiteOf } from './edge-site.ts';

/** JSON as a literal that means the same in every version of JavaScript, whatever it holds. */
const jsLiteral = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);

/** The handler of `diptych/edge` with all that it imports, as a script that declares `diptych`. `npm run compile` makes it, beside the compiled code. */
export const handlerCode = (): string => readFileSync(new URL('../../../edge-bundle.js', import.meta.url), 'utf8');

/**
 * JavaScript that declares `createHandler` and `site`, and imports nothing. The table is JSON in a string: engines read that
 * faster than an object literal, and no name in it means anything to the language.
 */
export const handlerText = (site: HostedSite): string =>
  `${handlerCode()}\nconst { createHandler } = diptych;\nconst site = JSON.parse(${jsLiteral(JSON.stringify(edgeSiteOf(site)))});\n`;
