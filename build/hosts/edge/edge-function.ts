import { readFileSync } from 'node:fs';
import { roleOf, typesByExtension } from '../../contract/media-types.ts';
import { isPageFile, notFoundFile } from '../../contract/permalinks.ts';
import { isPublic, isPublished, sidecarOwner, sidecarSuffixes } from '../../contract/published-files.ts';
import { redirectsFile } from '../../contract/redirects.ts';
import { fieldRoleOf, fieldsOf, noPlaces, roleFields } from '../../contract/role-fields.ts';
import { isPageType } from '../../contract/security-fields.ts';
import { type EdgeSite, edgeSiteVersion, tagLength } from '../../contract/site-facts.ts';
import { memoizeByObject } from '../../contract/std/collections.ts';
import { type Host, type HostFile, maker } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { readTemplate } from '../template.ts';

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

/** Folder for files that only the handler fetches, on hosts with the same address for both. */
export const assetPrefix = '/_diptych';

/**
 * Extensions of images, styles and the like, which a host can serve without the handler: no page and no document has one.
 * None with a base path, which files on the host lack.
 */
export function assetExtensions(site: HostedSite): string[] {
  if (site.base !== '') return [];
  const pages = site.files.flatMap((file) => (isPageFile(file) ? [extensionOf(file.replace(/\.html?$/, ''))] : []));
  // Sidecars have no URL; only the handler recognizes them.
  const taken = new Set([...pages, ...Object.values(sidecarSuffixes).map(extensionOf)]);
  return Object.entries(typesByExtension)
    .filter(([extension, type]) => roleOf(`/a.${extension}`) === 'asset' && !isPageType(type) && !taken.has(extension))
    .map(([extension]) => extension);
}

const extensionOf = (file: string): string => /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';

type Pairs = (readonly [name: string, value: string])[];

/** Fields of assets served without the handler. */
export const assetFields = (site: HostedSite): Pairs => fieldsOf(site, 'asset', noPlaces);

/** Additional fields by extension: the policy of an SVG, which is a document when opened by itself. */
export function fieldsOfExtension(site: HostedSite, extension: string): Pairs {
  const mediaType = typesByExtension[extension]!;
  const own = Object.keys(roleFields[fieldRoleOf('asset', mediaType, '')]).filter((name) => !(name in roleFields.asset));
  const fields = fieldsOf(site, fieldRoleOf('asset', mediaType, ''), noPlaces).filter(([name]) => own.includes(name));
  return [['Content-Type', mediaType], ...fields];
}

/** The table for a fetch handler: every file with a URL, without sidecars, because edges compress themselves. */
export const edgeSiteOf = memoizeByObject((site: HostedSite): EdgeSite => {
  const all = new Set(site.files);
  const isListed = (file: string): boolean =>
    file === notFoundFile || (isPublic(file) && isPublished(file) && !all.has(sidecarOwner(file) ?? ''));
  return {
    version: edgeSiteVersion,
    generator: `${maker} ${site.version}`,
    facts: site.facts,
    redirects: all.has(redirectsFile) ? new TextDecoder().decode(site.bytesOf(redirectsFile)) : '',
    files: Object.fromEntries(
      site.files.filter(isListed).map((file) => {
        const { hash, size, tokens, part } = site.factsOf(file);
        const tag = hash.slice(0, tagLength);
        return [file, tokens === undefined ? [tag, size] : part ? [tag, size, tokens, part] : [tag, size, tokens]] as const;
      }),
    ),
  };
});

/** Any runtime with `fetch`: the table of the site for `createHandler` of `diptych/edge`. */
export const fetchRuntime = {
  title: 'Deno, Bun, Hono and other runtimes with fetch',
  version: '',
  projectFiles: (site: HostedSite): HostFile[] => [{ path: 'diptych-site.json', body: `${JSON.stringify(edgeSiteOf(site))}\n` }],
} as const satisfies Host;
