/// <reference lib="dom" />
import { attributeOf, elementsOf } from './dom.ts';
import { wordsLength } from './measure.ts';

/**
 * Whether the value of a `style` attribute hides an element: `display: none` or `visibility: hidden`. Opacity, transforms and
 * positions hide nothing: they are where animations begin.
 */
export function isStyledAway(style: string | undefined): boolean {
  if (style === undefined || !/display|visibility/i.test(style)) return false;
  let display = '';
  let visibility = '';
  for (const declaration of style
    .replace(/\/\*.*?(?:\*\/|$)/gs, '')
    .toLowerCase()
    .split(';')) {
    const [property = '', value = ''] = declaration.replace(/!\s*important\s*$/, '').split(':', 2);
    if (property.trim() === 'display') display = value.trim();
    else if (property.trim() === 'visibility') visibility = value.trim();
  }
  return display === 'none' || visibility === 'hidden' || visibility === 'collapse';
}

/** Whether a text of a drawing is shown: `display` is also an attribute there (SVG 2 §6.6). */
export const isDrawn = (text: Element): boolean =>
  attributeOf(text, 'display') !== 'none' && !isStyledAway(attributeOf(text, 'style'));

const noClasses: ReadonlySet<string> = new Set();

/**
 * The classes whose elements a page's own `<style>` hides: by a rule for this class alone, without condition (other than a
 * screen), if no other rule, script or attribute names the class, which could show them.
 */
export function hiddenClassesIn(html: string): ReadonlySet<string> {
  if (!/<style[\s>]/i.test(html)) return noClasses;
  // A style sheet in `noscript` applies only without scripts.
  const { texts, rest } = takeOut(takeOut(html, 'noscript').rest, 'style');
  const css = texts.join('\n').replace(/\/\*.*?(?:\*\/|$)/gs, '');
  const hidden = new Set<string>();
  const others: string[] = [];
  const open: string[] = [];
  let from = 0;
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    const text = css.slice(from, index);
    from = index + 1;
    if (brace === '{') {
      open.push(text.trim());
      continue;
    }
    const selector = open.pop() ?? '@';
    const hides = open.every((at) => onScreens.test(at)) && !selector.startsWith('@') && isStyledAway(text);
    for (const part of selector.split(',')) {
      const [, name] = /^\s*\.([\w-]+)\s*$/.exec(part) ?? [];
      if (hides && name) hidden.add(name);
      else others.push(part);
    }
  }
  if (hidden.size === 0) return noClasses;
  const elsewhere = `${others.join(' ')} ${rest.replace(/\s(?:class|id)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')}`;
  for (const [, name] of elsewhere.matchAll(/[.#"']([\w-]+)(?=[^\w-])/g)) hidden.delete(name!);
  return hidden;
}

const onScreens = /^@(?:layer\b|media\s+(?:all|screen)$)/i;

/** The contents of text-only elements of a name, and the HTML without them. */
function takeOut(html: string, name: string): { readonly texts: readonly string[]; readonly rest: string } {
  const texts: string[] = [];
  const start = new RegExp(`<${name}(?=[\\s>])[^<>]*>`, 'gi');
  const end = new RegExp(`</${name}`, 'gi');
  let rest = '';
  let from = 0;
  for (let found = start.exec(html); found; found = start.exec(html)) {
    end.lastIndex = start.lastIndex;
    const to = end.exec(html)?.index ?? html.length;
    texts.push(html.slice(start.lastIndex, to));
    rest += html.slice(from, found.index);
    from = start.lastIndex = to;
  }
  return { texts, rest: rest + html.slice(from) };
}

/** Whether one of the names of a class attribute is among those that are hidden. */
const hasHiddenClass = (classes: string | undefined, hidden: ReadonlySet<string>): boolean =>
  hidden.size > 0 && classes !== undefined && classes.split(/\s+/).some((name) => hidden.has(name));

/** Marks the elements that a page's own style sheet hides; one with most of a page is shown by a script. */
export function hideByClass(document: Document, hidden: ReadonlySet<string>): void {
  if (hidden.size === 0) return;
  const most = wordsLength(document.documentElement) / 2;
  for (const element of elementsOf(document.documentElement))
    if (element.hasAttributes() && hasHiddenClass(attributeOf(element, 'class'), hidden) && wordsLength(element) < most)
      element.setAttribute('style', 'display: none');
}
