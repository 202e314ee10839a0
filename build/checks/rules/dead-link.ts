import { fileOfUrl } from '../../contract/permalinks.ts';
import { basePathOf } from '../../contract/site-url.ts';
import { surfaces } from '../../contract/surfaces.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';
import type { Destination, Published } from '../links/published.ts';
import { createLineIndex } from '../locations/source-line.ts';
import { spellings } from '../locations/spelling.ts';
import { createExplain } from './dead-end.ts';

/**
 * Dead links within the site, in pages, twins and documents, with fragments; also unpublished scripts, styles and frames. Fine
 * are other spellings that redirect (`/about/` for `/about`), `redirect_from` paths and operations of the service. Links to
 * other sites are not followed.
 */
export const deadLink: Check = {
  severity: 'error',
  summary: 'A link, script or style of the site leads to nothing, or its fragment to no element.',
  *find(inspection) {
    yield* inHtml(inspection);
    yield* inMarkdown(inspection);
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

/** A twin repeats the links and images of its page: only additional ones are reported. */
function* inMarkdown(inspection: Inspection): Generator<Defect> {
  const { documents, published, links, visiblePages } = inspection;
  if (documents.every(({ dead }) => dead.length === 0)) return;
  const explain = createExplain(inspection);
  const reported = new Set(links.dead.map(({ reference, destination }) => placeOf(destination, reference.target, published)));
  for (const page of visiblePages) {
    for (const { kind, target } of page.facts.references) {
      if (kind === 'image') reported.add(placeOf(published.resolve(target, page), target, published));
    }
  }
  for (const { on, page, dead } of documents) {
    for (const { target, line, destination } of dead) {
      const place = placeOf(destination, target, published);
      if (reported.has(place)) continue;
      reported.add(place);
      yield { on, line, tokens: spellings(target), ...explain(page ? 'link in the twin to' : 'link to', target, destination) };
    }
  }
}

/** URLs of the site in documents other than Markdown, without the paths of openapi.json (see `index-mismatch`). */
function* inDocuments(inspection: Inspection): Generator<Defect> {
  const { artifacts, documents, published, site } = inspection;
  const explain = createExplain(inspection);
  const markdown = new Set(documents.map(({ on }) => on.file));
  const url = new RegExp(`${site.settings.url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/[^\\s"<>\\\\{}]*`, 'g');
  for (const { path, body } of artifacts.filter(
    ({ path }) => !markdown.has(path) && path !== fileOfUrl(surfaces.getOpenApi.path),
  )) {
    if (typeof body !== 'string') continue;
    const seen = new Set<string>();
    const lineAt = createLineIndex(body);
    for (const match of body.matchAll(url)) {
      const target = match[0].replaceAll('&amp;', '&').replaceAll('&apos;', "'");
      const destination = published.resolve(target);
      if (!destination.isDeadEnd || seen.has(target)) continue;
      seen.add(target);
      yield { on: { file: path }, line: lineAt(match.index), ...explain('link to', target, destination) };
    }
  }
}

/** A page and its twin count as one target. */
const placeOf = (destination: Destination, target: string, published: Published): string =>
  destination.kind === 'here' ? `${published.pageOf(destination.path)?.url ?? destination.path}#${destination.fragment}` : target;
