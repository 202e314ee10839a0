import { basePathOf } from '../../contract/site-url.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';
import { documentsOf, targetsOf } from '../links/documents.ts';
import type { Destination, Published } from '../links/published.ts';
import { createLineIndex } from '../locations/source-line.ts';
import { spellings } from '../locations/spelling.ts';
import { createExplain } from './dead-end.ts';

/**
 * Dead links within the site, in pages and documents, with fragments; also unpublished scripts, styles and frames. Fine
 * are other spellings that redirect (`/about/` for `/about`), `redirect_from` paths and operations of the service. Links to
 * other sites are not followed.
 */
export const deadLink: Check = {
  severity: 'error',
  summary: 'A link, script or style of the site leads to nothing, or its fragment to no element.',
  *find(inspection) {
    yield* inHtml(inspection);
    yield* inDocuments(inspection);
  },
};

function* inHtml(inspection: Inspection): Generator<Defect> {
  const explain = createExplain(inspection);
  const base = basePathOf(inspection.site.settings.url);
  for (const { page, reference, destination } of inspection.links.dead) {
    const { kind, target, line } = reference;
    const isLink = kind === 'link';
    const written = spellings(target, page.file, base);
    // A text may name the file of a script; only an attribute or a tag, where it stands in quotes or after =, asks for it.
    const tokens = isLink ? written : written.flatMap((spelling) => [`"${spelling}`, `'${spelling}`, `=${spelling}`]);
    yield { on: page, line, tokens, ...explain(isLink ? 'link to' : 'script, style or frame', target, destination) };
  }
}

/** Links of documents to the site. Those that a page has, too, are reported there. */
function* inDocuments(inspection: Inspection): Generator<Defect> {
  const { published, links, site, visiblePages, isFound } = inspection;
  // Of a site of another generator the ids of the pages are unknown.
  if (site.settings.adopted) return;
  const explain = createExplain(inspection);
  const reported = new Set(links.dead.map(({ reference, destination }) => placeOf(destination, reference.target, published)));
  // Missing images of pages have a check of their own.
  for (const page of isFound ? visiblePages : [])
    for (const { kind, target } of page.facts.references)
      if (kind === 'image') reported.add(placeOf(published.resolve(target, page), target, published));
  for (const document of documentsOf(inspection)) {
    const { path, body, page } = document;
    const lineAt = createLineIndex(body);
    for (const [target, offset] of targetsOf(document)) {
      if (!target.startsWith(site.settings.url) && !(page && target.startsWith('#'))) continue;
      const destination = published.resolve(target, page);
      if (!destination.isDeadEnd) continue;
      const place = placeOf(destination, target, published);
      if (reported.has(place)) continue;
      reported.add(place);
      yield {
        on: { file: path },
        line: lineAt(offset),
        ...explain(page ? 'link in the twin to' : 'link to', target, destination),
      };
    }
  }
}

/** A page and its twin count as one target. */
const placeOf = (destination: Destination, target: string, published: Published): string =>
  destination.kind === 'here' ? `${published.pageOf(destination.path)?.url ?? destination.path}#${destination.fragment}` : target;
