import { readdirSync, readFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../build/page/parse-html.ts';
import { generatorOf, siteGenerators } from '../../build/twin/generators.ts';
import { resolveReferences } from '../../build/twin/page-reference.ts';
import { Reading } from '../../build/twin/reading.ts';
import { toMarkdown } from '../../build/twin/to-markdown.ts';
import { missing, type VisibleFacts, visibleFactsOf } from '../support/visible-facts.ts';

/**
 * Pages of generators, compared with their twins without code of the converter: selectors written by hand declare the content of
 * each page. These were written by hand after the output of generators, with all that their Markdown offers.
 */
const written: Record<string, Content> = {
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

/** Permalinks, marks of notes, and the title that an alert says by its kind. */
const sphinxMarks = '.headerlink, .footnote-reference, .footnote .label, dt.label, .admonition-title';

/**
 * Output of the generators themselves, from one small site: "Loom". Scripts, styles and drawings were removed from it. The tools:
 * Sphinx 5.3 with furo 2022.12, Read the Docs 1.2 and pydata 0.7, MkDocs 1.4 with Material 8.2, Jekyll 4.3, Hugo 0.111, Doxygen
 * 1.9.4, rustdoc 1.95, the JDK 17, TypeDoc 0.28, VitePress 1.6, Docusaurus 3.10, Starlight 0.36, Nextra 2.13 and 4.6, and Node's
 * doc-kit 1.4, and Asciidoctor.js 3.0.
 */
const built: Record<string, Content> = {
  'asciidoctor-3': {
    row: 'Asciidoctor',
    content: 'body',
    out: '#toc, #footer, sup.footnote, .footnote > a, .anchor, td.icon',
    layout: '.admonitionblock > table',
  },
  book: { row: 'Hugo Book', content: 'article.markdown', out: '.anchor' },
  docsy: { row: 'Docsy', content: '.td-content', out: '.td-heading-self-link, .td-page-meta, .alert-heading' },
  'docusaurus-3': { row: 'Docusaurus', content: '.theme-doc-markdown', out: ".hash-link, [class*='admonitionHeading']" },
  doxygen: {
    row: 'Doxygen',
    content: 'body',
    out: '#top, .header > .summary, .ttc, .permalink, address',
    layout: '.memberdecls',
    added: ['router'],
  },
  furo: { row: 'furo', content: 'article[role=main]', out: sphinxMarks },
  'javadoc-17': { row: 'Javadoc', content: 'main', out: '.table-tabs' },
  'just-the-docs': { row: 'Just the Docs', content: '#main-content', out: '.anchor-heading, footer' },
  minima: { content: 'article', out: '.u-url' },
  'mkdocs-default': { content: '[role=main]', out: '.headerlink' },
  'mkdocs-material-8': { row: 'Material for MkDocs', content: '.md-content__inner', out: '.headerlink, .md-content__button' },
  'mkdocs-readthedocs': { row: 'Sphinx and MkDocs of Read the Docs', content: '[role=main]', out: '.headerlink' },
  'nextra-2': { row: 'Nextra', content: 'main', out: '.nextra-breadcrumb, .nx-sr-only, .subheading-anchor, main > .nx-border-t' },
  'nextra-4': { content: 'main', out: '.subheading-anchor' },
  node: { row: 'Node.js API documentation', content: '#apicontent', out: '.mark, .code-toolbar' },
  papermod: { row: 'PaperMod', content: 'article', out: '.anchor, .breadcrumbs, .toc, .post-footer, .post-meta a' },
  pydata: { row: 'pydata-sphinx-theme', content: '.bd-content', out: `${sphinxMarks}, .prev-next-area` },
  rustdoc: {
    row: 'rustdoc',
    content: '#main-content',
    out: '.anchor, .src, #copy-path, .rustdoc-breadcrumbs, .hideme, .doc-anchor',
    unlinked: '.fn',
    added: ['string'],
  },
  'sphinx-alabaster': { row: 'Sphinx', content: '.body', out: sphinxMarks },
  'sphinx-classic': { row: 'Sphinx', content: '.body', out: sphinxMarks },
  'sphinx-rtd': { row: 'Sphinx and MkDocs of Read the Docs', content: '[itemprop=articleBody]', out: sphinxMarks },
  'starlight-0': { row: 'Starlight', content: 'main', out: 'footer, .sl-anchor-link, .starlight-aside__title' },
  typedoc: { row: 'TypeDoc', content: '.col-content', out: '.tsd-anchor-icon, .tsd-breadcrumb, button' },
  'vitepress-1': { row: 'VitePress', content: '.vp-doc', out: '.header-anchor, .lang, .custom-block-title' },
};

const pages: Record<string, Content> = { ...written, ...built };

interface Content {
  /** The row of `generators.ts` that applies; the page marks its content itself if unset. */
  readonly row?: string;
  readonly content: string;
  /** Elements that are not content, or that Markdown syntax replaces: marks of notes, titles of alerts. */
  readonly out?: string;
  /** Words of the twin for what the page shows without words, such as `required` fields, and of links in code, which stand after it. */
  readonly added?: readonly string[];
  /** Links without a target, or to their own place. */
  readonly unlinked?: string;
  /** Layout tables. */
  readonly layout?: string;
}

const folders = { written: `${import.meta.dirname}/fixtures/pages`, built: `${import.meta.dirname}/fixtures/generators` };
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

const htmlOf = (name: string): string =>
  readFileSync(`${Object.hasOwn(built, name) ? folders.built : folders.written}/${name}.html`, 'utf8');

function readPageFacts(name: string): VisibleFacts {
  const { content, out, unlinked, layout } = pages[name]!;
  const root = elementOf(htmlOf(name), content);
  const each = (selector: string | undefined, change: (element: Element) => void): void => {
    if (selector) for (const element of root.querySelectorAll(selector)) change(element);
  };
  each(out, (element) => element.remove());
  each(unlinked, (element) => element.removeAttribute('href'));
  each(layout, (element) => element.setAttribute('role', 'presentation'));
  return visibleFactsOf(root, context.pageUrl);
}

function twinOf(name: string): string {
  const { heading, body } = toMarkdown(new Reading(parseDocument(htmlOf(name))), context);
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

describe('rows of generators', () => {
  /** No tool of theirs runs where these tests do: their rows are tested with parts of pages (removals.test.ts). */
  const unbuilt = ['Dokka', 'DocFX', 'mdBook'];

  it.each(Object.entries(built).map(([name, { row }]) => [name, row] as const))('%s is read by the row %s', (name, row) => {
    expect(generatorOf(parseDocument(htmlOf(name)))?.name).toBe(row);
  });

  it('each is proved on a page', () => {
    const proved = new Set(Object.values(built).map(({ row }) => row));
    expect(siteGenerators.map(({ name }) => name).filter((name) => !proved.has(name) && !unbuilt.includes(name))).toEqual([]);
  });
});

it.each([
  ['written', written],
  ['built', built],
] as const)('covers every page of the folder: %s', (kind, table) => {
  const files = readdirSync(folders[kind]).filter((file) => file.endsWith('.html'));
  expect(files.sort()).toEqual(
    Object.keys(table)
      .map((name) => `${name}.html`)
      .sort(),
  );
});
