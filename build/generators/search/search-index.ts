import { gzipSync } from 'node:zlib';
import { urlOfFile } from '../../contract/permalinks.ts';
import { tagLength } from '../../contract/site-facts.ts';
import { memoizeByObject } from '../../contract/std/collections.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { type Artifact, hashOf } from '../../files.ts';
import { bodyTextOf, type SitePage } from '../../page/page.ts';
import { type Site, twinUrl } from '../../page/site.ts';
import { plainTitle } from '../../twin/plain-title.ts';
import { isOnlyLinks } from '../parts/page-parts.ts';
import { partArtifacts } from '../parts/parts.ts';
import { readSectionTree, type SectionNode } from '../parts/section-tree.ts';
import { surfaceArtifact } from '../surface-artifact.ts';
import { twinArtifact } from '../twin.ts';
import { encodeIndex, type IndexedPage, type IndexedSection } from './encode-index.ts';

/** The index of `/api/v1/search`, named by its hash; none if search is off. */
export const searchIndex = memoizeByObject((site: Site): Artifact[] => {
  if (site.settings.searchApi === false) return [];
  const bytes = encodeIndex(indexedPages(site));
  const path = surfaces.getSearchIndex.path.replace('{hash}', hashOf(bytes).slice(0, tagLength));
  return [surfaceArtifact('getSearchIndex', gzipSync(bytes), path)];
});

/** Lazily, because all texts together would fill the memory. */
function* indexedPages(site: Site): Generator<IndexedPage> {
  for (const page of site.pages) yield indexedPage(site, page);
}

function indexedPage(site: Site, page: SitePage): IndexedPage {
  const artifacts = [twinArtifact(site, page), ...partArtifacts(site, page)];
  const tree = readSectionTree(site.bodyOf(page), bodyTextOf(page), page.sections ?? []);
  const isIndex = isOnlyLinks(site.bodyOf(page));
  // The part with the outline and the text before the first section, if there is one.
  const document = artifacts.findIndex(({ part }) => part?.fragment === '' && part.up === page.twin);
  const own = { heading: '', above: '', fragment: '', document: Math.max(document, 0), at: 0 };
  const find = createFinder(
    artifacts.map(({ body }) => body as string),
    own.document,
  );
  const sections: (IndexedSection & { text: string })[] = [
    { ...own, text: ownText(tree), repeats: isIndex || isOfOther(site.headingOf(page)) },
  ];
  addInner(tree, '');
  addPieces();
  return {
    url: page.url,
    title: page.title,
    language: page.language,
    description: page.description,
    documents: artifacts.map(({ path, tokens = 0 }) => [urlOfFile(path), tokens]),
    sections: [sections[0]!, ...sections.slice(1).sort((a, b) => a.document - b.document || a.at - b.at)],
  };

  /** Whether a heading does nothing but link another page, as in lists of posts. */
  function isOfOther(heading: string): boolean {
    const [, target] = /^\[(?:\\.|[^\]\\])*\]\(([^\s)]+)[^)]*\)$/.exec(heading.trim()) ?? [];
    return target !== undefined && !target.startsWith(twinUrl(site, page));
  }

  /** A section that is in several documents is found in each of them. */
  function addPieces(): void {
    const isFurther = (at: number): boolean => {
      const [{ part: before }, { part, path }] = [artifacts[at - 1]!, artifacts[at]!];
      return part !== undefined && part.fragment === before?.fragment && part.up === before.up && /\.\d+\.md$/.test(path);
    };
    for (let at = 2; at < artifacts.length; at++) {
      if (!isFurther(at)) continue;
      const begun = isFurther(at - 1) ? undefined : sections.find((each) => each.document === at - 1);
      if (begun) begun.text = textIn(at - 1);
      // One whose heading was found elsewhere counts as the page.
      const whole = begun ?? sections.findLast((each) => each.document === at - 1) ?? sections[0]!;
      sections.push({ ...whole, document: at, at: 0, text: textIn(at) });
    }
  }

  /** The text of a part before its first inner section. */
  function textIn(document: number): string {
    const body = artifacts[document]!.body as string;
    const inner = sections.filter((each) => each.document === document && each.at > body.indexOf('\n> Part of '));
    return plainText(body.slice(0, Math.min(...inner.map(({ at }) => at), body.length)).replace(partOpening, ''));
  }

  function addInner(node: SectionNode, above: string): void {
    for (const part of node.content) {
      if (typeof part === 'string') continue;
      const heading = plainTitle(part.heading);
      const repeats = isIndex || isOfOther(part.heading);
      sections.push({ heading, above, fragment: part.id, ...find(part), text: ownText(part), repeats });
      addInner(part, `${above} ${heading}`);
    }
  }
}

/** What a part says about itself, and the list of further pieces. */
const partOpening = /^---\n[\s\S]*?\n---\n+# .*\n+> .*\n+(?:(?:- .*\n)+\n---\n)?/;

const ownText = ({ content }: SectionNode): string => plainText(content.filter((part) => typeof part === 'string').join('\n'));

/** Markdown without invisible parts: targets of links, tags, character references. */
const plainText = (markdown: string): string =>
  markdown
    .replace(/\]\([^)\s]*(?: "(?:\\.|[^"])*")?\)|<\/?[a-z!][^>]*>|&#?\w+;|https?:\/\/\S+/giu, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '');

/** A line that may name a section: a heading, an item. */
const named = /^[^\S\n]*(?:#{1,6}|[-*]) (.*)/gm;

/**
 * Makes a function that finds the document and offset of a section; both are in reading order.
 *
 * @param contents the document of the page itself: its H1 is no section
 */
function createFinder(documents: readonly string[], contents: number): (node: SectionNode) => { document: number; at: number } {
  const places = new Map<string, { document: number; at: number }[]>();
  for (const document of [...documents.keys()].slice(documents.length > 1 ? 1 : 0))
    for (const { 0: line, 1: name = '', index: at } of documents[document]!.matchAll(named)) {
      if (document === contents && line.startsWith('# ')) continue;
      const own = places.get(name);
      if (own) own.push({ document, at });
      else places.set(name, [{ document, at }]);
    }
  return ({ firstLine, heading }) => {
    const first = /^(?:#{1,6}|[-*]) (.*)/.exec(firstLine)?.[1] ?? '';
    return places.get(first)?.shift() ?? places.get(heading)?.shift() ?? { document: 0, at: 0 };
  };
}
