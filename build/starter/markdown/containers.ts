import type { Env, MarkdownIt, Token } from 'markdown-it';
import { type CalloutKind, calloutKinds, calloutTitle } from '../../twin/callout-titles.ts';
import { loadPackage } from '../optional-package.ts';

type Container = (markdown: MarkdownIt, name: string, options: object) => void;

/**
 * Callouts of GitHub (`> [!NOTE]`), VitePress (`::: tip Title`) and Starlight (`:::tip[Title]`), `::: details Summary`; `::: steps`, `::: cards` and
 * `::: file-tree` around a list; `::: tabs` with a line `== Label` before each, and `::: code-group` around code with a
 * label, `sh [npm]`. A longer row of colons encloses a shorter one.
 */
export function addContainers(markdown: MarkdownIt): void {
  const container = loadPackage('markdown-it-container') as Container;
  // Without the footnotes of the page, which would be printed after the title.
  const inline = (text: string, env: Env): string => markdown.renderInline(text, { ...env, footnotes: undefined });
  const add = (names: string, open: (name: string, title: string, env: Env) => string, close: string): void =>
    container(markdown, names.split('|')[0]!, {
      validate: (text: string) => new RegExp(`^\\s*(?:${names})(?:\\s|\\[|$)`).test(text),
      render: (tokens: Token[], at: number, _: unknown, env: Env) => {
        const [, name = '', label = '', title = label] =
          /^\s*([\w-]+)(?:\[(.*)\]\s*$)?(?:\s*(.+))?$/.exec(tokens[at]!.info) ?? [];
        return tokens[at]!.nesting === 1 ? open(name, title.trim(), env) : close;
      },
    });
  add(calloutKinds.join('|'), (name, title, env) => calloutStart(name, env, title && inline(title, env)), '</div>\n');
  add('details', (_, title, env) => `<details>\n<summary>${inline(title || 'Details', env)}</summary>\n`, '</details>\n');
  for (const name of ['steps', 'cards', 'file-tree']) add(name, () => `<div class="${name}">\n`, '</div>\n');
  for (const name of ['tabs', 'code-group']) add(name, () => '', '</div>\n</div>\n');

  markdown.block.ruler.before('heading', 'tab', readTab, { alt: ['paragraph', 'list', 'blockquote'] });
  markdown.core.ruler.after('block', 'tabs', ({ tokens }) => nameTabs(tokens, markdown.utils.escapeHtml));
  markdown.core.ruler.after('block', 'code_groups', (state) => labelCode(state));
  markdown.core.ruler.after('block', 'alerts', ({ tokens }) => readAlerts(tokens));
  markdown.renderer.rules.alert_open = (tokens, at, _, env) => {
    const { info, content } = tokens[at]!;
    return calloutStart(info, env, content && inline(content, env ?? {}));
  };
  markdown.renderer.rules.alert_close = () => '</div>\n';
  markdown.renderer.rules.tab_set = (tokens, at) => tokens[at]!.content;
}

interface PageData {
  readonly language?: string;
  readonly site?: { readonly language?: string };
}

/** A callout without title gets the default one in the language of the page. */
function calloutStart(name: string, env: Env | undefined, title?: string): string {
  const { language, site } = (env ?? {}) as PageData;
  return `<div class="callout ${name}" role="note">\n<p class="callout-title">${title || calloutTitle(name as CalloutKind, language ?? site?.language)}</p>\n`;
}

type CoreState = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0];

/** Each code of a group becomes a tab, labelled by its fence, its title, or its language. */
function labelCode(state: CoreState): void {
  let group: Token | undefined;
  state.tokens = state.tokens.flatMap((token) => {
    if (token.type === 'container_code-group_open') {
      group = token;
      token.type = 'container_tabs_open';
    } else if (token.type === 'container_code-group_close') {
      group = undefined;
      token.type = 'container_tabs_close';
    } else if (group && token.type === 'fence' && token.level === group.level + 1) {
      const named = /\s*(?:\[([^\]]+)\]|\btitle=(?:"([^"]*)"|'([^']*)'|(\S+)))/.exec(token.info);
      const label = named?.slice(1).find(Boolean) ?? (/^[^\s{]+/.exec(token.info)?.[0] || 'Code');
      if (named) token.info = token.info.replace(named[0], '');
      const [open, inline, close] = [
        new state.Token('tab_open', '', 1),
        new state.Token('inline', '', 0),
        new state.Token('tab_close', '', -1),
      ];
      inline.content = label.replace(/[^\p{L}\p{N}\s]/gu, '\\$&');
      inline.children = [];
      return [open, inline, close, token];
    }
    return [token];
  });
}

type BlockRule = Parameters<MarkdownIt['block']['ruler']['push']>[1];

/** `== Label`, directly in a set of tabs. It closes open blocks of the previous panel, such as a list. */
const readTab: BlockRule = (state, line, _end, silent) => {
  const text = state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
  if (!/^==\s+\S/.test(text)) return false;
  const levels = state.tokens.reduce<number[]>((open, { type, level }) => {
    if (type === 'container_tabs_open') open.push(level);
    else if (type === 'container_tabs_close') open.pop();
    return open;
  }, []);
  if (silent || levels.at(-1) !== state.level - 1) return silent && levels.length > 0;
  const [open, inline, close] = [state.push('tab_open', '', 1), state.push('inline', '', 0), state.push('tab_close', '', -1)];
  open.map = [line, line + 1];
  inline.content = text.replace(/^==\s+/, '').trim();
  inline.map = open.map;
  inline.children = [];
  close.map = open.map;
  state.line = line + 1;
  return true;
};

/**
 * Tabs without a script: radio button, label and panel in turn. A set is named after its labels in every language.
 */
function nameTabs(tokens: Token[], toText: (text: string) => string): void {
  const sets: { readonly open: Token; readonly number: number; readonly labels: string[] }[] = [];
  let count = 0;
  for (const [at, token] of tokens.entries()) {
    const set = sets.at(-1);
    if (token.type === 'container_tabs_open') {
      sets.push({ open: token, number: ++count, labels: [] });
    } else if (token.type === 'container_tabs_close') {
      sets.pop();
      const named = toText(set!.labels.join(', ').replace(/\\(.)|[*_`~]/g, '$1') || 'Tabs');
      // Text before the first label stands above the tabs.
      set!.open.type = 'tab_set';
      set!.open.content = `<div class="tabs sd-tab-set" role="group" aria-label="${named}">\n${set!.labels.length > 0 ? '' : '<div>\n'}`;
    } else if (token.type === 'tab_open') {
      const first = !set || set.labels.length === 0;
      const id = `tab-${set?.number ?? 0}-${(set?.labels.length ?? 0) + 1}`;
      set?.labels.push(tokens[at + 1]!.content);
      token.type = 'tab_set';
      token.content = `${first ? '' : '</div>\n'}<input type="radio" name="tabs-${set?.number}" id="${id}"${first ? ' checked' : ''}>\n<label for="${id}">`;
      tokens[at + 2]!.type = 'tab_set';
      tokens[at + 2]!.content = '</label>\n<div class="tabbed-content">\n';
    }
  }
}

/** A quote whose first line is `[!NOTE]`, optionally with a title, is a callout. */
function readAlerts(tokens: Token[]): void {
  const open: (string | undefined)[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'blockquote_open') {
      const inline = tokens[at + 2];
      const [line, kind, title] = alert.exec(inline?.content ?? '') ?? [];
      const name = tokens[at + 1]?.type === 'paragraph_open' ? kind?.toLowerCase() : undefined;
      open.push(name);
      if (!name) continue;
      token.type = 'alert_open';
      token.info = name;
      token.content = title?.trim() ?? '';
      inline!.content = inline!.content.slice(line!.length);
      if (inline!.content === '') for (const empty of [at + 1, at + 2, at + 3]) tokens[empty]!.hidden = true;
    } else if (token.type === 'blockquote_close' && open.pop()) token.type = 'alert_close';
  }
}

const alert = new RegExp(`^\\[!(${calloutKinds.join('|')})\\](?:[ \\t]+([^\\n]*))?(?:\\n|$)`, 'i');
