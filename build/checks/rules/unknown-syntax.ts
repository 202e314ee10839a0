import { firstLineAfter } from '../../page/front-matter.ts';
import { bodyTextOf } from '../../page/page.ts';
import type { Check } from '../check.ts';
import { condensed, markdownOf } from '../locations/spelling.ts';

/** Markdown of other generators, and what stands for it here. */
const foreign: readonly (readonly [syntax: RegExp, fix: string])[] = [
  [/^:{3,}[ \t]*[a-z][\w-]*/i, 'Write a callout, such as "::: tip", or details, steps, tabs, code-group, cards or file-tree.'],
  [/^(?:!!!|\?\?\?\+?)[ \t]+\w+/, 'Write a callout, such as "::: tip", or "::: details".'],
  [/^===\+?[ \t]+"/, 'Write "::: tabs", with a line "== Label" before each tab.'],
  [/!?\[\[\p{L}[^\]\n]*\]\]/u, 'Write a link, [text](page.md), or a picture, ![what it shows](picture.png).'],
  [/^\[\[toc\]\]|^\{:[ \t]*toc\b/i, 'Remove it: the layout "doc" lists the headings of a page.'],
  [/\{\{[<%][ \t]*\/?[\w-]+|\{%-?[ \t]*(?:include|highlight|link|post_url|render)\b/, 'Replace the shortcode by what it shows.'],
  [/^import[ \t][^\n]*["']|^export[ \t]+(?:const|default|function)\b/, 'Remove it: Markdown here imports and runs nothing.'],
  [/\{:?[ \t]*[.#][A-Za-z][\w-]*[^{}\n]*\}/, 'Attributes stand right behind what they are for: {.class #id width=200}.'],
];

/** The name of a component, of which browsers show nothing. */
const component = /<([A-Z]\w*[a-z]\w*)(?=[\s/>.])/;

/**
 * Syntax of another generator that the starter's Markdown does not know: it stands as text on the page, or a component vanishes,
 * and page and twin agree, so no other check sees it.
 */
export const unknownSyntax: Check = {
  severity: 'warning',
  summary: 'Markdown holds syntax or a component of another generator, which has no effect.',
  *find({ publicPages, sourceText, site }) {
    for (const page of site.settings.starter ? publicPages : []) {
      const text = markdownOf(page, sourceText);
      if (!text) continue;
      const shown = condensed(withoutCode(bodyTextOf(page).split('\n')).join('\n'));
      for (const [at, line] of withoutCode(text.split('\n')).entries()) {
        const place = { on: { file: page.source! }, line: at + 1 };
        if (at + 1 < firstLineAfter(text)) continue;
        const [syntax, fix] = foreign.find(([syntax]) => shown.includes(condensed(syntax.exec(line)?.[0] ?? '\0'))) ?? [];
        if (syntax) yield { ...place, message: `"${syntax.exec(line)![0]}" is shown as text`, fix: fix!, key: fix! };
        const [, name] = component.exec(line) ?? [];
        if (!name) continue;
        const message = `<${name}> is a component, of which browsers show nothing`;
        yield { ...place, message, fix: 'Write what it shows, as Markdown or HTML; code goes between backticks.', key: name };
      }
    }
  },
};

/** The lines of a text with code removed: fences, and what stands between backticks. */
function withoutCode(lines: readonly string[]): string[] {
  let fence: string | undefined;
  return lines.map((line) => {
    const [, mark] = /^[\s>*+-]*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined && !mark) return line.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '');
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    return '';
  });
}
