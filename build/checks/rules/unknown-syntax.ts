import { wholeText } from '../../contract/std/text.ts';
import { firstLineAfter } from '../../page/front-matter.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';
import { createMarkdownParser } from '../links/markdown-parser.ts';
import { condensed, markdownOf } from '../places/spelling.ts';

/** What Markdown of other generators has, by how a line begins, and what to write instead. */
const foreign: readonly (readonly [syntax: RegExp, fix: string])[] = [
  [/^:{3,}[ \t]*code-group\b/, 'Write "::: tabs", with a line "== Label" before each block.'],
  [/^:{3,}[ \t]*[a-z][\w-]*/i, 'Use a callout, such as "::: tip", or details, steps or tabs.'],
  [/^\[\[toc\]\]/i, 'Remove it: the layout "doc" lists the headings of a page.'],
  [/^<<<[ \t]*[^\s{]+/, 'Write the code itself, in a fence.'],
  [/^(?:!!!|\?\?\?\+?)[ \t]+\w+/, 'Write a callout, such as "::: tip", or "::: details".'],
  [/^===\+?[ \t]+"/, 'Write "::: tabs", with a line "== Label" before each tab.'],
  [/^\{\{[<%][ \t]*\/?[\w-]+/, 'Replace the shortcode by what it shows.'],
  [/^import[ \t][^\n]*\bfrom[ \t]+["']/, 'Remove it: Markdown here imports nothing.'],
];

/** An element whose name only a component can have. */
const component = /<([A-Z]\w*[a-z]\w*)(?=[\s/>])/;
const components = new RegExp(component, 'g');

/** Whether a text may hold any of it: most do not, and are not parsed. */
const suspect = /^[\s>*+\d.-]*(?::{3}|\[\[[tT]|<<<|!!!|\?\?\?|===|\{\{[<%]|import\s)|<[A-Z]\w*[a-z]/m;

/**
 * What another generator would have run stands on the page as text, or vanishes, and no other check sees it: page and twin
 * agree. Syntax that the page does not show is known to the Markdown of this site.
 */
export const unknownSyntax: Check = {
  severity: 'warning',
  summary: 'Markdown holds syntax or a component of another generator, which has no effect.',
  find: ({ publicPages, sourceText }: Inspection) =>
    publicPages.flatMap((page) => {
      const text = markdownOf(page, sourceText);
      return text && suspect.test(text) ? [...defectsOf(page.source!, text, `${page.heading}\n\n${wholeText(page.body)}`)] : [];
    }),
};

const parser = createMarkdownParser();

/** The text of a page without its code, where any syntax is at home. */
const textOf = (markdown: string): string =>
  parser()
    .parse(markdown, {})
    .flatMap(({ children }) => children ?? [])
    .map(({ type, content }) => (type === 'text' ? content : ''))
    .join('');

/** @param twin what the page shows, as Markdown */
function* defectsOf(source: string, text: string, twin: string): Generator<Defect> {
  let shown: string | undefined;
  const first = firstLineAfter(text);
  const on = { file: source };
  const body = text.split('\n').slice(first - 1);
  for (const { type, content, map, children } of parser().parse(body.join('\n'), {})) {
    if (!map || (type !== 'inline' && type !== 'html_block')) continue;
    const elements = type === 'inline' ? children!.filter(({ type }) => type === 'html_inline') : [{ content }];
    const names = new Set(elements.flatMap(({ content }) => [...content.matchAll(components)].map(([, name]) => name)));
    for (const [at, line] of content.split('\n').entries()) {
      const place = { on, line: first + map[0] + at, key: `${source}:${first + map[0] + at}` };
      const [syntax, fix = ''] = (type === 'inline' && foreign.find(([syntax]) => syntax.test(line))) || [];
      const found = syntax?.exec(line)?.[0];
      if (found) shown ??= condensed(textOf(twin));
      if (found && shown?.includes(condensed(found))) yield { ...place, message: `"${found}" is shown as text`, fix };
      const name = component.exec(line)?.[1];
      if (!name || !names.delete(name)) continue;
      const message = `<${name}> is a component, of which browsers show nothing`;
      yield { ...place, message, fix: 'Write what it shows, as Markdown or HTML; code goes between backticks.' };
    }
  }
}
