import { decodedPath, fileOfUrl } from '../../contract/permalinks.ts';
import { basePathOf, pathWithin } from '../../contract/site-url.ts';
import { parseUrl } from '../../contract/std/parse-url.ts';
import { counted, firstNames } from '../../contract/std/words.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { absoluteUrl, isListed } from '../../page/site.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';

/** A defect of a file, if any. */
type Lack = Pick<Defect, 'message' | 'fix'> | undefined;

/** An existing file in place of an artifact. A complete one is not reported. */
export const existingFile: Check = {
  severity: 'warning',
  summary: 'A file of the site stays where the build would have written its own, and lacks what that holds.',
  *find(inspection) {
    const { kept = [], pages } = inspection;
    const twins = new Map(pages.map(({ twin, url }) => [fileOfUrl(twin), url]));
    const onOf = ({ path, source }: (typeof kept)[number]): Defect['on'] => ({ file: path, ...(source && { source }) });
    for (const file of kept) {
      const { path, text } = file;
      if (twins.has(path)) continue;
      const read = readers.get(path);
      const lack = read && text !== undefined ? read(text, inspection) : other(path);
      if (lack) yield { on: onOf(file), key: path, ...lack };
    }
    // A site with its own Markdown makes it by one template, or from one folder.
    const [first, ...more] = kept.filter(({ path }) => twins.has(path));
    if (first) yield { on: onOf(first), key: first.path, ...ownTwins(first.path, twins.get(first.path)!, more.length) };
  },
};

const pathOf = ({ path }: { readonly path: string }): string => fileOfUrl(path);

const readers: ReadonlyMap<string, (text: string, inspection: Inspection) => Lack> = new Map([
  [pathOf(surfaces.getRobotsTxt), robots],
  [pathOf(surfaces.getSitemapXml), sitemap],
  [pathOf(surfaces.getLlmsTxt), index],
]);

/** Missing fields and groups of robots.txt (RFC 9309 §2.2). */
function robots(text: string, { site }: Inspection): Lack {
  const has = (line: string): boolean => new RegExp(`^[ \\t]*${line}`, 'im').test(text);
  const { contentSignals, crawlers } = site.settings;
  const lines = [
    ...(has('sitemap[ \\t]*:') ? [] : [`Sitemap: ${absoluteUrl(site, surfaces.getSitemapXml.path)}`]),
    ...(contentSignals && !has('content-signal[ \\t]*:') ? ['Content-Signal'] : []),
    ...Object.keys(crawlers).flatMap((name) => (has(`user-agent[ \\t]*:[ \\t]*${name}\\b`) ? [] : [`User-agent: ${name}`])),
  ];
  if (lines.length === 0) return undefined;
  return { message: `robots.txt of the site stays, and lacks "${lines.join('", "')}"`, fix: 'Add it there, or remove the file.' };
}

/** An index of sitemaps lists no pages. */
function sitemap(text: string, inspection: Inspection): Lack {
  return text.includes('<sitemapindex') ? undefined : unlisted('sitemap.xml', text, inspection);
}

function index(text: string, inspection: Inspection): Lack {
  return unlisted('llms.txt', text, inspection);
}

/** The public pages that a file does not mention, neither by their URL nor by that of their twin. */
function unlisted(name: string, text: string, { site, publicPages, published, added }: Inspection): Lack {
  const named = new Set<unknown>();
  for (const [target] of text.matchAll(/https?:\/\/[^\s<>()"'\]]+|(?<=[(<"'\s])\/[^\s<>()"'\]]*/g)) {
    const local = pathWithin(site.settings.url, target.replaceAll('&amp;', '&')) ?? target;
    const path = local.startsWith('/') ? decodedPath(local.replace(/[?#].*$/s, '')) : undefined;
    if (path !== undefined) named.add(published.pageOf(path));
  }
  const pages = publicPages.filter((page) => isListed(page) && page.continues === undefined && !added?.has(page.file));
  const lacking = pages
    .filter((page) => !named.has(page))
    .map(({ url }) => url)
    .sort();
  if (lacking.length === 0) return undefined;
  const elsewhere = lacking.length === pages.length && siteIn(text, site.settings.url, published);
  if (elsewhere)
    return {
      message: `${name} of the site stays, and names its pages at ${elsewhere}, not at ${site.settings.url}`,
      fix: 'Set "url" to where the site is published, or correct the file.',
    };
  return {
    message: `${name} of the site stays, and lacks ${lacking.length} of ${counted(pages.length, 'page')}: ${firstNames(lacking)}`,
    fix: 'Add them there, or remove the file.',
  };
}

/** The URL of the site according to a file that names its pages, perhaps below the same path. */
function siteIn(text: string, siteUrl: string, { pageOf }: Inspection['published']): string | undefined {
  for (const [target] of text.matchAll(/https?:\/\/[^\s<>()"'\]]+/g)) {
    const origin = parseUrl(target)?.origin ?? '';
    const found = [origin, origin + basePathOf(siteUrl)].find((url) => pageOf(decodedPath(pathWithin(url, target) ?? '') ?? ''));
    if (found) return found;
  }
  return undefined;
}

const other = (path: string): Lack => ({
  message: `${path} of the site stays; what the build would say there is not published`,
  fix: 'Rename or remove it.',
});

const ownTwins = (path: string, page: string, more: number): Pick<Defect, 'message' | 'fix'> => ({
  message: `${path} of the site is the Markdown of ${page}${more > 0 ? `, as are ${more} more of other pages` : ''}; nothing compares it with the page`,
  fix: 'Keep it true, or remove it.',
});
