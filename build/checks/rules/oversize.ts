import { fileOfUrl } from '../../contract/permalinks.ts';
import { counted } from '../../contract/std/words.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { partsOfPage } from '../../generators/parts/page-parts.ts';
import { sitemapLimit } from '../../generators/sitemap-xml.ts';
import { bodyTextOf } from '../../page/page.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';
import { documentsOf } from '../links/documents.ts';
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

function* markdown(inspection: Inspection): Generator<Defect> {
  const { publicPages, site } = inspection;
  for (const page of publicPages) {
    // Twins of a build are made anew for each reading: bytes tell most of them from long ones.
    const length = page.body.byteLength > readable && !partsOfPage(site, page) ? bodyTextOf(page).length : 0;
    if (length > readable)
      yield tooLong({ file: page.file, ...(page.source && { source: page.source }) }, fileOfUrl(page.twin), length, readable);
  }
  for (const { path, body, isMarkdown, page } of documentsOf(inspection)) {
    const most = wholeSite.has(path) ? readable * wholeSite.times : readable;
    if (isMarkdown && body.length > most && !(page && body.includes('.parts/')))
      yield tooLong({ file: path }, path, body.length, most);
  }
}

const tooLong = (on: Defect['on'], file: string, length: number, most: number): Defect => ({
  on,
  message: `${file} has ${counted(length, 'character')}; agents read ${counted(most, 'character')} at most`,
  fix: 'Divide it, or give it headings, by which its Markdown is divided; or exclude pages that no agent needs.',
});

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
