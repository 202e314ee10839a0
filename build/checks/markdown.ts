import { distance } from 'fastest-levenshtein';
import { firstLineAfter, frontMatter, frontMatterOf } from '../page/front-matter.ts';
import { bodyTextOf, type SitePage } from '../page/page.ts';
import { calloutKinds } from '../twin/callout-titles.ts';
import { documentsOf } from './engine/documents.ts';
import { lastFence, unclosedFences, type WithoutCode, withoutCode } from './engine/fence.ts';
import type { Defect } from './finding.ts';
import type { Inspection } from './inspection.ts';

interface Mistake {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
  readonly fix: string;
}

/**
 * Constructs of the starter's Markdown that lack a part. They stand as text on the page, or vanish, and page and twin agree, so no
 * other check sees them.
 */
export function* incompleteMarkdown({ visiblePages, sourceText, site }: Inspection): Generator<Defect> {
  for (const page of site.settings.starter ? visiblePages : []) {
    const text = markdownOf(page, sourceText);
    if (text === undefined) continue;
    for (const { line, message, fix } of mistakesIn(text)) yield { on: { file: page.source! }, line, message, fix };
  }
}

/** In the order of their lines. */
function mistakesIn(text: string): Mistake[] {
  const reading = readLines(text);
  const { lines } = reading;
  const found = [...containersIn(reading, 0, lines.length), ...notesIn(lines), ...linksIn(lines), ...marksIn(reading)];
  return found.sort((a, b) => a.line - b.line);
}

function readLines(text: string): WithoutCode {
  const source = text.split('\n').map((line) => line.trimEnd());
  source.fill('', 0, firstLineAfter(text) - 1);
  const { lines, fences } = withoutCode(source);
  return { lines: withoutComments(lines), fences };
}

/** Blanks comments of HTML, which may have several lines. */
const withoutComments = (lines: readonly string[]): string[] =>
  lines
    .join('\n')
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '))
    .split('\n');

const container = /^\s*(:{3,})\s*([a-z][a-z-]*)/;
/** Others are shown as text, which the check unknown-syntax says. */
const names: readonly string[] = [...calloutKinds, 'details', 'tabs', 'code-group', 'steps', 'cards', 'file-tree'];

/** What a container must hold, by its name. */
const needs: Readonly<Record<string, readonly [part: string, fix: string, isPart: RegExp]>> = {
  tabs: ['tab', 'Write a line "== Label" before each tab.', /^\s*==\s+\S/],
  steps: ['numbered list', 'Write each step as an item: "1. Do this."', /^\s*\d+[.)]\s/],
  cards: ['list', 'Write each card as an item: "- [Title](page.md)".', /^\s*[-*+]\s/],
  'file-tree': ['list', 'Write each file as an item: "- index.md".', /^\s*[-*+]\s/],
};

/** As the parser does, a container ends at the first line of as many colons, whatever was opened after it. */
function* containersIn(reading: WithoutCode, from: number, to: number): Generator<Mistake> {
  const { lines, fences } = reading;
  for (let at = from; at < to; at++) {
    const [, colons, name] = container.exec(lines[at]!) ?? [];
    if (!colons || !name) {
      if (/^\s*:{3,}$/.test(lines[at]!))
        yield {
          line: at + 1,
          message: `"${lines[at]!.trim()}" closes nothing, and is shown as text`,
          fix: 'Remove it; around a container, write more colons than within it.',
        };
      continue;
    }
    const opening = `${colons} ${name}`;
    const end = lines.findIndex((line, index) => index > at && index < to && closes(line, colons));
    const last = end < 0 ? to : end;
    const inner = lines.slice(at + 1, last);
    const nested = inner.findIndex((line) => (container.exec(line)?.[1]?.length ?? 0) >= colons.length);
    if (names.includes(name) && (end < 0 || nested >= 0)) {
      yield {
        line: at + 1,
        message:
          nested < 0
            ? `"${opening}" is never closed, and holds all that follows`
            : `"${opening}" is not closed before "${inner[nested]!.trim()}" in line ${at + nested + 2}`,
        fix: `Close it with a line "${colons}"; around a container, write more colons than within it.`,
      };
      // The lines that the author meant as its end are no further mistakes.
      at = endOfPair(lines, at, to);
      continue;
    }
    const [part, fix, isPart] = needs[name] ?? [];
    const hasCode = fences.some(({ start }) => start > at && start < last) || inner.some((line) => /^\s*<<<\s/.test(line));
    if (part && !inner.some((line) => isPart!.test(line)))
      yield { line: at + 1, message: `"${opening}" holds no ${part}`, fix: fix! };
    if (name === 'code-group' && !hasCode)
      yield { line: at + 1, message: `"${opening}" holds no code`, fix: 'Put fences with labels into it: "```sh [npm]".' };
    yield* containersIn(reading, at + 1, last);
    at = last;
  }
}

/** The line that closes a container if openings and closings pair up; if they do not, its own. */
function endOfPair(lines: readonly string[], start: number, to: number): number {
  let open = 0;
  for (let at = start; at < to; at++) {
    if (container.test(lines[at]!)) open++;
    else if (/^\s*:{3,}$/.test(lines[at]!) && --open === 0) return at;
  }
  return start;
}

const closes = (line: string, colons: string): boolean => /^\s*:{3,}$/.test(line) && line.trim().length >= colons.length;

/** Footnotes: each mark needs its note, and each note a mark. */
function* notesIn(lines: readonly string[]): Generator<Mistake> {
  const notes = new Set(lines.flatMap((line) => /^\s{0,3}\[\^([^\]\s]+)\]:/.exec(line)?.[1] ?? []));
  const marked = new Set<string>();
  for (const [at, line] of lines.entries())
    for (const [mark, name] of line.matchAll(/(?<!\\)\[\^([^\]\s]+)\](?!:)/g)) {
      marked.add(name!);
      if (!notes.has(name!))
        yield {
          line: at + 1,
          message: `${mark} has no note, and is shown as text`,
          fix: `Write the note on a line: "${mark}: Text."`,
        };
    }
  for (const [at, line] of lines.entries()) {
    const [note, name] = /^\s{0,3}\[\^([^\]\s]+)\]:/.exec(line) ?? [];
    if (note && !marked.has(name!))
      yield { line: at + 1, message: `the note ${note.trim()} is shown nowhere`, fix: `Write [^${name}] where it belongs.` };
  }
}

/** `[text](my page.md)`: without angle brackets, a target ends at its first space. */
function* linksIn(lines: readonly string[]): Generator<Mistake> {
  for (const [at, line] of lines.entries())
    for (const [link, target] of line.matchAll(/(?<!\\)!?\[[^[\]]*\]\(([^()<>"'\s][^()<>"'\n]*)\)/g))
      if (/\s/.test(target!.trim()) && !/\{[{%]/.test(target!))
        yield {
          line: at + 1,
          message: `"${link}" is shown as text: its target has a space`,
          fix: `Write (<${target!.trim()}>).`,
        };
}

/** Marks of lines behind the language of a fence. */
function* marksIn({ fences }: WithoutCode): Generator<Mistake> {
  for (const { start, end, info } of fences) {
    const [mark, list] = /(?<=\s)\{([^{}]*)\}/.exec(` ${info.replace(/title=(?:"[^"]*"|'[^']*'|\S+)/, '')}`) ?? [];
    if (mark === undefined || list === undefined) continue;
    const last = end - start - 2;
    const numbers = [...list.matchAll(/\d+/g)].map(Number);
    const isList = /^\s*\d+\s*(?:-\s*\d+\s*)?(?:,\s*\d+\s*(?:-\s*\d+\s*)?)*$/.test(list);
    if (!isList || Math.max(...numbers) > last || numbers.includes(0))
      yield {
        line: start + 1,
        message: isList ? `${mark} marks a line that the code does not have: it has ${last}` : `${mark} marks nothing`,
        fix: 'Write the numbers of lines and ranges: "{2,4-6}".',
      };
  }
}

/**
 * An unclosed fence swallows the following text, in a twin or in a Markdown source. The twin of such a source is well formed and
 * wrong: it ends in a fence. Other sources are not parsed.
 */
export function* unclosedFence(inspection: Inspection): Generator<Defect> {
  const { publicPages, sourceText } = inspection;
  for (const { path, body, isMarkdown } of documentsOf(inspection))
    for (const { line, opening } of isMarkdown ? unclosedFences(body) : [])
      yield { on: { file: path }, line, key: `${path}:${line}`, ...explain(opening) };
  for (const page of publicPages) {
    const { source } = page;
    if (!source?.endsWith('.md') || !lastFence.test(bodyTextOf(page).slice(-200))) continue;
    for (const { line, opening } of unclosedFences(sourceText(source) ?? ''))
      yield { on: { file: source }, line, key: `${source}:${line}`, ...explain(opening) };
  }
}

const explain = (opening: string): { message: string; fix: string } => ({
  message: `the fence ${opening} is never closed`,
  fix: 'Close it with a line of as many backticks or tildes; a fence inside a fence needs a longer one around it.',
});

/** The keys of the starter's schema, and Eleventy's own. */
const known = [
  ...frontMatter.map(({ name }) => name),
  ...['pagination', 'templateEngineOverride', 'eleventyComputed', 'eleventyExcludeFromCollections'],
];

/** Front matter without effect, which nothing else would report. The author's own keys are not reported. */
export function* frontMatterMistakes({ pages, sourceText, site, refused = [] }: Inspection): Generator<Defect> {
  for (const { source, old, message, fix } of refused)
    yield { on: { file: source, source }, tokens: [old], line: 1, message, fix: `${fix[0]!.toUpperCase()}${fix.slice(1)}.` };
  if (!site.settings.starter) return;
  for (const source of new Set(pages.flatMap(({ source }) => source ?? []))) yield* defectsOf(source, sourceText(source) ?? '');
}

/** Empty lines before what would otherwise be front matter. */
const late = /^\uFEFF?(?:[ \t]*\r?\n)+---[ \t]*\r?\n(?:[A-Za-z][\w-]*:.*\r?\n)+---[ \t]*$/m;

function* defectsOf(source: string, text: string): Generator<Defect> {
  const on = { file: source };
  // A quick test first, because the search scans the whole text.
  if (/^\uFEFF?\s/.test(text) && text.search(late) === 0) {
    const message = 'front matter that does not begin on the first line is shown as text';
    yield { on, line: 1, message, fix: 'Remove the empty lines before it.', key: source };
    return;
  }
  const lines = frontMatterOf(text).split('\n');
  const keys = lines.map((line) => /^([A-Za-z][\w-]*):/.exec(line)?.[1]);
  for (const [at, line] of lines.entries()) {
    const key = keys[at];
    if (key === undefined) continue;
    const [, value] = /^\w+:(\S.*)$/.exec(line) ?? [];
    const meant = meantBy(key);
    const place = { on, line: at + 2, key: `${source}:${key}` };
    if (value !== undefined && known.includes(key))
      yield { ...place, message: `front matter "${key}:${value}" sets nothing`, fix: `Write a space: "${key}: ${value}".` };
    else if (meant !== undefined && !keys.includes(meant))
      yield { ...place, message: `the build does not know the front matter "${key}"`, fix: `Did you mean "${meant}"?` };
  }
}

/** The key that is probably meant: other cases and separators, letters in another order, or a slip for each five letters. */
function meantBy(key: string): string | undefined {
  if (known.includes(key)) return undefined;
  return known.find((name) => {
    const [written, right] = [plain(key), plain(name)];
    if (written === right) return true;
    // Short words that are alike differ in meaning.
    if (written.length < 5 || written[0] !== right[0] || written === `${right}s`) return false;
    return sorted(written) === sorted(right) || distance(written, right) <= Math.floor((right.length - 1) / 5);
  });
}

const plain = (key: string): string => key.toLowerCase().replace(/[-_]/g, '');
const sorted = (word: string): string => [...word].sort().join('');

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
export function* unknownSyntax({ publicPages, sourceText, site }: Inspection): Generator<Defect> {
  for (const page of site.settings.starter ? publicPages : []) {
    const text = markdownOf(page, sourceText);
    if (!text) continue;
    const shown = condensed(withoutCode(bodyTextOf(page).split('\n')).lines.join('\n'));
    /** What was found on the page, each once: a page from another generator repeats its syntax. */
    const found = new Set<string>();
    for (const [at, line] of withoutCode(text.split('\n')).lines.entries()) {
      const place = { on: { file: page.source! }, line: at + 1 };
      if (at + 1 < firstLineAfter(text)) continue;
      const [syntax, fix] = foreign.find(([syntax]) => shown.includes(condensed(syntax.exec(line)?.[0] ?? '\0'))) ?? [];
      if (syntax && !found.has(fix!)) yield { ...place, message: `"${syntax.exec(line)![0]}" is shown as text`, fix: fix! };
      if (syntax) found.add(fix!);
      const [, name] = component.exec(line) ?? [];
      if (!name || found.has(name)) continue;
      found.add(name);
      const message = `<${name}> is a component, of which browsers show nothing`;
      yield { ...place, message, fix: 'Write what it shows, as Markdown or HTML; code goes between backticks.' };
    }
  }
}

/** The Markdown source of a page; undefined for other templates. */
const markdownOf = ({ source }: Pick<SitePage, 'source'>, sourceText: Inspection['sourceText']): string | undefined =>
  source?.endsWith('.md') ? sourceText(source) : undefined;

/** A text without white space and backslashes, which Markdown and its output write differently. */
const condensed = (text: string): string => text.replace(/[\s\\]+/g, '');
