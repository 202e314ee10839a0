import { Parser } from 'htmlparser2';
import MarkdownItClass, { type Token } from 'markdown-it';
import { calloutKinds, calloutTitles } from '../../contract/callout-titles.ts';
import { type Block, BlockReader } from './blocks.ts';

/** A renderer independent of conversion: CommonMark with GFM's tables, strikethrough, alerts, task lists and footnotes. */
const markdown = new MarkdownItClass({ html: true });
// Lists and quotes nest deeper than links; unclosed brackets cost time for each level.
markdown.core.ruler.before('block', 'nesting of blocks', () => void markdown.set({ maxNesting: 1_000 }));
markdown.core.ruler.before('inline', 'nesting of links', () => void markdown.set({ maxNesting: 20 }));
// Most paragraphs are plain: text without special characters is not parsed.
const sign = /[\\`*_~[\]<&\n]/;
markdown.core.ruler.at('inline', ({ tokens, md, env }) => {
  for (const { type, content, children } of tokens)
    if (type === 'inline' && sign.test(content)) md.inline.parse(content, md, env, children!);
});
// URLs and links are compared as written.
markdown.normalizeLink = (url) => url;
markdown.normalizeLinkText = (url) => url;
markdown.validateLink = () => true;
// A definition `[^1]: text` is a footnote, not a reference.
markdown.disable('reference');
markdown.inline.ruler.before('link', 'mark', (state, silent) => {
  mark.lastIndex = state.pos;
  const found = mark.exec(state.src);
  if (!found || (found[3] && state.pos > 0)) return false;
  // Without a definition it is text, perhaps of a link.
  if (found[1] && !(state.env.notes as ReadonlySet<string>).has(found[1])) return false;
  if (!silent) state.push('mark', '', 0).content = found[1] ?? found[2] ?? found[3] ?? '';
  state.pos += found[0].length;
  return true;
});

/** A footnote mark, the kind of an alert, the state of a task. */
const mark = /\[(?:\^([^[\]\s]+)\]|!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]|([ xX])\](?= ))/y;

/** Titles of alerts on pages, in all languages. */
const alertTitles = new Map(calloutKinds.map((kind) => [kind.toUpperCase(), calloutTitles(kind)]));

/** Whether the spare words of a block are those of the mark of an alert. */
export const isAlertMark = (spare: string): boolean => alertTitles.has(spare.slice(1).split(' ', 1)[0]!);

/** Reads the blocks of a twin back from its Markdown. */
export function twinBlocks(text: string, urlOf: (href: string) => string | undefined): readonly Block[] {
  const reader = new BlockReader(urlOf);
  const html = new Parser({
    onopentag: (name, attributes) => open(name, (own) => attributes[own]),
    ontext: (data) => reader.text(data),
    onclosetag: (name) => reader.close(name),
  });
  const notes = new Set([...text.matchAll(/^\[\^([^\]\s]+)\]:/gm)].map(([, id]) => id));
  read(markdown.parse(withoutNoteIndent(text), { notes }));
  html.end();
  return reader.end();

  function open(name: string, attribute: (name: string) => string | null | undefined): void {
    reader.open(name, { getAttribute: (own) => attribute(own) ?? null });
  }

  function read(tokens: readonly Token[]): void {
    for (const token of tokens) {
      const { type, tag, content, nesting } = token;
      if (type === 'inline') {
        if (token.children!.length === 0) reader.text(content);
        else read(token.children!);
      } else if (type === 'text') reader.text(content);
      else if (type === 'code_inline') reader.text(content);
      else if (type === 'mark') reader.spare([content, ...(alertTitles.get(content) ?? [])].join(' '));
      else if (type === 'html_inline' || type === 'html_block') html.write(content);
      else if (type === 'fence' || type === 'code_block') {
        // The page may show the language above the code.
        if (token.info) reader.spare(token.info);
        reader.gap();
        reader.codeBlock(content);
      } else if (type === 'image') open('img', (name) => (name === 'alt' ? altOf(token) : token.attrGet(name)?.toString()));
      else if (nesting === 1) {
        // The number of an item follows from its position.
        open(tag, (name) => token.attrGet(name)?.toString());
        if (type === 'list_item_open') reader.spare(token.info);
      } else if (nesting === -1) reader.close(tag);
      else reader.gap();
    }
  }
}

/** Removes the indentation of footnotes, which CommonMark lacks, so that their content is parsed. */
const withoutNoteIndent = (text: string): string =>
  text.replace(/^(`{3,})[^`\n]*\n[\s\S]*?^\1|^\[\^[^\]\s]+\]:.*(?:\n+ {4}.*)*/gm, (block, fence?: string) =>
    fence ? block : block.replace(/^ {4}/gm, ''),
  );

const altOf = (image: Token): string =>
  (image.children ?? [])
    .map((token) => (token.type === 'image' ? altOf(token) : token.type === 'softbreak' ? ' ' : token.content))
    .join('');
