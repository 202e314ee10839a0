import { loadPackage } from '../optional-package.ts';

/** A piece of code with the class of its colour; empty for plain text. */
export interface CodePiece {
  readonly text: string;
  readonly kind: string;
}

interface PrismToken {
  readonly type: string;
  readonly alias?: string | string[];
  readonly content: PrismContent;
}
type PrismContent = string | PrismToken | readonly (string | PrismToken)[];
interface Prism {
  readonly languages: Readonly<Record<string, object | undefined>>;
  tokenize(code: string, grammar: object): readonly (string | PrismToken)[];
}

type Names = string | readonly string[];
/** Prism's own list of its languages. */
interface Components {
  readonly languages: Readonly<Record<string, { readonly alias?: Names; readonly require?: Names; readonly optional?: Names }>>;
}

/** Kinds of tokens for the style sheet: few classes keep pages small. */
const kinds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'tk-c': 'comment prolog doctype cdata shebang blockquote',
    'tk-k': 'keyword atrule important builtin boolean rule null nil directive method header-name key-atom',
    'tk-s': 'string char regex url attr-value template-string string-literal heredoc-string scalar',
    'tk-n': 'number constant symbol unit date datetime color hexcode',
    'tk-f': 'function class-name tag selector title maybe-class-name function-name property key table attr-name',
    'tk-i': 'inserted inserted-sign',
    'tk-d': 'deleted deleted-sign',
  }).flatMap(([kind, types]) => types.split(' ').map((type) => [type, kind] as const)),
);

/** Loads Prism and the grammar of a language, once. Undefined for unknown languages, such as `mermaid`. */
function grammarOf(language: string): { prism: Prism; grammar: object } | undefined {
  const prism = loadPackage('prismjs') as Prism;
  const load = loadPackage('prismjs/components/') as ((names: string[]) => void) & { silent: boolean };
  load.silent = true;
  if (!Object.hasOwn(prism.languages, language)) load([...usedBy(language, loadPackage('prismjs/components.js') as Components)]);
  const grammar = Object.hasOwn(prism.languages, language) ? prism.languages[language] : undefined;
  return typeof grammar === 'object' ? { prism, grammar } : undefined;
}

/** A language with all that its grammar may use: otherwise colours would depend on grammars loaded earlier. */
function usedBy(language: string, components: Components, found = new Set<string>()): Set<string> {
  const listed = Object.entries(components.languages);
  const [name, { require = [], optional = [] }] = listed.find(
    ([each, { alias = [] }]) => each === language || [alias].flat().includes(language),
  ) ?? [language, {}];
  if (found.has(name)) return found;
  found.add(name);
  for (const other of [require, optional].flat(2)) usedBy(other, components, found);
  return found;
}

/** Splits code into coloured pieces, without loss. */
export function highlight(code: string, language: string): CodePiece[] {
  const found = /^[\w-]+$/.test(language) ? grammarOf(language.toLowerCase()) : undefined;
  if (!found) return [{ text: code, kind: '' }];
  const pieces: { text: string; kind: string }[] = [];
  const add = (content: PrismContent, kind: string): void => {
    if (typeof content === 'string') {
      const last = pieces.at(-1);
      if (last?.kind === kind) last.text += content;
      else pieces.push({ text: content, kind });
    } else if ('type' in content) {
      const own = [content.type, content.alias ?? []].flat().find((name) => Object.hasOwn(kinds, name));
      add(content.content, own ? kinds[own]! : content.type === 'interpolation' ? '' : kind);
    } else for (const part of content) add(part, kind);
  };
  add(found.prism.tokenize(code, found.grammar), '');
  return pieces;
}
