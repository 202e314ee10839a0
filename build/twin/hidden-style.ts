/// <reference lib="dom" />
import { elementsOf } from './dom.ts';
import { wordsLength } from './measure.ts';

const styledAway = new RegExp(
  `(?:^|;)\\s*(?:${[
    'display\\s*:\\s*none',
    'visibility\\s*:\\s*(?:hidden|collapse)',
    'content-visibility\\s*:\\s*hidden',
    'font-size\\s*:\\s*(?:0+(?:\\.0+)?[a-z%]*|(?:0?\\.\\d+|1(?:\\.\\d+)?)(?:px|pt)|0?\\.0\\d*r?em)\\s*(?:;|!|$)',
    'color\\s*:\\s*transparent',
    '(?:left|top|text-indent)\\s*:\\s*-\\d{4,}',
    'clip\\s*:\\s*rect\\(\\s*[01](?:px)?[\\s,]+[01]',
    'clip-path\\s*:\\s*inset\\(\\s*(?:50|100)%',
  ].join('|')})`,
  'i',
);
const noBox = /(?:^|;)\s*(?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|$)/i;
const transparent = /(?:^|;)\s*opacity\s*:\s*0?\.?0*\s*(?:;|!|$)/i;
const shrunk = /(?:^|;)\s*(?:scale\s*:|transform\s*:[^;]*\bscale(?:3d|[XY])?\()\s*0?\.?0+(?![\d.])/i;

/** Whether the `style` of an element hides it for good. What also moves is shown by a script in a moment. */
export function isStyledAway(written: string | undefined): boolean {
  if (written === undefined) return false;
  const style = written.replace(/\/\*.*?(?:\*\/|$)/gs, '').replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => {
    const point = Number.parseInt(code, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
  if (styledAway.test(style)) return true;
  if (noBox.test(style) && /overflow\s*:\s*hidden/i.test(style)) return true;
  if (/background/i.test(style) && isOneColour(style)) return true;
  if (shrunk.test(style)) return !/transition|animation|will-change/i.test(style);
  return transparent.test(style) && !/transform|transition|animation|will-change/i.test(style);
}

/** Whether text has the colour of what is behind it. */
function isOneColour(style: string): boolean {
  const [text, behind] = [/(?:^|;)\s*color\s*:\s*([^;!]+)/i, /(?:^|;)\s*background(?:-color)?\s*:\s*([^;!]+)/i].map((pattern) =>
    colourOf(pattern.exec(style)?.[1]),
  );
  return text !== undefined && text === behind;
}

/** One spelling for the colours that hide text: `#fff` for `white`, `#FFFFFF` and `rgb(255, 255, 255)`. */
function colourOf(written: string | undefined): string | undefined {
  const colour = written?.trim().toLowerCase();
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*1(?:\.0+)?\s*)?\)$/.exec(colour ?? '');
  const hex = parts
    ? `#${parts
        .slice(1)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`
    : colour;
  return hex === 'white' ? '#fff' : hex === 'black' ? '#000' : hex?.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3');
}

/** Classes and ids, written as in a selector: `.note`, `#top`. */
export type HiddenNames = ReadonlySet<string>;

const noNames: HiddenNames = new Set();

/**
 * The classes and ids that a page's own `<style>` hides for good: by a rule of their own under no condition, where no other
 * rule, script or attribute names them, which could show them.
 */
export function hiddenNamesIn(html: string): HiddenNames {
  if (!/<style[\s>]/i.test(html)) return noNames;
  // A sheet in `noscript` is for readers whose page no script changes.
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
      if (open.length > 0 || selector.startsWith('@') || !isStyledAway(text)) selectors.push(selector);
      else
        for (const part of selector.split(',')) {
          if (/^\s*[.#][\w-]+\s*$/.test(part)) hidden.add(part.trim());
          else selectors.push(part);
        }
    }
  }
  if (hidden.size === 0) return noNames;
  const named = `${selectors.join(' ')} ${rest.replace(/\s(?:class|id)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')}`;
  const known = new Set(Array.from(named.matchAll(/[.#"']([\w-]+)(?=[^\w-])/g), ([, name]) => name));
  return new Set([...hidden].filter((name) => !known.has(name.slice(1))));
}

/** What elements of a name hold that hold only text, and the HTML without it. */
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

/** Whether an element has one of the names. */
export const isHiddenByName = (names: HiddenNames, id: string | undefined, classes: string | undefined): boolean =>
  names.size > 0 &&
  ((id !== undefined && names.has(`#${id}`)) || (classes?.split(/\s+/).some((one) => names.has(`.${one}`)) ?? false));

/** Writes on the elements that a page's own style sheet hides that they are; what holds most of a page is shown by a script. */
export function hideByNames(document: Document, names: HiddenNames): void {
  if (names.size === 0) return;
  const most = wordsLength(document.documentElement) / 2;
  for (const element of elementsOf(document.documentElement))
    if (
      element.hasAttributes() &&
      isHiddenByName(names, element.getAttribute('id') ?? undefined, element.getAttribute('class') ?? undefined) &&
      wordsLength(element) < most
    )
      element.setAttribute('style', 'display: none');
}
