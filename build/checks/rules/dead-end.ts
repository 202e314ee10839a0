import { decodedPath, decodeLoosely } from '../../contract/permalinks.ts';
import { basePathOf } from '../../contract/site-url.ts';
import { nearestWord } from '../../contract/std/words.ts';
import { frontMatterOf } from '../../page/front-matter.ts';
import type { Page } from '../../page/page.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';
import type { Destination } from '../links/published.ts';
import { withPath } from '../locations/spelling.ts';

/** Most suggestions: each compares with every page. */
const suggestions = 50;

/** Makes a function that explains a dead end, with the probable target. */
export function createExplain({
  publicPages,
  published,
  site,
  sourceText,
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
    const page = published.pageOf(path);
    const ofPage = page && isTwinOf(page, path) && published.resolve(url + page.url);
    if (ofPage && ofPage.kind === 'here' && !ofPage.isDeadEnd)
      return {
        message: `${what} ${shown}: the page has no twin (${page.leftOut ?? 'none is published'})`,
        fix: `Link to ${base}${page.url}.`,
      };
    const draft = site.settings.starter ? draftAt(path, sourceText) : undefined;
    if (draft !== undefined)
      return {
        message: `${what} ${shown}: ${draft} is not published yet`,
        fix: 'Remove "draft" there, or the link.',
      };
    const near = suggest(path, paths);
    return {
      message: `${what} ${shown}: nothing is published there`,
      fix: near ? `Did you mean ${base}${near}?` : 'Correct the link, or publish what it names.',
    };
  };
}

/** The page of the starter that would be at a path, if its front matter did not hold it back. */
const draftAt = (path: string, sourceText: Inspection['sourceText']): string | undefined =>
  [`site${path}.md`, `site${path.replace(/\/?$/, '/index.md')}`].find((file) =>
    /^draft:[ \t]*true/m.test(frontMatterOf(sourceText(file) ?? '')),
  );

const isTwinOf = (page: Page, path: string): boolean => path === decodedPath(page.twin);
