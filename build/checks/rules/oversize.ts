import { fileOfUrl } from '../../contract/permalinks.ts';
import { counted } from '../../contract/std/words.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { partsOfPage } from '../../generators/parts/page-parts.ts';
import { sitemapLimit } from '../../generators/sitemap-xml.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';
import { isFullText } from '../links/listing.ts';

/** Characters of Markdown that agents read whole: about 25,000 tokens, which the tools of most agents return at once. */
const readable = 100_000;
/** Documents about the whole site are read in pieces: they may have several times as much. */
const wholeSite = { has: (file: string) => isFullText(file) || `/${file}` === surfaces.getSitemapMd.path, times: 10 };
/** `sitemap.xml` and its parts. */
const sitemapFile = /^sitemap(-[^/]+)?\.xml$/;

/** Markdown without parts and documents for agents must fit their context window; a sitemap must obey its protocol. */
export const oversize: Check = {
  severity: 'warning',
  summary: 'The Markdown of a page, or a document, is longer than agents read.',
  *find(inspection) {
    yield* markdown(inspection);
    yield* sitemap(inspection);
  },
};

function* markdown({ publicPages, documents, site }: Inspection): Generator<Defect> {
  const inParts = new Set(publicPages.filter((page) => partsOfPage(site, page)).map(({ twin }) => fileOfUrl(twin)));
  for (const { on, page, length } of documents) {
    const most = wholeSite.has(on.file) ? readable * wholeSite.times : readable;
    if (length <= most || inParts.has(on.file)) continue;
    yield {
      on: page ?? on,
      message: `${on.file} has ${counted(length, 'character')}; agents read ${counted(most, 'character')} at most`,
      fix: page
        ? 'Divide the page, or give it headings, by which its Markdown is divided.'
        : 'Exclude pages that no agent needs.',
    };
  }
}

function* sitemap({ artifacts }: Inspection): Generator<Defect> {
  for (const { path: file, body } of artifacts.filter(({ path }) => sitemapFile.test(path))) {
    if (typeof body !== 'string') continue;
    const urls = body.split('<url>').length - 1;
    if (urls <= sitemapLimit.urls && body.length <= sitemapLimit.bytes) continue;
    yield {
      on: { file },
      severity: 'error',
      message: `${file} has ${urls} URLs in ${body.length} bytes; the protocol allows ${sitemapLimit.urls} and ${sitemapLimit.bytes}`,
      fix: 'Divide it: the first becomes an index of the others.',
    };
  }
}
