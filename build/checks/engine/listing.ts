import { decodedPath, fileOfUrl } from '../../contract/permalinks.ts';
import { pathWithin } from '../../contract/site-url.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { lineCounter } from '../../page/line-counter.ts';
import type { SitePage } from '../../page/page.ts';
import type { CheckInput } from '../finding.ts';
import type { Published } from './published.ts';

/** The pages that one index lists, read from its bytes. */
export interface Listing {
  /** Output file: `llms.txt`. */
  readonly file: string;
  /** Each page of the site that it names, without duplicates. */
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly page: SitePage;
  /** The file that lists it: the index, or a section file of it. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * Reads the pages listed in llms.txt with its section files, sitemap.md and sitemap.xml. Missing
 * documents, and lines of another form, are skipped.
 */
export function readListings({ site, artifacts }: CheckInput, published: Published): Listing[] {
  const siteUrl = site.settings.url;
  const documents = new Map(artifacts.map((artifact) => [artifact.path, artifact]));

  /** The pages named in a document, and in the parts that it lists (section files, sitemaps); one text at a time. */
  function* entriesOf(
    file: string,
    read: (text: string) => Iterable<[url: string, offset: number]>,
    seen = new Set<string>(),
  ): Generator<Entry> {
    const text = seen.has(file) ? undefined : documents.get(file)?.body;
    if (typeof text !== 'string') return;
    seen.add(file);
    const name = file.slice(file.lastIndexOf('/') + 1);
    const lineAt = lineCounter(text);
    for (const [target, offset] of read(text)) {
      const url = pathOf(target, siteUrl);
      if (url === undefined) continue;
      const page = published.pageOf(url);
      const isPart = name.endsWith('.xml') ? url.endsWith('.xml') : url.endsWith(`/${name}`);
      // `/guide/sitemap.md` may be the twin of a page.
      if (page) yield { page, file, line: lineAt(offset) };
      else if (isPart && documents.has(url.slice(1))) yield* entriesOf(url.slice(1), read, seen);
    }
  }

  function listing(path: string, read: (text: string) => Iterable<[url: string, offset: number]>): Listing[] {
    const file = fileOfUrl(path);
    const entries = new Map<SitePage, Entry>();
    for (const entry of entriesOf(file, read)) if (!entries.has(entry.page)) entries.set(entry.page, entry);
    return documents.has(file) ? [{ file, entries: [...entries.values()] }] : [];
  }

  return [
    ...listing(surfaces.getLlmsTxt.path, listItems),
    ...listing(surfaces.getSitemapMd.path, listItems),
    ...listing(surfaces.getSitemapXml.path, locations),
  ];
}

/** Decoded path of a URL of the site, absolute or root-relative. */
function pathOf(target: string, siteUrl: string): string | undefined {
  const local = pathWithin(siteUrl, target) ?? target;
  return local.startsWith('/') && !local.startsWith('//') ? decodedPath(local.replace(/[?#].*$/s, '')) : undefined;
}

const matches = (pattern: RegExp) =>
  function* (text: string): Generator<[string, number]> {
    for (const match of text.matchAll(pattern)) yield [unescaped(match[1]!), match.index];
  };

const unescaped = (url: string): string => (url.includes('&') ? url.replaceAll('&apos;', "'").replaceAll('&amp;', '&') : url);

/** `- [title](url): description`: the first link of each list item. */
const listItems = matches(/^[ \t]*[-*+] \[(?:[^\]\\\n]|\\.)*\]\(\s*<?([^\s<>)]+)/gm);

/** `<loc>url</loc>`. */
const locations = matches(/<loc>\s*([^<\s]+)\s*<\/loc>/g);

/** Whether a path or URL is a llms-full.txt, of the site or of a section. */
export const isFullText = (path: string): boolean => `/${path}`.endsWith(surfaces.getLlmsFullTxt.path);
