import type { MarkdownNode } from './markdown-node.ts';

/** The heading anchors of GitHub-like renderers: `What’s new?` → `whats-new`, a second one `whats-new-1`. */
export function headingAnchors(document: MarkdownNode): Set<string> {
  const anchors = new Set<string>();
  /** The first number that may be free. */
  const next = new Map<string, number>();
  const visit = (node: MarkdownNode): void => {
    if (node.isHeading) {
      const slug = node.textContent
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
