import { decodeLoosely } from '../contract/permalinks.ts';
import { basePathOf } from '../contract/site-url.ts';
import { nearestWord } from '../contract/std/words.ts';
import { lineCounter } from '../page/line-counter.ts';
import { documentsOf, targetsOf } from './engine/documents.ts';
import type { Destination } from './engine/published.ts';
import type { Defect } from './finding.ts';
import type { Inspection } from './inspection.ts';
import { spellings } from './where.ts';

/**
 * Dead links within the site, in pages and documents; also unpublished scripts, styles and frames. Fine are other spellings that
 * redirect (`/about/` for `/about`), `redirect_from` paths and operations of the service. Links to other sites are not followed.
 */
export const deadLink = (inspection: Inspection): Iterable<Defect> =>
  deadEnds(inspection, (destination) => !isAnchor(destination));

/** Links to a page or twin whose fragment is the id of no element. */
export const missingAnchor = (inspection: Inspection): Iterable<Defect> => deadEnds(inspection, isAnchor);

/** Whether a dead end is an anchor within a page. */
const isAnchor = (destination: Destination): boolean => destination.kind === 'here' && destination.answer !== undefined;

function* deadEnds(inspection: Inspection, isAsked: (destination: Destination) => boolean): Generator<Defect> {
  const explain = createExplain(inspection);
  const { visiblePages, published, site } = inspection;
  const base = basePathOf(site.settings.url);
  for (const page of visiblePages)
    for (const { kind, target, line } of page.facts.references) {
      if (kind === 'image') continue;
      const destination = published.resolve(target, page);
      if (!destination.isDeadEnd || !isAsked(destination)) continue;
      const isLink = kind === 'link';
      const written = spellings(target, page.file, base);
      // A text may name the file of a script; only an attribute or a tag, where it stands in quotes or after =, asks for it.
      const tokens = isLink ? written : written.flatMap((spelling) => [`"${spelling}`, `'${spelling}`, `=${spelling}`]);
      yield { on: page, line, tokens, ...explain(isLink ? 'link to' : 'script, style or frame', target, destination) };
    }
  // Of a site of another generator the ids of the pages are unknown.
  if (site.settings.adopted) return;
  // A twin has the links of its page.
  for (const document of documentsOf(inspection)) {
    if (document.page) continue;
    const lineAt = lineCounter(document.body);
    for (const [target, offset] of targetsOf(document)) {
      if (!target.startsWith(site.settings.url)) continue;
      const destination = published.resolve(target);
      if (!destination.isDeadEnd || !isAsked(destination)) continue;
      yield { on: { file: document.path }, line: lineAt(offset), tokens: [target], ...explain('link to', target, destination) };
    }
  }
}

/** Unpublished images of this site, with `srcset` and `poster`. Images of other sites are not requested. */
export function* missingImage(inspection: Inspection): Generator<Defect> {
  const { visiblePages, published, site } = inspection;
  const base = basePathOf(site.settings.url);
  const explain = createExplain(inspection);
  for (const page of visiblePages) {
    const seen = new Set<string>();
    for (const { kind, target, line } of page.facts.references) {
      if (kind !== 'image') continue;
      const destination = published.resolve(target, page);
      const isMissing = destination.kind === 'here' ? !destination.answer : destination.isDeadEnd;
      if (!isMissing || seen.has(target)) continue;
      seen.add(target);
      const defect =
        destination.kind === 'here'
          ? {
              message: `image ${withPath(target, base + destination.path)}: no such file is published`,
              fix: 'Correct the path, or put the file where it is copied from.',
            }
          : explain('image', target, destination);
      yield { on: page, line, tokens: spellings(target, undefined, base), ...defect };
    }
  }
}

/** Agents read twins and indexes away from their URL, so relative links are broken. Fragments of the text itself are fine. */
export function* relativeLink(inspection: Inspection): Generator<Defect> {
  for (const document of documentsOf(inspection)) {
    const lineAt = lineCounter(document.body);
    for (const [target, offset] of document.isMarkdown ? targetsOf(document) : [])
      if (isRelative(target))
        yield {
          on: { file: document.path },
          line: lineAt(offset),
          message: `the link ${target} in ${document.path} is relative`,
          fix: 'Write it in full, with scheme and host.',
          key: `${document.path} ${target}`,
        };
  }
}

/** Neither absolute nor a fragment of the text itself (RFC 3986 §4.2). */
const isRelative = (target: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target);

/** Most suggestions: each compares with every page. */
const suggestions = 50;

/** Makes a function that explains a dead end, with the probable target. */
function createExplain({
  publicPages,
  site,
}: Inspection): (what: string, target: string, destination: Destination) => Pick<Defect, 'message' | 'fix'> {
  const paths = publicPages.map(({ url }) => url);
  const known = new Map<string, string | undefined>();
  const suggest = (wanted: string, among: readonly string[]): string | undefined => {
    if (!known.has(wanted)) known.set(wanted, known.size < suggestions ? nearestWord(wanted, among) : undefined);
    return known.get(wanted);
  };
  return (what, target, destination) => {
    if (destination.kind === 'beside')
      return {
        message: `${what} ${target}: leads out of the site, which lies below ${basePathOf(site.settings.url)}`,
        fix: `Write ${destination.meant}; Eleventy's url filter and HtmlBasePlugin do so.`,
      };
    if (destination.kind !== 'here') return { message: `${what} ${target}: not a URL`, fix: 'Correct it.' };
    const { path, fragment, answer } = destination;
    const { url } = site.settings;
    const base = basePathOf(url);
    if (answer && answer.kind !== 'other') {
      const near = suggest(fragment, answer.page.facts.ids);
      // A layout's link to a fragment of its page is one defect, whatever the page.
      const where = target.startsWith('#') ? 'the page' : `${base}${answer.page.url}`;
      const fixOf = (id: string): string => (id.startsWith('#') ? `Write id="${id.slice(1)}" there.` : `Did you mean #${id}?`);
      return {
        message: `${what} ${target}: no element of ${where} has the id "${decodeLoosely(fragment)}"`,
        fix: near ? fixOf(near) : 'Correct the fragment, or remove it.',
      };
    }
    const shown = withPath(target, base + path);
    const near = suggest(path, paths);
    return {
      message: `${what} ${shown}: nothing is published there`,
      fix: near ? `Did you mean ${base}${near}?` : 'Correct the link, or publish what it names.',
    };
  };
}

/** A target, and its resolved path if it is relative. */
const withPath = (target: string, path: string): string =>
  /^(\/|[a-z][a-z0-9+.-]*:)/i.test(target) ? target : `${target} (${path})`;
