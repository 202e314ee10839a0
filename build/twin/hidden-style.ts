/// <reference lib="dom" />
import { attributeOf, elementsOf } from './dom.ts';
import { wordsLength } from './measure.ts';

/** Whether the `style` of an element hides it permanently, in every browser. Moving elements are shown by a script. */
export function isStyledAway(written: string | undefined): boolean {
  if (written === undefined) return false;
  const known = memo.get(written) ?? isAway(styleOf(written));
  if (memo.size > 5_000) memo.clear();
  memo.set(written, known);
  return known;
}

/** Whether a text of a drawing is shown: `display` is also an attribute there (SVG 2 §6.6). */
export const isDrawn = (text: Element): boolean =>
  attributeOf(text, 'display') !== 'none' && !isStyledAway(attributeOf(text, 'style'));

const memo = new Map<string, boolean>();

/** The values of a style by property, in lower case, without comments and escapes. */
function styleOf(written: string): (property: string) => string {
  const style = written.replace(/\/\*.*?(?:\*\/|$)/gs, '').replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => {
    const point = Number.parseInt(code, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
  const values = new Map(
    style
      .toLowerCase()
      .split(';')
      .map((declaration) => declaration.replace(/!\s*important\s*$/, '').split(/:(.*)/s, 2))
      .map(([property = '', value = '']) => [property.trim(), value.trim()]),
  );
  return (property) => values.get(property) ?? '';
}

const boxes = 'width height max-width max-height inline-size block-size max-inline-size max-block-size'.split(' ');
const places = 'left right top bottom inset margin margin-left margin-top text-indent'.split(' ');

function isAway(style: (property: string) => string): boolean {
  if (style('display') === 'none' || style('content-visibility') === 'hidden') return true;
  if (/^(?:hidden|collapse)$/.test(style('visibility')) || places.some((name) => isFar(style(name)))) return true;
  if (/^rect\(\s*[01](?:px)?[\s,]+[01]/.test(style('clip'))) return true;
  if (/^(?:inset\(\s*(?:50|100)%|(?:circle|ellipse)\(\s*0(?![.\d])|polygon\([\s0px%,]*\))/.test(style('clip-path'))) return true;
  const font = style('font-size') || (/(?:^|\s)(?![1-9]00\s)[.\d]\S*/.exec(style('font'))?.[0] ?? '');
  if (pixelsOf(font.trim()) < 2 || isUncoloured(style)) return true;
  const overflow = ['overflow', 'overflow-x', 'overflow-y'].map(style).join(' ');
  if (/hidden|clip/.test(overflow) && boxes.some((name) => !/%$/.test(style(name)) && pixelsOf(style(name)) <= 1)) return true;
  if (/hidden/.test(overflow) && style('text-indent') === '100%' && style('white-space') === 'nowrap') return true;
  if (['transition', 'animation', 'will-change', 'transition-property', 'animation-name'].some(style)) return false;
  const transform = style('transform');
  if (isFar(transform) || isFar(style('translate')) || shrinks.test(transform) || shrinks.test(`scale(${style('scale')},`))
    return true;
  return !transform && [style('opacity'), style('zoom'), /\bopacity\(([^)]*)/.exec(style('filter'))?.[1] ?? ''].some(isNothing);
}

/** A scale of at most a hundredth. */
const shrinks = /\b(?:scale(?:3d|x|y)?|matrix)\(\s*0?\.?0+1?\s*[\s,)]/;

const isNothing = (value: string): boolean => Number.parseFloat(value) <= (value.endsWith('%') ? 1 : 0.01);

/** Pixels by unit, for usual letters on a small screen. */
const units: Record<string, number> = { '': 1, px: 1, pt: 1, em: 16, rem: 16, '%': 0.16, vw: 10, vh: 10 };

function pixelsOf(length: string): number {
  const [, number, unit] = /^(-?(?:\d+\.?\d*|\.\d+))([a-z%]*)(?![\d.])/.exec(length) ?? [];
  return Number(number) * (units[unit ?? ''] ?? Number.NaN);
}

const isFar = (value: string): boolean => value !== '' && value.split(/[\s,()]+/).some((part) => pixelsOf(part) <= -1_000);

/** Whether text is transparent, or has the colour of its background, unless the background shows through its letters. */
function isUncoloured(style: (property: string) => string): boolean {
  const behind = style('background-color') || style('background');
  if (/\btext\b/.test(`${style('background-clip')} ${style('-webkit-background-clip')} ${behind}`)) return false;
  const [text, other] = [style('-webkit-text-fill-color') || style('color'), behind].map(colourOf);
  return text?.[3] === 0 || Boolean(text && other?.[3] === 255 && text.every((part, at) => Math.abs(part - other[at]!) <= 4));
}

/** Red, green, blue and opacity, each up to 255; of `hsl()` only opacity. */
function colourOf(value: string): readonly number[] | undefined {
  const written = { white: '#fff', black: '#000', transparent: '#0000' }[value] ?? value;
  const [, hex] = /^#((?:[\da-f]{3,4}){1,2})$/.exec(written) ?? [];
  if (hex) {
    const pairs = (hex.length < 6 ? hex.replace(/./g, '$&$&') : hex).match(/../g)!;
    return [...pairs, 'ff'].slice(0, 4).map((pair) => Number.parseInt(pair, 16));
  }
  const [, kind, parts] = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(written) ?? [];
  const [red, green, blue, opacity = 1] = parts?.match(/[\d.]+/g)?.map(Number) ?? [];
  if (red === undefined) return undefined;
  return [...(kind === 'rgb' ? [red, green!, blue!] : [Number.NaN, Number.NaN, Number.NaN]), opacity * 255];
}

/** Sets of names, classes and ids, the parts of a selector: `p`, `.note`, `#top`. */
export type HiddenNames = ReadonlySet<readonly string[]>;

const noNames: HiddenNames = new Set();

/**
 * Elements that a page's own `<style>` hides permanently: by a rule without condition (other than a screen), if no other rule,
 * script or attribute names their classes and ids, which could show them.
 */
export function hiddenNamesIn(html: string): HiddenNames {
  if (!/<style[\s>]/i.test(html)) return noNames;
  // A style sheet in `noscript` applies only without scripts.
  const { texts, rest } = takeOut(takeOut(html, 'noscript').rest, 'style');
  const css = texts.join('\n').replace(/\/\*.*?(?:\*\/|$)/gs, '');
  const hidden = new Set<string>();
  const selectors: string[] = [];
  const open: string[] = [];
  let from = 0;
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    const text = css.slice(from, index);
    from = index + 1;
    if (brace === '{') open.push(text.trim());
    else {
      const selector = open.pop() ?? '@';
      if (!open.every((at) => onScreens.test(at)) || selector.startsWith('@') || !isStyledAway(text)) selectors.push(selector);
      else
        for (const part of selector.split(',')) {
          if (/^\s*[a-z]?[\w-]*(?:[.#][\w-]+)+\s*$/i.test(part)) hidden.add(part.trim());
          else selectors.push(part);
        }
    }
  }
  if (hidden.size === 0) return noNames;
  const named = `${selectors.join(' ')} ${rest.replace(/\s(?:class|id)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')}`;
  const known = new Set(Array.from(named.matchAll(/[.#"']([\w-]+)(?=[^\w-])/g), ([, name]) => name));
  const compounds = Array.from(hidden, (selector) => selector.match(/[.#]?[\w-]+/g)!);
  return new Set(compounds.filter((parts) => !parts.some((part) => /^[.#]/.test(part) && known.has(part.slice(1)))));
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

/** Whether an element matches one of the selectors. */
export const isHiddenByName = (
  names: HiddenNames,
  name: string,
  { id, class: classes }: { readonly id?: string | undefined; readonly class?: string | undefined },
): boolean =>
  names.size > 0 &&
  [...names].some((parts) =>
    parts.every((part) => {
      if (part[0] === '#') return id === part.slice(1);
      return part[0] === '.' ? classes?.split(/\s+/).includes(part.slice(1)) : part === name;
    }),
  );

/** Marks the elements that a page's own style sheet hides; one with most of a page is shown by a script. */
export function hideByNames(document: Document, names: HiddenNames): void {
  if (names.size === 0) return;
  const most = wordsLength(document.documentElement) / 2;
  for (const element of elementsOf(document.documentElement))
    if (
      element.hasAttributes() &&
      isHiddenByName(names, element.localName, { id: attributeOf(element, 'id'), class: attributeOf(element, 'class') }) &&
      wordsLength(element) < most
    )
      element.setAttribute('style', 'display: none');
}
