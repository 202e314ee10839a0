import { isCompressible, typesByExtension } from '../contract/media-types.ts';
import { decodedPath, decodeLoosely } from '../contract/permalinks.ts';
import { notFoundHint, problemOf, stubOccurrence, unknownMethod } from '../contract/problem.ts';
import type { ProblemId } from '../contract/problem-types.ts';
import { type Redirect, redirectsFile } from '../contract/redirects.ts';
import { groupBy } from '../contract/std/collections.ts';
import { UserError } from '../contract/std/errors.ts';
import { documentAliases, methodsOf, type Surface, surfaceList, surfaces, surfacesOf } from '../contract/surfaces.ts';
import { type Host, lostBy, maker, type ServerPlace } from './host.ts';
import type { HostedSite } from './hosted-site.ts';

/* What the configurations of servers have in common: tables of the contract, in the shape in which a server asks for them. */

/** A path that a server answers itself, whatever the folder holds. */
export interface Route {
  readonly path: string;
  readonly kind: 'live' | 'stub';
  /** As `Allow` lists them. */
  readonly methods: readonly string[];
}

/** Health, and the stubs that the site announces: each path once. */
export const routesOf = (site: HostedSite): readonly Route[] =>
  [...groupBy(surfacesOf(site), ({ path }) => path)].flatMap(([path, [first]]) => {
    const { kind } = first!;
    return kind === 'live' || kind === 'stub' ? [{ path, kind, methods: methodsOf(path) }] : [];
  });

/**
 * The redirects of the site by decoded path, as servers compare it, and that of openapi.json's other path, which holds where
 * nothing else is. Of two spellings of a path the first counts; one that hides a slash is asked for by nobody.
 */
export function redirectsOf(site: HostedSite): ReadonlyMap<string, Redirect> {
  const redirects = new Map<string, Redirect>();
  const add = (path: string | undefined, redirect: Redirect): void => {
    if (path !== undefined && !redirects.has(path)) redirects.set(path, redirect);
  };
  for (const [from, redirect] of site.redirects) if (!/%(?:2f|5c)/i.test(from)) add(decodedPath(from), redirect);
  for (const [alias, location] of documentAliases)
    if (site.has(location) && !site.has(alias)) add(alias, { kind: 'redirect', status: 308, location });
  return redirects;
}

/** Documents whose names have no extension: their type must be said. */
export const namelessDocuments: readonly Pick<Surface, 'path' | 'mediaType'>[] = surfaceList.filter(
  ({ kind, path }) => kind === 'artifact' && !/\.\w+$/.test(path),
);

/** Media types, each with the extensions of its files. */
export const mediaTypes: readonly (readonly [mediaType: string, extensions: readonly string[]])[] = [
  ...groupBy(Object.entries(typesByExtension), ([, mediaType]) => mediaType),
].map(([mediaType, rows]) => [mediaType, rows.map(([extension]) => extension)]);

/** Extensions of files that the build compresses. */
export const compressedExtensions: readonly string[] = mediaTypes.flatMap(([mediaType, extensions]) =>
  isCompressible(mediaType) ? extensions : [],
);

/** Stands for the path of the request in a text, until a host puts its own word there. */
export const requestPath = '{request path}';

/** A problem document; its instance is {@link requestPath}. A stub says that it is one. */
export function problemText(site: HostedSite, id: ProblemId | 'stub'): string {
  const occurrence =
    id === 'stub'
      ? stubOccurrence(site)
      : id === 'notFound'
        ? { hint: notFoundHint(site) }
        : id === 'notImplemented'
          ? unknownMethod
          : {};
  const problem = problemOf(site, id === 'stub' ? 'notImplemented' : id, '@', occurrence);
  return JSON.stringify(problem).replace('"instance":"@"', `"instance":"${requestPath}"`);
}

/** Problems that a server finds by itself, besides those that its configuration names. */
export const serverProblems: readonly ProblemId[] = [
  'invalidRequest',
  'notFound',
  'methodNotAllowed',
  'notAcceptable',
  'requestTimeout',
  'preconditionFailed',
  'contentTooLarge',
  'uriTooLong',
  'rangeNotSatisfiable',
  'expectationFailed',
  'internalError',
  'notImplemented',
  'unavailable',
];

/** What a file says of itself, as lines without the sign of a comment. */
export function openingOf(host: Host, site: HostedSite, steps: readonly string[]): string[] {
  const { title, version } = host;
  return [
    `${title} ${version} or newer, for ${site.url}. ${maker} ${site.version} (diptych export).`,
    ...steps,
    'A change of the pages needs no new configuration: the server looks at the files. Export again after a change of the settings',
    `or of redirects${site.nested.length > 0 ? ', or when a page gets a folder of its name, as this site has' : ''}${
      Object.keys(site.canonicals).length > 0 ? ', or when a page names another as its canonical URL, as pages here do' : ''
    }.`,
    ...lostBy(host),
  ];
}

/**
 * Refuses what no configuration can hold: a folder, a page or a redirect with a control character in its path.
 *
 * @throws {UserError}
 */
export function checkPlace(site: HostedSite, { root }: Pick<ServerPlace, 'root'>): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const isOdd = (path: string): boolean => /[\u0000-\u001f\u007f]/.test(path);
  const refuse = (path: string, remedy: string): never => {
    throw new UserError(`${JSON.stringify(path)}: its path holds a control character, which no configuration can; ${remedy}`);
  };
  if (isOdd(root)) refuse(root, 'rename the folder');
  const page = site.nested.map(decodeLoosely).find(isOdd);
  if (page !== undefined) refuse(page, 'rename the page');
  const moved = [...redirectsOf(site).keys()].find(isOdd);
  if (moved !== undefined) refuse(moved, `remove it from ${redirectsFile}`);
}

/** Prefixes of pages, the most specific first, each with the URL of the llms.txt that covers them. */
export const indexesOf = ({ indexed }: HostedSite): readonly (readonly [folder: string, index: string])[] =>
  indexed.map((folder) => [folder, folder + surfaces.getLlmsTxt.path.slice(1)]);
