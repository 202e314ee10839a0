import { encodePath, fileOfUrl } from '../../contract/permalinks.ts';
import { jsonOf, objectOf } from '../../contract/site-facts.ts';
import { parseUrl, pathWithin } from '../../contract/site-url.ts';
import { inParallel } from '../../contract/std/collections.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { documentsOf, targetsOf } from '../engine/documents.ts';
import type { CheckInput } from '../finding.ts';
import { createInspection } from '../inspection.ts';
import {
  type Announcement,
  atOnce,
  type FoundSite,
  type Served,
  type ServedAnswers,
  type ServedSite,
  type SiteClient,
} from './found-site.ts';

/** Maximum number of links to unlisted paths that are requested. */
const maxProbes = 500;
/** A path that no site publishes. */
const nowhere = '/diptych-check/no-such-page';

/**
 * Asks a served site what it announces, what it answers where nothing is, and for each path that a page or document links.
 *
 * @returns the input with the files that answered, and the answers for checks of their own
 */
export async function askSite(
  { texts }: FoundSite,
  { home, pages, documents, client }: ServedAnswers,
  input: CheckInput,
  notes: string[],
): Promise<{ readonly input: CheckInput; readonly served: ServedSite }> {
  const missing = await Promise.all([
    client.ask(nowhere, 'application/json'),
    client.ask(nowhere, 'text/html'),
    client.ask(`${nowhere}.md`, '*/*'),
  ]);
  if ([...documents, ...missing].some(({ status }) => status === 429))
    notes.push('The site answered 429: some of it could not be checked.');
  const known = new Map(
    [...documents, ...[...pages.values()].flatMap(({ html, twin }) => [html, twin])].map((answer) => [answer.path, answer]),
  );
  const announced = await inParallel(announcedBy(input.site.settings.url, texts, home, missing), atOnce, async (announcement) => {
    const answer = known.get(announcement.path) ?? (await client.ask(announcement.path, '*/*'));
    known.set(announcement.path, answer);
    return { ...announcement, answer };
  });
  // Announced targets are judged by their own answer.
  const files = new Set([...input.files, ...announced.map(({ path }) => path.slice(1))]);
  const open = input.pages.flatMap(({ leftOut, file }) => (leftOut ? [] : (pages.get(file) ?? [])));
  return {
    input: await probe({ ...input, files }, client, notes),
    served: { pages: open, documents, missing, announced },
  };
}

/**
 * Targets that a site announces to programs, besides pages (which are requested anyway): live GET operations of openapi.json,
 * targets of the api-catalog and of the Link header of the home page, and the types of its problems.
 */
function announcedBy(
  siteUrl: string,
  texts: ReadonlyMap<string, string>,
  home: Served,
  missing: readonly Served[],
): Announcement[] {
  const here = (by: string, url: string): Announcement[] => {
    const target = parseUrl(url, `${siteUrl}/`)?.href ?? '';
    const [path, fragment] = (pathWithin(siteUrl, target) ?? '').split('#');
    return path ? [{ by, path, ...(fragment && { fragment }) }] : [];
  };
  const { getOpenApi, getApiCatalog } = surfaces;
  const paths = objectOf(jsonOf(texts.get(fileOfUrl(getOpenApi.path))).paths);
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    const { get } = objectOf(item);
    const { operationId = '', 'x-status': status } = objectOf(get);
    const isPage = /^getPage(Markdown)?\b/.test(String(operationId));
    return !get || path.includes('{') || status !== undefined || isPage ? [] : here(getOpenApi.path, siteUrl + path);
  });
  const catalog = (texts.get(fileOfUrl(getApiCatalog.path)) ?? '').matchAll(/"href"\s*:\s*"([^"]+)"/g);
  const links = (home.headers.get('link') ?? '').matchAll(/<([^>]*)>/g);
  return [
    ...operations,
    ...[...catalog].flatMap(([, url = '']) => here(getApiCatalog.path, url)),
    ...[...links].flatMap(([, url = '']) => here('Link of /', url)),
    ...missing.flatMap(({ body, path }) => {
      const { type } = objectOf(jsonOf(body));
      return typeof type === 'string' ? here(`type of the problem at ${path}`, type) : [];
    }),
  ];
}

/** Requests each linked path outside the indexes once, and adds those that answer to the input. */
async function probe(input: CheckInput, client: SiteClient, notes: string[]): Promise<CheckInput> {
  const { visiblePages, published, site } = createInspection(input);
  const destinations = [
    ...visiblePages.flatMap((page) => page.facts.references.map(({ target }) => published.resolve(target, page))),
    ...[...documentsOf(input)].flatMap((document) =>
      [...targetsOf(document)].flatMap(([target]) =>
        !document.page && target.startsWith(site.settings.url) ? [published.resolve(target)] : [],
      ),
    ),
  ];
  const paths = [
    ...new Set(
      destinations.flatMap((destination) => (destination.kind === 'here' && !destination.answer ? [destination.path] : [])),
    ),
  ];
  const tried = paths.slice(0, maxProbes);
  if (paths.length > tried.length)
    notes.push(`${paths.length - tried.length} links to paths that no index lists were not followed.`);
  const files = new Set([...input.files, ...paths.slice(maxProbes).map((path) => path.slice(1))]);
  const redirects = new Map(input.site.redirects);
  await inParallel(tried, atOnce, async (path) => {
    const answer = await head(client, encodePath(path));
    const location = answer.headers.get('location');
    if (answer.status >= 300 && answer.status < 400 && location) redirects.set(path, '');
    else if (answer.status >= 200 && answer.status < 300) files.add(path.slice(1));
  });
  return { ...input, files, site: { ...input.site, redirects } };
}

async function head(client: SiteClient, path: string): Promise<Served> {
  const answer = await client.ask(path, '*/*', 'HEAD');
  return answer.status === 405 || answer.status === 501 ? client.ask(path, '*/*') : answer;
}
