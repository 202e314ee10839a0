import type { Draft } from './markdown-node.ts';

/** The anchors that a GitHub-like renderer gives the headings of a document: `What’s new?` → `whats-new`, a second one `whats-new-1`. */
export function headingAnchors(document: Draft): Set<string> {
  const anchors = new Set<string>();
  const visit = (draft: Draft): void => {
    if (draft.nodeName === 'HEADING') {
      const slug = textOf(draft)
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
        .replace(/ /g, '-');
      let anchor = slug;
      for (let number = 1; anchors.has(anchor); number++) anchor = `${slug}-${number}`;
      anchors.add(anchor);
    } else for (const child of draft.childNodes) visit(child);
  };
  visit(document);
  return anchors;
}

const textOf = (draft: Draft): string => draft.nodeValue + draft.childNodes.map(textOf).join('');
