import { documentExtensions, isCompressible, repetitionPaths, typesByExtension } from '../contract/media-types.ts';
import { decodedPath, decodeLoosely, stemOfPage } from '../contract/permalinks.ts';
import { notFoundHint, problemOf, stubOccurrence, unknownMethod } from '../contract/problem.ts';
import { type ProblemId, problemTypes } from '../contract/problem-types.ts';
import type { Redirect } from '../contract/redirects.ts';
import { knownMethods, readMethods } from '../contract/requests.ts';
import { groupBy } from '../contract/std/collections.ts';
import { documentAliases, methodsOf, type Surface, surfaceList, surfaces, surfacesOf } from '../contract/surfaces.ts';
import { type Host, maker } from './host.ts';
import type { HostedSite } from './hosted-site.ts';
import { acceptPatterns, anyOf, literal, pathPatterns } from './patterns.ts';
import type { Places } from './template.ts';

/* Tables of the contract in the form that configurations of servers need. */

/** A path with a computed answer, whatever the folder holds. */
export interface Route {
  readonly path: string;
  readonly kind: 'live' | 'stub';
  /** As in `Allow`. */
  readonly methods: readonly string[];
}

/** Health, and the announced stubs, without duplicate paths. */
export const routesOf = (site: HostedSite): readonly Route[] =>
  [...groupBy(surfacesOf(site), ({ path }) => path)].flatMap(([path, [first]]) => {
    const { kind } = first!;
    return kind === 'live' || kind === 'stub' ? [{ path, kind, methods: methodsOf(path) }] : [];
  });

/**
 * The redirects of the site by decoded path, as servers compare it, and the alias of openapi.json, if nothing else is there. Of
 * two spellings of a path the first counts; one with an encoded slash is never requested, and one with a control character fits
 * into no configuration.
 */
export function redirectsOf(site: HostedSite): ReadonlyMap<string, Redirect> {
  const redirects = new Map<string, Redirect>();
  const add = (path: string | undefined, redirect: Redirect): void => {
    if (path !== undefined && !redirects.has(path)) redirects.set(path, redirect);
  };
  for (const [from, redirect] of site.redirects) if (!/%(?:2f|5c|[01][\da-f]|7f)/i.test(from)) add(decodedPath(from), redirect);
  for (const [alias, location] of documentAliases)
    if (site.has(location) && !site.has(alias)) add(alias, { kind: 'redirect', status: 308, location });
  return redirects;
}

/** Internal path for requests outside the base path: a 404, and two redirects to the site. */
export const outside = '/.outside';
export const outsideRedirects = ({ base }: HostedSite): readonly (readonly [from: string, redirect: Redirect])[] =>
  base === ''
    ? []
    : [
        [`${outside}/`, { kind: 'redirect', status: 302, location: '/' }],
        [outside + decodeLoosely(base), { kind: 'redirect', status: 301, location: '/' }],
      ];

/** Documents without extension, whose type must be set. */
export const namelessDocuments: readonly Pick<Surface, 'path' | 'mediaType'>[] = surfaceList.filter(
  ({ kind, path }) => kind === 'artifact' && !/\.\w+$/.test(path),
);

export const mediaTypes: readonly (readonly [mediaType: string, extensions: readonly string[]])[] = [
  ...groupBy(Object.entries(typesByExtension), ([, mediaType]) => mediaType),
].map(([mediaType, rows]) => [mediaType, rows.map(([extension]) => extension)]);

/** Extensions of files that the build compresses. */
export const compressedExtensions: readonly string[] = mediaTypes.flatMap(([mediaType, extensions]) =>
  isCompressible(mediaType) ? extensions : [],
);

/** The ending of the URLs of pages other than indexes of folders. */
const pageEnding = ({ htmlUrls }: HostedSite): '' | '.html' => (htmlUrls ? '.html' : '');

/** Values that all templates may use: names, and patterns ready for quotes. */
export const commonPlaces = (site: HostedSite): Places => ({
  ...acceptPatterns,
  ...pathPatterns,
  BASE: site.base,
  BASE_PATTERN: literal(site.base),
  ENDING: pageEnding(site),
  ENDING_PATTERN: literal(pageEnding(site)),
  KNOWN_METHODS: [...knownMethods].join('|'),
  READ_METHODS: readMethods.join(', '),
  COMPRESSED: compressedExtensions.join('|'),
  DOCUMENTS: `.*\\.(?:${documentExtensions.join('|')})|${anyOf(namelessDocuments.map(({ path }) => path))}`,
  REPETITIONS: repetitionPaths,
  NAMELESS: anyOf(namelessDocuments.map(({ path }) => path)),
  ENDPOINTS: anyOf(routesOf(site).map(({ path }) => path)),
});

/** Placeholder for the path of the request, filled by a target. */
export const requestPath = '{request path}';

/** A problem document; its instance is {@link requestPath}. Details differ for a stub and a 404. */
export function problemText(site: HostedSite, id: ProblemId | 'stub', detail?: string): string {
  const occurrences: Partial<Record<typeof id, Parameters<typeof problemOf>[3]>> = {
    stub: stubOccurrence(site),
    notFound: { hint: notFoundHint(site), detail },
    notImplemented: unknownMethod,
  };
  const problem = problemOf(site, id === 'stub' ? 'notImplemented' : id, '@', occurrences[id] ?? {});
  return JSON.stringify(problem).replace('"instance":"@"', `"instance":"${requestPath}"`);
}

/** The pages without twin by the stem of their URL (`/old`), each with its URL and the reason. */
export const lonePages = ({ missingTwins = {} }: HostedSite): readonly (readonly [stem: string, page: string, why: string])[] =>
  Object.entries(missingTwins).map(([page, why]) => [stemOfPage(page), page, why]);

export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Problems that a server detects itself, and those in its configuration. */
export const serverProblems: readonly ProblemId[] = (Object.keys(problemTypes) as ProblemId[]).filter((id) =>
  [400, 404, 405, 406, 408, 412, 413, 414, 416, 417, 500, 501, 503].includes(problemTypes[id].status),
);

/** The head comment of a file, as lines without comment signs. */
export function openingOf(host: Host, site: HostedSite, steps: readonly string[]): string[] {
  const { title, version } = host;
  return [
    `${title} ${version} or newer, for ${site.url}. ${maker} ${site.version} (diptych export).`,
    ...steps,
    'A change of the pages needs no new configuration: the server looks at the files. Export again after a change of the settings,',
    'of redirects or of canonical URLs, and when a page gets a folder of its name.',
  ];
}

/** Prefixes of pages, the most specific first, each with the URL of the llms.txt that covers them. */
export const indexesOf = ({ indexed }: HostedSite): readonly (readonly [folder: string, index: string])[] =>
  indexed.map((folder) => [folder, folder + surfaces.getLlmsTxt.path.slice(1)]);
