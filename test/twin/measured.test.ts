import { readdirSync, readFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../build/page/parse-html.ts';
import { resolveReferences } from '../../build/twin/page-reference.ts';
import { Reading } from '../../build/twin/reading.ts';
import { toMarkdown } from '../../build/twin/to-markdown.ts';
import { missing, type VisibleFacts, visibleFactsOf } from '../support/visible-facts.ts';

/**
 * Pages of generators, compared with their twins without code of the converter: selectors written by hand declare the content of
 * each page.
 */
const pages: Record<string, Content> = {
  asciidoctor: {
    // Asciidoctor lays callouts out as tables.
    content: 'body',
    out: '#toc, #footer, sup.footnote, .footnote > a, td.icon',
    unlinked: '.link, .anchor',
    layout: '.admonitionblock > table, .colist > table',
  },
  'by-hand': { content: '.text', added: ['required'] },
  docusaurus: {
    content: '.theme-doc-markdown',
    out: '.hash-link, .katex-html, semantics > mrow, sup, .data-footnote-backref, #footnote-label, .theme-admonition-tip > .admonitionHeading_Gvgb',
  },
  hugo: {
    content: '.td-content',
    out: '.td-heading-self-link, sup, .footnote-backref, .lntd:first-child, .ln, blockquote > .alert-heading',
    layout: '.lntable',
  },
  javadoc: { content: 'main', out: '.table-tabs' },
  mdbook: {
    content: 'main',
    out: 'sup, .footnote-definition a, .admonition-anchor-link, .admonition-title',
    unlinked: '.header',
  },
  'mkdocs-material': {
    content: '.md-content__inner',
    unlinked: '[name]',
    out: '.headerlink, .md-content__button, sup[id], .footnote-backref, .linenos, .note > .admonition-title, .md-source-file',
    layout: '.highlighttable',
  },
  sphinx: {
    content: '.body',
    out: '.headerlink, .contents, .footnote-reference, .footnote .label, .linenos, .note > .admonition-title',
    unlinked: '.toc-backref',
    layout: '.highlighttable',
  },
  starlight: {
    content: 'main',
    out: '.sl-anchor-link, .starlight-aside--note > .starlight-aside__title, .gutter, .sr-only, button, footer',
    unlinked: '[role=tab]',
  },
  vitepress: {
    content: '.vp-doc',
    out: '.header-anchor, button, .lang, .line-numbers-wrapper, .tip > .custom-block-title, .note > .custom-block-title',
  },
};

interface Content {
  readonly content: string;
  /** Elements that are not content, or that Markdown syntax replaces: marks of notes, titles of alerts. */
  readonly out?: string;
  /** Words of the twin for what the page shows without words: `required` fields. */
  readonly added?: readonly string[];
  /** Links without a target, or to their own place. */
  readonly unlinked?: string;
  /** Layout tables. */
  readonly layout?: string;
}

const folder = `${import.meta.dirname}/fixtures/pages`;
const context = { pageUrl: 'https://site.example/docs/page', siteUrl: 'https://site.example' };
const renderer = new MarkdownIt({ html: true });

const elementOf = (html: string, selector: string): Element =>
  (parseHTML(html).document as unknown as Document).querySelector(selector)!;

/** Each page is compared many times. */
const known = new Map<string, VisibleFacts>();
function pageFacts(name: string): VisibleFacts {
  const facts = known.get(name) ?? readPageFacts(name);
  known.set(name, facts);
  return facts;
}

function readPageFacts(name: string): VisibleFacts {
  const { content, out, unlinked, layout } = pages[name]!;
  const root = elementOf(readFileSync(`${folder}/${name}.html`, 'utf8'), content);
  const each = (selector: string | undefined, change: (element: Element) => void): void => {
    if (selector) for (const element of root.querySelectorAll(selector)) change(element);
  };
  each(out, (element) => element.remove());
  each(unlinked, (element) => element.removeAttribute('href'));
  each(layout, (element) => element.setAttribute('role', 'presentation'));
  return visibleFactsOf(root, context.pageUrl);
}

function twinOf(name: string): string {
  const html = readFileSync(`${folder}/${name}.html`, 'utf8');
  const { heading, body } = toMarkdown(new Reading(parseDocument(html)), context);
  return resolveReferences(heading ? `# ${heading}\n\n${body}` : body, (path) => context.siteUrl + path);
}

/** A twin as a renderer shows it, without the marks of alerts, notes and tasks, which are extensions of GitHub. */
function twinFacts(markdown: string): VisibleFacts {
  const html = renderer.render(markdown.replace(/\[!\w+\]|\[\^[^\]\s]+\]:?|(?<=^ *- )\[[ x]\] /gm, ''));
  return visibleFactsOf(elementOf(`<main>${html}</main>`, 'main'), context.pageUrl);
}

/** Facts of the page that the twin lacks, and words of the twin that the page lacks. */
function differences(name: string, markdown: string): Record<string, string[]> {
  const page = pageFacts(name);
  const twin = twinFacts(markdown);
  const facts = Object.keys(page) as (keyof VisibleFacts)[];
  return Object.fromEntries(
    [
      ...facts.map((fact) => [fact, missing(page[fact], twin[fact])] as const),
      ['not of the page', missing(twin.words, [...page.words, ...(pages[name]!.added ?? [])])] as const,
    ].filter(([, lost]) => lost.length > 0),
  );
}

describe('a rendered twin shows the content of the page and nothing else', () => {
  it.each(Object.keys(pages))('%s', (name) => {
    expect(differences(name, twinOf(name))).toEqual({});
  });
});

describe('the comparison detects losses', () => {
  const losses: readonly (readonly [what: string, found: RegExp, left: string, facts: RegExp])[] = [
    ['a link', /(?<!!)\[([^\]^!]{2,})\]\([^)]+\)/g, '$1', /links/],
    ['the target of a link', /(?<=(?<!!)\[[^\]^!]{2,}\]\()[^)]+(?=\))/g, '/elsewhere', /links/],
    ['an image', /!\[[^\]]*\]\([^)]*\)/g, '', /images/],
    // Tables of javadoc are lists of blocks on the page: only their words can be missing.
    ['a cell', /(?<=^\| )[^|\n]*[^|\s-][^|\n]*(?= \|)/gm, '', /rows|words/],
    ['a row', /^\|.*[^|\s-].*\n/gm, '', /rows|words/],
    ['a line of code', /(?<=^```(?!math)\w*\n).*\w.*\n/gm, '', /code/],
    ['the indentation of code', /(?<=^```(?!math)\w*\n)(?=.*\w)/gm, ' ', /code/],
    ['the level of a heading', /^#(?= )/gm, '##', /headings/],
    ['a word', /(?<=^[A-Z][a-z]+ )\p{L}{2,}/gmu, '', /words/],
  ];
  it.each(Object.keys(pages).flatMap((name) => losses.map((loss) => [name, ...loss] as const)))(
    '%s: %s',
    (name, _, found, left, fact) => {
      const twin = twinOf(name);
      const places = [...twin.matchAll(found)];
      for (const place of new Set([places[0], places.at(-1)])) {
        if (!place) continue;
        const text = left.replace('$1', place[1] ?? '');
        const less = twin.slice(0, place.index) + text + twin.slice(place.index + place[0].length);
        expect(Object.keys(differences(name, less)).join(), `without ${place[0]}`).toMatch(fact);
      }
    },
  );
});

it('covers every page of the folder', () => {
  expect(
    readdirSync(folder)
      .filter((file) => file.endsWith('.html'))
      .sort(),
  ).toEqual(
    Object.keys(pages)
      .map((name) => `${name}.html`)
      .sort(),
  );
});
