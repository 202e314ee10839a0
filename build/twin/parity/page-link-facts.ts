import { absolute, attribute, nothing, within } from '../page-element.ts';
import type { ConversionContext } from '../tree-builder.ts';
import type { FactCollector } from './facts.ts';

/** Reads a link; undefined where it is a sign or a mark of a note, which show nothing to read. */
export function enterLink(
  element: Element,
  root: Element,
  facts: FactCollector,
  { pageUrl }: ConversionContext,
): (() => void) | undefined {
  const href = attribute(element, 'href') ?? attribute(element, 'HREF');
  if (href === undefined || /^\s*(?:javascript|data|vbscript):/i.test(href)) return nothing;
  const text = (element.textContent ?? '').trim();
  if (href.startsWith('#')) {
    // Links of a heading to itself, and to and from notes.
    if (!/[\p{L}\p{N}]/u.test(text) && element.querySelector('img, svg, code') === null) {
      if (/^[*†‡§¶]+$/.test(text)) facts.addSoft(text);
      return undefined;
    }
    if (leadsToItself(element, href.slice(1), root)) return nothing;
    if (
      /^\W*[\p{L}\p{N}]{1,3}(?::\d+)?\W*$/u.test(text) &&
      isNoteMark(element, root) &&
      (leadsToNote(href, root) || within(element, root, /^(?:aside|li|dl|dt)$/) || inNote(element, root))
    ) {
      facts.addSoft(text);
      return undefined;
    }
  }
  if (attribute(element, 'role') === 'tab') return nothing;
  facts.open('link');
  return () =>
    facts.closeLink(absolute(href, pageUrl), () => ({
      label: element.querySelector('img, picture') ? '' : labelOf(element),
      hidesText: text !== '',
    }));
}

/** A heading that links to itself, so that its address can be copied, or to where a table of contents links to it. */
function leadsToItself(link: Element, id: string, root: Element): boolean {
  if (!within(link, root, /^h[1-6]$/)) return false;
  if (/\btoc-backref\b/.test(attribute(link, 'class') ?? '')) return true;
  const target = byId(root, id);
  if (!target) return false;
  const heading = link.closest('h1, h2, h3, h4, h5, h6')!;
  return target.contains(heading) || heading.contains(target) || heading.previousElementSibling === target;
}

const labelOf = (link: Element): string =>
  attribute(link, 'aria-label') ||
  attribute(link, 'title') ||
  link.querySelector('.sr-only, .visually-hidden, .visuallyhidden, .screen-reader-text')?.textContent ||
  '';

const noteMark = /footnote|fn-?backref|noteref|doc-back/;

function isNoteMark(element: Element, root: Element): boolean {
  for (let at: Element | null = element, level = 0; at && at !== root && level < 4; at = at.parentElement, level++) {
    if (at.localName === 'sup' || noteMark.test(`${attribute(at, 'class')} ${attribute(at, 'role')} ${attribute(at, 'id')}`))
      return true;
  }
  return element.querySelector('sup') !== null;
}

function leadsToNote(href: string, root: Element): boolean {
  const id = href.slice(1);
  const target = byId(root, id);
  return target !== null && inNote(target, root);
}

function inNote(element: Element, root: Element): boolean {
  for (let at: Element | null = element; at && at !== root; at = at.parentElement)
    if (/footnote|endnote/.test(`${attribute(at, 'class')} ${attribute(at, 'role')} ${attribute(at, 'id')}`)) return true;
  return false;
}

/** Elements by id, or name, for each content. */
const idsMemo = new WeakMap<Element, Map<string, Element>>();

function byId(root: Element, id: string): Element | null {
  let ids = idsMemo.get(root);
  if (!ids) {
    ids = new Map();
    for (const element of root.querySelectorAll('[id], a[name]'))
      for (const own of [attribute(element, 'id'), attribute(element, 'name')])
        if (own !== undefined && !ids.has(own)) ids.set(own, element);
    idsMemo.set(root, ids);
  }
  let wanted = id;
  try {
    wanted = decodeURIComponent(id);
  } catch {
    // As written, then.
  }
  return ids.get(wanted) ?? null;
}
