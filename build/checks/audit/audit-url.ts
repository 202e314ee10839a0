import { encodePath, fileOfUrl } from '../../contract/permalinks.ts';
import { notAtRoot } from '../../contract/site-url.ts';
import { inParallel } from '../../contract/std/collections.ts';
import { UserError } from '../../contract/std/errors.ts';
import { parseUrl } from '../../contract/std/parse-url.ts';
import { surfaces } from '../../contract/surfaces.ts';
import type { Settings } from '../../settings.ts';
import { runEach } from '../check.ts';
import { documentsOf, targetsOf } from '../engine/documents.ts';
import type { CheckInput, Finding } from '../finding.ts';
import { runChecks } from '../index.ts';
import { createInspection } from '../inspection.ts';
import { locate } from '../locations/locate.ts';
import { servedChecks } from '../served.ts';
import { announcedBy } from './announced.ts';
import { crawl } from './crawl.ts';
import { type AuditResult, foundSettings, readFoundSite } from './found-site.ts';
import { mediaTypeOfAnswer, type Served } from './served-site.ts';
import { atOnce, createSiteClient, type SiteClient } from './site-client.ts';

export interface AuditUrlOptions {
  /** Settings of the site. Its URL is the one that the site declares. */
  readonly settings?: Settings;
  /** Maximum number of pages to request. */
  readonly maxPages?: number;
  readonly progress?: (done: number, all: number) => void;
  /** For tests. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Maximum number of links to unlisted paths that are requested. */
const maxProbes = 500;
/** A path that no site publishes. */
const nowhere = '/diptych-check/no-such-page';

/**
 * Checks a served site: the checks of a folder on listed pages, and checks of answers (negotiation, RateLimit fields, 404,
 * announced targets). Requests at most `maxPages` pages, three times each, from this origin only. Findings name URLs.
 *
 * @param url any URL of the site
 * @throws {UserError} if it is not an http(s) URL, or nothing answers there
 * @throws {UsageError} if `content` of the settings matches nothing on any page with a twin
 */
export async function auditUrl(
  url: string,
  { settings: own = {}, maxPages = 200, progress = () => {}, fetch = globalThis.fetch }: AuditUrlOptions = {},
): Promise<AuditResult> {
  const asked = parseUrl(url);
  if (!asked || !/^https?:$/.test(asked.protocol)) throw new UserError(`${url}: not a URL like https://example.com`);
  const at = await siteUrlAt(asked, fetch);
  const client = createSiteClient(at, fetch);
  const home = await client.ask('/', 'text/html');
  if (home.status === 0) throw new UserError(`${at} does not answer: ${home.body}`);
  const notes: string[] = [];
  const found = await crawl(client, at, home, maxPages, progress);
  if (found.pages.size === 0) throw new UserError(`${at} has no page: ${at}/ is answered with ${home.status}`);
  const missing = await Promise.all([
    client.ask(nowhere, 'application/json'),
    client.ask(nowhere, 'text/html'),
    client.ask(`${nowhere}.md`, '*/*'),
  ]);
  const below = notAtRoot(found.siteUrl);
  if (below) notes.push(below);
  const { unasked } = found;
  if (unasked.length > 0) notes.push(`Only ${found.pages.size} of ${found.pages.size + unasked.length} pages were checked.`);
  if ([...found.documents, ...missing].some(({ status }) => status === 429))
    notes.push('The site answered 429: some of it could not be checked.');

  const settings = foundSettings(found.built, { ...own, url: found.siteUrl });
  const known = new Map(
    [...found.documents, ...[...found.pages.values()].flatMap(({ html, twin }) => [html, twin])].map((answer) => [
      answer.path,
      answer,
    ]),
  );
  const announced = await inParallel(announcedBy(found, home, missing), atOnce, async (each) => {
    const answer = known.get(each.path) ?? (await client.ask(each.path, '*/*'));
    known.set(each.path, answer);
    return { ...each, answer };
  });
  const documents = found.documents.map(({ path }) => fileOfUrl(path));
  const input = await readFoundSite(
    {
      pages: [...found.pages.keys()],
      htmlOf: (file) => found.pages.get(file)!.html.body,
      texts: found.texts,
      // Announced targets are judged by their own answer; unrequested pages are not judged.
      files: new Set([
        ...found.pages.keys(),
        ...found.texts.keys(),
        ...documents,
        ...[...announced.map(({ path }) => path), ...unasked].map((path) => path.slice(1)),
      ]),
      redirects: found.redirects,
      content: own.content,
    },
    settings,
    notes,
  );
  const complete = await probe(input, client, notes);
  const open = new Set(input.pages.filter(({ leftOut }) => !leftOut).map(({ file }) => file));
  const pages = [...found.pages.values()].filter(({ file }) => open.has(file));
  const served = { pages, documents: found.documents, missing, announced };
  const findings = [
    ...runChecks(complete),
    ...runEach(
      servedChecks.map((check) => ({ ...check, severity: check.severity.own })),
      served,
      settings.checks,
      (defects) => locate(defects, complete),
    ),
  ];
  const urlOf = (file: string): string => at + (found.pages.get(file)?.html.path ?? `/${encodePath(file)}`);
  return {
    findings: findings.map((finding): Finding => ({ ...finding, file: urlOf(finding.file) })),
    pages: found.pages.size,
    notes,
  };
}

/** The URL of the site that contains a URL: the longest path with a document of a site, else the origin. */
async function siteUrlAt({ origin, pathname }: URL, fetch: typeof globalThis.fetch): Promise<string> {
  const names = pathname
    .replace(/[^/]*$/, (name) => (name.includes('.') ? '' : name))
    .split('/')
    .filter(Boolean);
  const client = createSiteClient(origin, fetch);
  for (let count = Math.min(names.length, deepest); count > 0; count--) {
    const base = `/${names.slice(0, count).join('/')}`;
    for (const { path } of [surfaces.getOpenApi, surfaces.getSitemapXml]) {
      const answer = await client.ask(base + path, '*/*', 'HEAD');
      if (answer.status === 200 && mediaTypeOfAnswer(answer) !== 'text/html') return origin + base;
    }
  }
  return origin;
}

/** Most folders above a URL in which its site is looked for. */
const deepest = 4;

/** Requests each linked path outside the indexes once, and adds those that answer to the input. */
async function probe(input: CheckInput, client: SiteClient, notes: string[]): Promise<CheckInput> {
  const { dead, visiblePages, published, site } = createInspection(input);
  const images = visiblePages.flatMap((page) =>
    page.facts.references.filter(({ kind }) => kind === 'image').map(({ target }) => published.resolve(target, page)),
  );
  const destinations = [
    ...dead.map(({ destination }) => destination),
    ...[...documentsOf(input)].flatMap((document) =>
      [...targetsOf(document)].flatMap(([target]) =>
        target.startsWith(site.settings.url) ? [published.resolve(target, document.page)] : [],
      ),
    ),
    ...images,
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
