import { readFileSync } from 'node:fs';
import { type Host, maker } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { readTemplate } from '../template.ts';
import { edgeSiteOf } from './edge-site.ts';

/** Comment lines in JavaScript, or with another sign. Line ends in values cannot begin a statement. */
export const commentOf = (lines: readonly string[], sign = '//'): string =>
  `${lines.map((line) => `${sign} ${line.replace(/[\r\n\u2028\u2029]+/g, ' ')}`.trimEnd()).join('\n')}\n`;

/**
 * The head comment of a file for a target: generator and purpose.
 *
 * @param once the file is the author's to change
 */
export const edgeOpening = (host: Pick<Host, 'title' | 'version'>, site: HostedSite, once = false): string[] => [
  `${maker} ${site.version} (diptych export), for ${[host.title, host.version].filter(Boolean).join(' ')} and ${site.url}.`,
  once
    ? 'Change what you like: diptych export keeps a file that is there.'
    : 'Do not change it: export it again after each build, because the host cannot look at the files.',
];

/** The bundled handler of `diptych/edge`, a script that declares `diptych`. Made by `npm run compile`. */
export const handlerCode = (): string => readFileSync(new URL('../../../edge-bundle.js', import.meta.url), 'utf8');

export const indentedJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A value as JavaScript, equal in every version of the language. */
const jsLiteral = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);

/**
 * A function without imports: the handler, the table of the site, and the adapter of the host, a file beside this one. The table
 * is JSON in a string, which engines parse faster than an object literal, and in which no name is special.
 *
 * @param constants for the adapter
 */
export const functionText = (
  host: Host,
  site: HostedSite,
  adapter: `${string}.js`,
  constants: Readonly<Record<string, unknown>> = {},
): string =>
  [
    commentOf(edgeOpening(host, site)) + handlerCode(),
    'const { createHandler } = diptych;',
    `const site = JSON.parse(${jsLiteral(JSON.stringify(edgeSiteOf(site)))});`,
    ...Object.entries(constants).map(([name, value]) => `const ${name} = ${jsLiteral(value)};`),
    readTemplate(`edge/${adapter}`),
  ].join('\n');
