import MarkdownItClass, { type Token } from 'markdown-it';
import { resolveReferences } from '../page-reference.ts';
import type { ConversionContext } from '../tree-builder.ts';
import { FactCollector, type Facts } from './facts.ts';

/** A renderer that has no part in conversion: CommonMark with GFM's tables and strikethrough. */
const markdown = new MarkdownItClass({ html: true, maxNesting: 1_000 });
// A definition `[^1]: text` is a note here, not a reference; URLs are compared as they are written.
markdown.disable('reference');
markdown.normalizeLink = (url) => url;
markdown.validateLink = () => true;

const blocks = new Set(
  'p h1 h2 h3 h4 h5 h6 li ul ol blockquote table tr td th pre hr br div dl dt dd details summary figure figcaption'.split(' '),
);

/** Reads the facts of a twin back from its Markdown. */
export function twinFacts(text: string, { pageUrl, siteUrl }: ConversionContext): Facts {
  const facts = new FactCollector();
  const resolved = resolveReferences(withoutNoteIndent(text), (path) => siteUrl + path);
  const hrefs: string[] = [];

  for (const token of markdown.parse(resolved, {})) {
    if (token.type === 'inline') inline(token.children ?? []);
    else if (token.type === 'fence' || token.type === 'code_block') codeBlock(token);
    else if (token.type === 'html_block') html(token.content);
    else if (token.nesting === 1) open(token.tag);
    else if (token.nesting === -1) close(token.tag);
    else facts.gap();
  }
  facts.gap();
  return facts;

  function codeBlock({ info, content }: Token): void {
    facts.gap();
    facts.add(content);
    facts.gap();
    if (info.trim() !== 'math') facts.addCode(content);
  }

  function inline(tokens: readonly Token[]): void {
    for (const token of tokens) {
      switch (token.type) {
        case 'text':
          plain(token.content);
          break;
        case 'code_inline':
          facts.add(token.content);
          break;
        case 'softbreak':
        case 'hardbreak':
          facts.gap();
          break;
        case 'html_inline':
          html(token.content);
          break;
        case 'link_open':
          hrefs.push(absolute(String(token.attrGet('href') ?? '')));
          facts.open('link');
          break;
        case 'link_close':
          facts.closeLink(hrefs.pop() ?? '');
          break;
        case 'image':
          facts.image(token.content === '' ? '' : altOf(token), absolute(String(token.attrGet('src') ?? '')));
          break;
        default:
      }
    }
  }

  /** Text; the marks of alerts and notes have no word on the page, or another one. */
  function plain(content: string): void {
    if (!content.includes('[')) {
      facts.add(content);
      return;
    }
    facts.add(
      content
        .replace(/^\[([ xX])\] /, checkbox)
        .replace(/\[(?:!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)|\^([^\]\s]+))\]:?/g, (_, alert?: string, label?: string) => {
          facts.addSoft(alert ?? label ?? '');
          return '';
        }),
    );
  }

  function checkbox(_: string, mark: string): string {
    facts.addSoft(mark);
    return '';
  }

  function html(content: string): void {
    for (const [, closing, name, text] of content.matchAll(/<(\/?)([A-Za-z][\w-]*)(?:[^>"']|"[^"]*"|'[^']*')*>|([^<]+|<)/g)) {
      if (name === undefined) plain(decoded(text ?? ''));
      else if (closing) close(name.toLowerCase());
      else open(name.toLowerCase());
    }
  }

  function open(tag: string): void {
    if (/^h[1-6]$/.test(tag)) facts.open('heading');
    else if (tag === 'tr') facts.openRow();
    else if (tag === 'td' || tag === 'th') facts.open('cell');
    else if (tag === 'pre') facts.open('code');
    else if (blocks.has(tag)) facts.gap();
  }

  function close(tag: string): void {
    if (/^h[1-6]$/.test(tag)) facts.closeHeading(Number(tag[1]));
    else if (tag === 'tr') facts.closeRow();
    else if (tag === 'td' || tag === 'th') facts.closeCell();
    else if (tag === 'pre') facts.closeCode();
    else if (blocks.has(tag)) facts.gap();
  }

  function absolute(url: string): string {
    try {
      return new URL(url, pageUrl).href;
    } catch {
      return url;
    }
  }
}

/** Notes are no part of CommonMark: what belongs to one is read as if it stood by itself. */
function withoutNoteIndent(text: string): string {
  if (!/^\[\^[^\]]+\]:/m.test(text)) return text;
  let inNote = false;
  let fence = '';
  return text
    .split('\n')
    .map((line) => {
      if (fence) {
        if (line.startsWith(fence)) fence = '';
      } else if (/^\[\^[^\]]+\]:/.test(line)) inNote = true;
      else if (line !== '' && !line.startsWith('    ')) {
        inNote = false;
        fence = /^`{3,}/.exec(line)?.[0] ?? '';
      }
      return inNote ? line.replace(/^ {4}/, '') : line;
    })
    .join('\n');
}

const altOf = (image: Token): string =>
  (image.children ?? [])
    .map((token) => (token.type === 'image' ? altOf(token) : token.type === 'softbreak' ? ' ' : token.content))
    .join('');

const decoded = (text: string): string => (text.includes('&') ? markdown.utils.unescapeAll(text.replaceAll('\\', '\\\\')) : text);
