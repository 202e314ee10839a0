import { firstLineAfter, frontMatterOf } from '../../page/front-matter.ts';
import { bodyTextOf } from '../../page/page.ts';
import { tagsIn } from '../../page/template-tags.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';
import { createMarkdownParser } from '../links/markdown-links.ts';
import { condensed, markdownOf } from '../locations/spelling.ts';

/**
 * A template engine that runs on Markdown also runs on its code: `${{ secrets.TOKEN }}` in a fence becomes `$`. Page and twin
 * lose it alike, so only the source shows it. Allowed: pages whose front matter names engines, and code that prints page data:
 * `{{ site.version }}`.
 */
export const codeBraces: Check = {
  severity: 'error',
  summary: 'Braces in the code of a Markdown file were run as a template, and are not on the page.',
  find: ({ publicPages, sourceText, prints = () => false }: Inspection) =>
    publicPages.flatMap((page) => {
      const { source, heading } = page;
      const text = markdownOf(page, sourceText);
      if (!source || !text || !tag.test(text) || /^templateEngineOverride:/m.test(frontMatterOf(text))) return [];
      return defectsOf(source, text, `${heading}\n${bodyTextOf(page)}`, (each) => prints(source, each));
    }),
};

const tag = /\{\{|\{%|\{#/;

const parser = createMarkdownParser((parser) => parser.disable('code'));

function defectsOf(source: string, text: string, shown: string, prints: (tag: string) => boolean): Defect[] {
  const first = firstLineAfter(text);
  const body = text.split('\n').slice(first - 1);
  const page = condensed(shown);
  const vanished = parser()
    .parse(body.join('\n'), {})
    .flatMap(({ type, content, map, children }) => {
      const code =
        type === 'fence' ? [content] : (children ?? []).flatMap((child) => (child.type === 'code_inline' ? child.content : []));
      const lost = code.flatMap(tagsIn).find((part) => !prints(part) && !page.includes(condensed(part)));
      if (!lost || !map) return [];
      const at = body.findIndex((line, index) => index >= map[0] && line.includes(lost.split('\n', 1)[0]!));
      return [{ lost, line: first + (at < 0 ? map[0] : at) }];
    });
  return vanished.map(({ lost, line }) => ({
    on: { file: source },
    line,
    message: `"${lost.replace(/\s+/g, ' ').slice(0, 120)}" in code was run as a template and is not on the page`,
    fix: 'Set markdownTemplateEngine to false, or put the code between {% raw %} and {% endraw %}; where it is meant to run, name the engines in front matter: "templateEngineOverride: njk,md".',
    key: `${source}:${line}`,
  }));
}
