import TurndownService from 'turndown';
import { headingAnchors } from './heading-anchors.ts';
import { Draft } from './markdown-node.ts';
import { trimNewlines } from './rules/blocks.ts';
import { write } from './rules/index.ts';
import { type ConversionContext, Reader } from './tree-builder.ts';

export type { ConversionContext };

/** The content of a page as Markdown. */
export interface Twin {
  /** Inline Markdown of the first H1 of the content, '' where it has none. */
  readonly heading: string;
  /** The content without that H1. Links within the site are page references (`page-reference.ts`). */
  readonly body: string;
}

/** One service for all pages. One rule takes every draft: the table of rules says how it is written. */
const service = new TurndownService();
service.addRule('draft', { filter: () => true, replacement: (content, draft) => write(content, draft as unknown as Draft) });
// Which characters need a backslash depends on what stands beside them: the block decides (escape.ts).
service.escape = (text) => text;

/**
 * Converts the content of a page to Markdown (CommonMark 0.31 with GFM's tables, strikethrough, alerts and footnotes).
 *
 * @param root element that holds the content, as `contentRootOf` finds it
 * @param context absolute URL of the page and origin of its site, for links
 * @throws ConversionLimit where a page is beyond what conversion takes on
 */
export function toMarkdown(root: Element, context: ConversionContext): Twin {
  const reader = new Reader(root, context);
  reader.children(root);
  reader.endRun();
  const { document } = reader;
  settleFragmentLinks(reader);
  const heading = document.childNodes.find(({ nodeName, facts }) => nodeName === 'HEADING' && facts.level === 1);
  heading?.remove();
  return {
    heading: heading
      ? rendered(heading)
          .replace(/^\n*# /, '')
          .trim()
      : '',
    body: rendered(document),
  };
}

/**
 * Links to places of the page itself: to the twin's own heading where a renderer gives it that anchor, so that an agent
 * need not fetch what it has; else to the place on the page, since Markdown has no anchors but those of headings.
 */
function settleFragmentLinks({ document, fragmentLinks, context }: Reader): void {
  if (fragmentLinks.length === 0) return;
  const anchors = headingAnchors(document);
  for (const { facts, id } of fragmentLinks) {
    const anchor = decoded(id);
    facts.url = anchors.has(anchor) && !/[\s()<>\\]/.test(anchor) ? `#${id}` : new URL(`#${id}`, context.pageUrl).href;
  }
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/**
 * Writes a draft. The document's own rule keeps the text, since what Turndown does at the end takes time that is
 * quadratic in the longest run of spaces, in code or elsewhere.
 */
function rendered(draft: Draft): string {
  const document = draft.nodeName === 'DOCUMENT' ? draft : new Draft('DOCUMENT');
  if (document !== draft) document.append(draft);
  const root = new Draft('ROOT');
  root.append(document);
  service.turndown(root as unknown as HTMLElement);
  return trimNewlines(document.written);
}
