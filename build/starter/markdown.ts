import MarkdownItClass, { type MarkdownIt, type Token } from 'markdown-it';
import { pageUrlOf } from '../contract/permalinks.ts';
import { UserError } from '../contract/std/errors.ts';
import { slugOf } from './filters.ts';
import { interfaceWord, type WordData } from './interface-words.ts';
import { addAttributes } from './markdown/attributes.ts';
import { addCodeBlocks } from './markdown/code-block.ts';
import { addContainers } from './markdown/containers.ts';
import { addFigures } from './markdown/figures.ts';
import { addFromFiles } from './markdown/from-files.ts';
import { addMath } from './markdown/math.ts';
import { addTaskLists } from './markdown/task-lists.ts';
import { loadPackage } from './optional-package.ts';
import { otherCaseOf, pathFromFile } from './pictures.ts';
import { sourcePlace } from './source-place.ts';

/**
 * The starter's Markdown: GitHub's, with HTML, footnotes, definition lists, marked text, callouts, tabs, cards, attributes, figures
 * and coloured code. Every heading has an id, made of its words or written at its end (`## Install {#install}`); wide tables and
 * code scroll by keyboard (WCAG 2.1.1). A link to the file of a page, as editors complete it (`[x](writing-pages.md)`),
 * leads to that page.
 *
 * @param onRead called with each file whose text or code a page includes
 */
export function createMarkdown(onRead: (file: string) => void = () => {}): MarkdownIt {
  const markdown = new MarkdownItClass({ html: true, linkify: true });
  // `site.md` is a file name, not a host in Moldova: only text with a scheme, `www.` or an @ becomes a link (GFM §6.9).
  markdown.linkify.set({ fuzzyLink: false });
  markdown.linkify.add('www.', {
    validate(text, at, { re }) {
      const host = re.get_relative_proto_validator();
      host.lastIndex = at;
      return host.exec(text)?.[0].length ?? 0;
    },
    normalize(match) {
      match.url = `http://${match.url}`;
    },
  });
  for (const name of ['footnote', 'deflist', 'mark']) markdown.use(plugin(`markdown-it-${name}`));
  markdown.renderer.rules.footnote_block_open = () => '<div class="footnotes">\n<ol>\n';
  markdown.renderer.rules.footnote_block_close = () => '</ol>\n</div>\n';
  markdown.renderer.rules.footnote_caption = (tokens, at) => String((tokens[at]!.meta as { id: number }).id + 1);
  markdown.core.ruler.before('normalize', 'indented_code', ({ env }) => {
    // Eleventy disables indented code, because templates indent their output.
    const { templateEngineOverride: engines = 'md' } = env as Environment;
    markdown[engines === 'md' ? 'enable' : 'disable']('code');
  });
  addAttributes(markdown);
  addTaskLists(markdown);
  addContainers(markdown);
  addFromFiles(markdown, onRead);
  addFigures(markdown);
  addCodeBlocks(markdown);
  addMath(markdown);
  markdown.core.ruler.push('heading_ids', ({ tokens }) => addHeadingIds(tokens));
  markdown.core.ruler.push('empty_heads', ({ tokens }) => leaveEmptyHeads(tokens));
  markdown.core.ruler.push('alignment', ({ tokens }) => alignByClass(tokens));
  markdown.core.ruler.push('file_links', ({ tokens, env }) => leadToPages(tokens, (env as Environment).page?.filePathStem));
  markdown.core.ruler.push('file_pictures', ({ tokens, env }) => leadToPictures(tokens, (env as Environment).page?.inputPath));
  const { rules } = markdown.renderer;
  rules.table_open = (tokens, at, _, env, self) =>
    `<div class="table" role="group" aria-label="${markdown.utils.escapeHtml(interfaceWord('table', (env ?? {}) as WordData).replace('{heads}', () => labelOf(tokens, at)))}" tabindex="0">\n<table${self.renderAttrs(tokens[at]!)}>\n`;
  rules.table_close = () => '</table>\n</div>\n';
  return markdown;
}

/** The default export of a CommonJS or ES module. */
function plugin(name: string): (markdown: MarkdownIt) => void {
  const loaded = loadPackage(name) as { default?: (markdown: MarkdownIt) => void } & ((markdown: MarkdownIt) => void);
  return loaded.default ?? loaded;
}

/** The data of the page, which Eleventy passes with the text. */
interface Environment {
  readonly page?: { readonly filePathStem?: string; readonly inputPath?: string };
  readonly templateEngineOverride?: unknown;
}

/**
 * @param from file that the pictures are in; undefined if the text has no file
 * @throws {UserError} with file and line, if a picture has another case than its file
 */
function leadToPictures(tokens: readonly Token[], from: string | undefined): void {
  if (!from) return;
  for (const { children, map } of tokens)
    for (const token of children ?? []) {
      if (token.type !== 'image') continue;
      const source = String(token.attrGet('src'));
      const path = pathFromFile(source, from);
      if (path) token.attrSet('src', path);
      const other = path ? undefined : otherCaseOf(source, from);
      if (other)
        throw new UserError(
          `${sourcePlace(from, map?.[0])}: the picture ${source} is the file ${other}; write its name as the file has it`,
        );
    }
}

/** @param from path of the file that the links are in, without its extension; undefined if the text has no file */
function leadToPages(tokens: readonly Token[], from: string | undefined): void {
  if (!from) return;
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const [, file, rest] =
      (token.type === 'link_open' &&
        /^(?![a-z][a-z0-9+.-]*:|[/?#])([^?#]+)\.(?:md|njk)([?#].*)?$/i.exec(`${token.attrGet('href')}`)) ||
      [];
    if (!file) continue;
    const path = decodeURI(new URL(`${file}.html`, `http://site${encodeURI(from)}`).pathname).slice(1);
    token.attrSet('href', pageUrlOf(path, false) + (rest ?? ''));
  }
}

function addHeadingIds(tokens: readonly Token[]): void {
  const headings = tokens.flatMap((token, at) =>
    token.type === 'heading_open' ? [{ token, inline: tokens[at + 1], id: token.attrGet('id') }] : [],
  );
  const taken = new Set(headings.flatMap(({ id }) => id ?? []));
  for (const { token, inline, id } of headings) {
    const slug = slugOf(inlineText(inline));
    let free = slug;
    for (let number = 2; !id && taken.has(free); number++) free = `${slug}-${number}`;
    taken.add(id ?? free);
    token.attrSet('id', id ?? free);
  }
}

/** Aligns by class, because a Content-Security-Policy without inline styles ignores the `style` attribute of markdown-it. */
function alignByClass(tokens: readonly Token[]): void {
  for (const token of tokens) {
    const [, side] = /^text-align:(\w+)$/.exec(`${token.attrGet('style')}`) ?? [];
    if (!side) continue;
    token.attrs = token.attrs!.filter(([name]) => name !== 'style');
    token.attrJoin('class', `align-${side}`);
  }
}

/** An empty cell at the head of a column is no header (WCAG 1.3.1). */
function leaveEmptyHeads(tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries())
    if (token.type === 'th_open' && tokens[at + 1]?.content === '') token.tag = tokens[at + 2]!.tag = 'td';
}

/** The column names of a table, which label it if it scrolls. */
const labelOf = (tokens: readonly Token[], at: number): string => {
  const end = tokens.findIndex((token, index) => index > at && token.type === 'thead_close');
  const heads = tokens.slice(at, end).filter((token) => token.type === 'inline');
  return heads.map(inlineText).filter(Boolean).join(', ');
};

const inlineText = (inline: Token | undefined): string =>
  (inline?.children ?? []).map((token) => (token.type === 'html_inline' ? '' : token.content)).join('');
