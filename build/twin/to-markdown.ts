// The build for browsers, without a parser, because it gets only nodes.
import TurndownService from 'turndown/lib/turndown.browser.cjs.js';
import { decodeLoosely } from '../contract/permalinks.ts';
import { pathWithin } from '../contract/site-url.ts';
import { checkMarkdown } from './conversion-limit.ts';
import { withoutSeals } from './escape/white-space.ts';
import { MarkdownNode } from './markdown-node.ts';
import { placeReference } from './page-reference.ts';
import type { Reading } from './reading.ts';
import { handlers, printers } from './rules/index.ts';
import { readSectionMarks, type SectionStart } from './section-id.ts';
import { type ConversionContext, TreeBuilder } from './tree-builder.ts';

export type { ConversionContext };

export interface Twin {
  /** Inline Markdown of the first H1 of the content, '' if it has none. */
  readonly heading: string;
  /** The content without that H1. Links within the site are page references (`page-reference.ts`). */
  readonly body: string;
  /** The beginnings of the sections of the body, in order. */
  readonly sections?: readonly SectionStart[];
}

const byName = new Map(printers.flatMap((printer) => printer.filter.map((name) => [name.toUpperCase(), printer])));

const print = (content: string, node: object): string => {
  const { nodeName } = node as MarkdownNode;
  return checkMarkdown(byName.get(nodeName)!.replacement(content, node as MarkdownNode));
};

const service = new TurndownService({
  // Spaces in code are part of it.
  preformattedCode: true,
  // A node without text may be significant: an empty item has a number, an image a URL.
  blankReplacement: print,
});
// One rule for all nodes: Turndown would try one for each name in turn.
service.addRule('print', { filter: () => true, replacement: print });
// Neighbouring characters decide what must be escaped: the rules of blocks escape (escape/escape.ts).
service.escape = (text) => text;

/**
 * Converts what was read of a page to Markdown (CommonMark 0.31 with GFM's tables, strikethrough, alerts and footnotes).
 *
 * @param context absolute URL of the page and origin of its site, for links
 */
export function toMarkdown(reading: Reading, context: ConversionContext): Twin {
  const builder = new TreeBuilder(reading, context, handlers);
  for (const part of reading.parts) {
    if (part === reading.root) builder.children(part);
    else builder.element(part);
    builder.endRun();
  }
  const { document } = builder;
  // A line at the end separates nothing.
  for (let last = document.lastChild; last?.nodeName === 'HR'; last = document.lastChild) last.remove();
  resolveFragmentLinks(builder);
  const title = new MarkdownNode('PRE');
  const heading = document.childNodes.find(({ nodeName }) => nodeName === 'H1');
  if (heading) title.append(heading);
  const { text: body, sections } = readSectionMarks(markdownOf(document));
  return { heading: readSectionMarks(markdownOf(title)).text.replace(/^# /, ''), body, sections };
}

/** Without Turndown's clone of its input, because the tree is not used again. */
const markdownOf = (root: MarkdownNode): string =>
  withoutSeals(service.turndown({ nodeType: root.nodeType, cloneNode: () => root } as unknown as HTMLElement));

/**
 * Resolves fragment links: to the twin's own heading if renderers give it that anchor, so that an agent need not fetch the page;
 * else to the page, because Markdown has only anchors of headings.
 */
function resolveFragmentLinks({ document, fragmentLinks, context }: TreeBuilder): void {
  if (fragmentLinks.length === 0) return;
  const anchors = headingAnchors(document);
  for (const { facts, id } of fragmentLinks) {
    const anchor = decodeLoosely(id);
    const url = new URL(`#${id}`, context.pageUrl).href;
    const path = pathWithin(context.siteUrl, url);
    facts.url = anchors.has(anchor) && !/[\s()<>\\]/.test(anchor) ? `#${id}` : path ? placeReference(path) : url;
  }
}

/** The heading anchors of GitHub-like renderers: `What’s new?` → `whats-new`, a second one `whats-new-1`. */
function headingAnchors(document: MarkdownNode): Set<string> {
  const anchors = new Set<string>();
  /** The first number that may be free. */
  const next = new Map<string, number>();
  const visit = (node: MarkdownNode): void => {
    if (node.isHeading) {
      const slug = node.text
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
        .replace(/ /g, '-');
      let anchor = slug;
      let number = next.get(slug) ?? 1;
      for (; anchors.has(anchor); number++) anchor = `${slug}-${number}`;
      next.set(slug, number);
      anchors.add(anchor);
    } else for (const child of node.childNodes) visit(child);
  };
  visit(document);
  return anchors;
}
