import { ancestorOf, attributeOf, isElement } from './dom.ts';
import { firstWithin } from './first-within.ts';
import { reserved } from './page-reference.ts';

/**
 * The fragment of a heading or a term: its own id, or the id of an element in it, of a link in it to itself (a "permalink"), of an
 * anchor right before it, or of the section that it begins.
 */
export function sectionIdOf(element: Element): string | undefined {
  const own = attributeOf(element, 'id');
  if (own) return own;
  const inner = firstWithin(element, isPlace);
  if (inner) return attributeOf(inner, 'id') ?? anchorNameOf(inner);
  const link = firstWithin(element, leadsToPlace);
  if (link) return attributeOf(link, 'href')!.slice(1);
  const anchor = anchorBefore(element);
  if (anchor) return anchor;
  const begun = ancestorOf(element.parentElement ?? element, (part) => Boolean(attributeOf(part, 'id')));
  return begun && beginsWith(begun, element) ? attributeOf(begun, 'id') : undefined;
}

const isPlace = (element: Element): boolean => Boolean(attributeOf(element, 'id') ?? anchorNameOf(element));

const leadsToPlace = (element: Element): boolean => /^#./.test(attributeOf(element, 'href') ?? '');

/** HTML 4 had `<a name>` for anchors, often before the heading. */
function anchorBefore(element: Element): string | undefined {
  let before = element.previousSibling;
  while (before && !isElement(before) && (before.nodeType === 8 || before.textContent?.trim() === ''))
    before = before.previousSibling;
  if (!before || !isElement(before) || before.localName !== 'a' || before.textContent?.trim() || before.children.length > 0)
    return undefined;
  return attributeOf(before, 'id') || anchorNameOf(before);
}

const anchorNameOf = (element: Element): string | undefined =>
  element.localName === 'a' ? attributeOf(element, 'name') : undefined;

function beginsWith(section: Element, element: Element): boolean {
  for (let part = section.firstElementChild; part; part = part.firstElementChild) if (part === element) return true;
  return false;
}

/** Marks the text of a heading, or of a term with an id, until the Markdown is complete: only then are offsets known. */
export const sectionMark = (id: string | undefined): string =>
  id !== undefined ? `\u0081#${id.replace(reserved, '')}\u008D` : '';

/** The beginning of a section in the Markdown of a page: a heading, or a term with an id in a list of definitions. */
export interface SectionStart {
  /** '' for a heading without fragment. */
  readonly id: string;
  /** Offset of its first line. */
  readonly at: number;
}

/** Markdown without its marks, and their offsets. */
export function readSectionMarks(marked: string): { readonly text: string; readonly sections: SectionStart[] } {
  if (!marked.includes('\u0081#')) return { text: marked, sections: [] };
  const sections: SectionStart[] = [];
  let removed = 0;
  for (const { 0: mark, 1: id, index } of marked.matchAll(sectionMarks)) {
    const line = marked.lastIndexOf('\n', index) + 1;
    if (/^(?:#{1,6} | *[-*] )$/.test(marked.slice(line, index))) sections.push({ id: id!, at: line - removed });
    removed += mark.length;
  }
  return { text: marked.replace(sectionMarks, ''), sections };
}

const sectionMarks = /\u0081#([^\u008D]*)\u008D/g;
