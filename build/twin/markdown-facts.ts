import { Parser } from 'htmlparser2';
import MarkdownItClass, { type Token } from 'markdown-it';
import { phrasing } from './elements.ts';
import { FactReader, type Facts } from './facts.ts';

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
  if (!found || (!found[1] && state.pos > 0)) return false;
  // Without a definition it is text, perhaps of a link.
  if (found[1] && !(state.env.notes as ReadonlySet<string>).has(found[1])) return false;
  if (!silent) state.push('mark', '', 0);
  state.pos += found[0].length;
  return true;
});

/** A footnote mark, the kind of an alert, the state of a task. */
const mark = /\[(?:\^([^[\]\s]+)\]|!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]|([ xX])\](?= ))/y;

/** The facts of Markdown. */
export function markdownFacts(source: string, urlOf: (href: string) => string | undefined): Facts {
  const reader = new FactReader();
  let code: string | undefined;
  const html = new Parser({
    onopentag(name, { href }) {
      if (name === 'pre') code = '';
      else open(name, href);
    },
    ontext: text,
    onclosetag(name) {
      if (name === 'pre') {
        reader.code(code ?? '');
        code = undefined;
      } else close(name);
    },
  });
  const notes = new Set([...source.matchAll(/^\[\^([^\]\s]+)\]:/gm)].map(([, id]) => id));
  read(markdown.parse(withoutNoteIndent(source), { notes }));
  html.end();
  return reader.facts;

  function text(data: string): void {
    if (code === undefined) reader.text(data);
    else code += data;
  }

  function open(name: string, href: string | null | undefined): void {
    if (name === 'a' && href != null) reader.link(urlOf(href));
    else if (/^h[1-6]$/.test(name)) reader.startHeading(Number(name[1]));
    else if (!phrasing.has(name)) reader.endBlock();
  }

  function close(name: string): void {
    if (/^h[1-6]$/.test(name)) reader.endHeading();
    else if (!phrasing.has(name)) reader.endBlock();
  }

  function read(tokens: readonly Token[]): void {
    for (const token of tokens) {
      const { type, tag, content, nesting } = token;
      if (type === 'inline') {
        if (token.children!.length === 0) text(content);
        else read(token.children!);
      } else if (type === 'text' || type === 'code_inline') text(content);
      else if (type === 'html_inline' || type === 'html_block') html.write(content);
      else if (type === 'image') reader.image([urlOf(token.attrGet('src')?.toString() ?? '')]);
      else if (type === 'fence' || type === 'code_block') reader.code(content);
      else if (nesting === 1) open(tag, token.attrGet('href')?.toString());
      else if (nesting === -1) close(tag);
      else if (type === 'softbreak' || type === 'hardbreak') reader.text(' ');
    }
  }
}

/** Removes the indentation of footnotes, which CommonMark lacks, so that their content is parsed. */
const withoutNoteIndent = (text: string): string =>
  text.replace(/^(`{3,})[^`\n]*\n[\s\S]*?^\1|^\[\^[^\]\s]+\]:.*(?:\n+ {4}.*)*/gm, (block, fence?: string) =>
    fence ? block : block.replace(/^ {4}/gm, ''),
  );
