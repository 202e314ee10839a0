import { fileOfUrl } from '../../contract/permalinks.ts';
import { counted } from '../../contract/std/words.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { partsOfPage } from '../../generators/parts/page-parts.ts';
import { sitemapLimit } from '../../generators/sitemap-xml.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';
import { isFullText } from '../links/listing.ts';

/** `sitemap.xml` and its parts. */
const sitemapFile = /^sitemap(-[^/]+)?\.xml$/;
/** Documents for agents that grow with the site: warnings begin at a multiple of the limit. */
const wholeSite = { has: (file: string) => isFullText(file) || `/${file}` === surfaces.getSitemapMd.path, times: 10 };

/**
 * Documents for agents must fit their context window: pages, twins and indexes fail above `maxCharacters` and warn above half
 * of it. Documents for programs (JSON, redirects) have no limit, sitemap.xml has that of its protocol, and documents of the
 * whole site warn above ten times the limit.
 */
export const oversize: Check = {
  severity: 'error',
  summary: 'A page or document is longer than maxCharacters; from half of it, a warning.',
  *find(inspection) {
    yield* pages(inspection);
    yield* documents(inspection);
    yield* sitemap(inspection);
  },
};

function* pages({ publicPages, documents, site }: Inspection): Generator<Defect> {
  const limit = site.settings.maxCharacters;
  const twins = new Map(documents.map(({ on, length }) => [on.file, length]));
  // The longest one speaks for those of its layout.
  for (const page of publicPages.toSorted((a, b) => b.facts.characters - a.facts.characters)) {
    const whole = twins.get(fileOfUrl(page.twin)) ?? 0;
    // A twin with parts can be read in parts.
    const twin = partsOfPage(site, page) ? 0 : whole;
    const longest = Math.max(twin, page.facts.characters);
    if (longest <= limit / 2) continue;
    const sizes = [
      ...(page.facts.characters > limit / 2 ? [`${characters(page.facts.characters)} of HTML`] : []),
      ...(twin > limit / 2 ? [`${characters(twin)} of Markdown`] : []),
    ];
    yield {
      on: page,
      // HTML around the content belongs to the layout: a defect of most pages or of none.
      key: twin > limit / 2 ? page.file : 'html',
      message: `${page.url} has ${sizes.join(' and ')}; ${boundOf(longest, limit)}`,
      fix: /\.(?:json|ya?ml)$/.test(page.source ?? '')
        ? 'Shorten descriptions and examples of the operation, or raise maxCharacters.'
        : 'Split it, or raise maxCharacters.',
      ...severityOf(longest, limit),
    };
  }
}

function* documents({ documents, site }: Inspection): Generator<Defect> {
  const limit = site.settings.maxCharacters;
  for (const { on, page, length } of documents) {
    const isWhole = wholeSite.has(on.file);
    if (page || length <= (isWhole ? limit * wholeSite.times : limit / 2)) continue;
    yield {
      on,
      message: `${on.file} has ${characters(length)}; ${isWhole ? `few readers can hold more than ${characters(limit * wholeSite.times)}` : boundOf(length, limit)}`,
      fix: isWhole
        ? 'Exclude pages that no agent needs, or raise maxCharacters.'
        : 'Shorten titles and descriptions, divide it into more sections, or raise maxCharacters.',
      ...(isWhole ? { severity: 'warning' } : severityOf(length, limit)),
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
      message: `${file} has ${urls} URLs in ${body.length} bytes; the protocol allows ${sitemapLimit.urls} and ${sitemapLimit.bytes}`,
      fix: 'Divide it: the first becomes an index of the others.',
    };
  }
}

const severityOf = (length: number, limit: number): Pick<Defect, 'severity'> => (length > limit ? {} : { severity: 'warning' });

const boundOf = (length: number, limit: number): string =>
  length > limit ? `at most ${characters(limit)} are allowed` : `more than ${characters(limit / 2)} are hard to read for agents`;

const characters = (number: number): string => counted(Math.floor(number), 'character');
