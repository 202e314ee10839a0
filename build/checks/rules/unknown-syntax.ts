import { firstLineAfter } from '../../page/front-matter.ts';
import { bodyTextOf } from '../../page/page.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';
import { createMarkdownParser } from '../links/markdown-links.ts';
import { condensed, markdownOf } from '../locations/spelling.ts';

/** Markdown syntax of other generators (flag `g`), and its replacement. */
const foreign: readonly (readonly [syntax: RegExp, fix: string])[] = [
  [/^:{3,}[ \t]*[a-z][\w-]*/gi, 'Use a callout, such as "::: tip", or details, steps, tabs, code-group, cards or file-tree.'],
  [/^\[\[toc\]\]/gi, 'Remove it: the layout "doc" lists the headings of a page.'],
  [/!?\[\[\p{L}[^\]\n]*\]\]/gu, 'Write a link, [text](page.md), or a picture, ![what it shows](picture.png).'],
  [/^<<<[ \t]*[^\s{]+/g, 'Write the code itself, in a fence.'],
  [/^(?:!!!|\?\?\?\+?)[ \t]+\w+/g, 'Write a callout, such as "::: tip", or "::: details".'],
  [/^===\+?[ \t]+"/g, 'Write "::: tabs", with a line "== Label" before each tab.'],
  [/\{\{[<%][ \t]*\/?[\w-]+/g, 'Replace the shortcode by what it shows.'],
  [
    /\{%-?[ \t]*(?:include|include_relative|highlight|link|post_url|assign|capture|render)\b/g,
    'Replace the tag by what it shows.',
  ],
  [/\{\{-?[ \t]*(?:site|page|props)\.[\w.-]+/g, 'Replace the variable by what it shows.'],
  [/^import[ \t][^\n]*\bfrom[ \t]+["']|^import[ \t]+["']/g, 'Remove it: Markdown here imports nothing.'],
  [/^export[ \t]+(?:const|default|function)\b|^\{\/\*/g, 'Remove it: Markdown here runs nothing.'],
  [/<\/?[A-Z]\w*\.\w+/g, 'Write what the component shows, as Markdown or HTML.'],
  [/^\{:[ \t]*toc\b/g, 'Remove it: the layout "doc" lists the headings of a page.'],
  [
    /\{:?[ \t]*(?:[.#][A-Za-z][\w-]*|(?:style|class|id|width|height|target|align)=)[^{}\n]*\}/g,
    'Attributes stand right behind what they are for, {.class #id width=200}, or at the end of its text; write others as HTML.',
  ],
];

/** TeX formulas. A single dollar is money. */
const formula = /\$\$|\$(?![\s$])[^$\n]*[\\^_={][^$\n]*(?<!\s)\$(?!\w)/g;
const formulaFix = 'Turn formulas on: "markdown": { "math": true } in site/_data/site.json, and run npm install temml.';

/** An element name in the style of a component. */
const component = /<([A-Z]\w*[a-z]\w*)(?=[\s/>])/;
const components = new RegExp(component, 'g');

/** A quick test for any of these: most texts are not parsed. */
const suspect =
  /^[\s>*+\d.-]*(?::{3}|<<<|!!!|\?\?\?|===|import\s|export\s)|\[\[\p{L}|\{[{%][<%-]?\s*[\w/]|\{:|\{\/\*|\{[.#]|\{[a-z]+=|\$|<[A-Z]\w*[a-z]/mu;

/**
 * Syntax of another generator appears as text, or vanishes, and page and twin agree, so no other check sees it. Syntax that the
 * page does not show is known to the site's Markdown.
 */
export const unknownSyntax: Check = {
  severity: 'warning',
  summary: 'Markdown holds syntax or a component of another generator, which has no effect.',
  *find({ publicPages, sourceText, site }: Inspection) {
    const { starter, markdown } = site.settings;
    // On other sites a script may render TeX in the browser.
    const syntaxes = starter && !markdown.math ? [...foreign, [formula, formulaFix] as const] : foreign;
    const found = new Map<string, { readonly defect: Defect; others: number }>();
    for (const page of publicPages) {
      const text = markdownOf(page, sourceText);
      if (!text || !suspect.test(text)) continue;
      for (const [kind, defect] of defectsOf(page.source!, text, `${page.heading}\n\n${bodyTextOf(page)}`, syntaxes)) {
        const first = found.get(kind);
        if (first) first.others++;
        else found.set(kind, { defect, others: 0 });
      }
    }
    for (const { defect, others } of found.values())
      yield others ? { ...defect, message: `${defect.message}, and ${others} more like it` } : defect;
  },
};

const parser = createMarkdownParser();

/** The text of a page without code, where any syntax may be shown. */
const textOf = (markdown: string): string =>
  parser()
    .parse(markdown, {})
    .flatMap(({ children }) => children ?? [])
    .map(({ type, content }) => (type === 'text' ? content : ''))
    .join('');

/**
 * Foreign syntax in the text of a page, each with its kind.
 *
 * @param twin the visible text, as Markdown
 */
function* defectsOf(
  source: string,
  text: string,
  twin: string,
  syntaxes: typeof foreign,
): Generator<[kind: string, defect: Defect]> {
  let shown: string | undefined;
  const first = firstLineAfter(text);
  const on = { file: source };
  const body = text.split('\n').slice(first - 1);
  for (const { type, content, map, children } of parser().parse(body.join('\n'), {})) {
    if (!map || (type !== 'inline' && type !== 'html_block')) continue;
    const elements = type === 'inline' ? children!.filter(({ type }) => type === 'html_inline') : [{ content }];
    const names = new Set(elements.flatMap(({ content }) => [...content.matchAll(components)].map(([, name]) => name)));
    // A formula of several lines counts once.
    const named = new Set<string>();
    for (const [at, line] of content.split('\n').entries()) {
      const place = { on, line: first + map[0] + at, key: `${source}:${first + map[0] + at}` };
      for (const [syntax, fix] of type === 'inline' ? syntaxes : []) {
        // Not in code.
        const found = line.match(syntax)?.find((part) => {
          shown ??= condensed(textOf(twin));
          return shown.includes(condensed(part));
        });
        if (found === undefined || named.has(fix)) continue;
        named.add(fix);
        yield [fix, { ...place, message: `"${found}" is shown as text`, fix }];
        break;
      }
      const name = component.exec(line)?.[1];
      if (!name || !names.delete(name)) continue;
      const message = `<${name}> is a component, of which browsers show nothing`;
      yield [`<${name}>`, { ...place, message, fix: 'Write what it shows, as Markdown or HTML; code goes between backticks.' }];
    }
  }
}
