import type { Parity } from '../contract/manifest.ts';
import { decodeLoosely, fileOfUrl, pageUrlOf } from '../contract/permalinks.ts';
import { isLocalUrl } from '../contract/site-url.ts';
import { groupBy } from '../contract/std/collections.ts';
import { parseUrl } from '../contract/std/parse-url.ts';
import { counted } from '../contract/std/words.ts';
import { surfaces } from '../contract/surfaces.ts';
import { partsOfPage } from '../generators/parts/page-parts.ts';
import { sitemapLimit } from '../generators/sitemap-xml.ts';
import { namesAnother } from '../page/names-another.ts';
import { bodyTextOf, fewCharacters, type Page } from '../page/page.ts';
import type { Check } from './check.ts';
import { documentsOf } from './engine/documents.ts';
import { lastFence, unclosedFences } from './engine/fence.ts';
import { isFullText } from './engine/listing.ts';
import type { Defect } from './finding.ts';
import type { Inspection } from './inspection.ts';
import { spellings } from './locations/spelling.ts';

/** A twin that lost content, at the first missing thing. */
export const parity: Check = {
  severity: { own: 'error', plugin: 'warning', twin: 'warning' },
  summary: 'A twin lacks something of its page: words, a heading, a link, code, or the order of its text.',
  *find({ publicPages, site }) {
    const { adopted } = site.settings;
    for (const page of publicPages) {
      const { parity, url } = page;
      if (!parity?.lost) continue;
      // Rounded down, so that 99.96 % is not 100.0 %.
      const share = `${(Math.floor(parity.ratio * 1000) / 10).toFixed(1)} %`;
      const { lost } = parity;
      yield {
        on: page,
        line: 1,
        tokens: [lost.within ?? lost.first],
        message: `the twin of ${url} holds ${share} of the page; lost: ${nameOf(lost)}`,
        fix: adopted
          ? 'Mark the element data-markdown-only if agents need it, otherwise data-markdown-ignore; or leave the page out with --exclude, or switch the check "parity" off.'
          : 'Write it as semantic HTML (lists, tables, figures), or mark it data-markdown-ignore if agents do not need it.',
      };
    }
  },
};

/** `words "not" in "Do not push."` */
const nameOf = ({ fact, first, within }: NonNullable<Parity['lost']>): string =>
  `${fact} "${first.slice(0, 120)}"${within === undefined ? '' : ` in "${within.slice(0, 120)}"`}`;

/** Descriptions that say nothing about their pages. */
export const sameDescription: Check = {
  severity: { own: 'warning', plugin: 'warning', twin: 'warning' },
  summary: 'All pages have the same description, so the indexes have the first paragraph of each in its place.',
  *find({ publicPages }) {
    // The first paragraph is known only of a page with a description, and that page is described by it now.
    const pages = publicPages.filter(({ described, summary }) => !described && summary !== undefined);
    if (pages.length > 0)
      yield {
        on: pages[0]!,
        tokens: ['name="description"'],
        message: `${counted(pages.length, 'page')} have the same description`,
        fix: 'Give each page a description of its own, or none.',
      };
  },
};

/** A page that should have a twin and has none. */
export const noTwin: Check = {
  severity: { own: 'error', plugin: 'warning', twin: 'warning' },
  summary: 'A page cannot become a twin, or its twin would be the file of another.',
  find: ({ failures = [], site }) =>
    failures.map(({ file, source, failure, isTaken }) => ({
      on: { file, ...(source && { source }) },
      key: file,
      message: `no twin: ${failure}`,
      // A page such as `/sitemap/` existed before the plugin.
      ...(isTaken && !site.settings.starter && { severity: 'warning' as const }),
      fix: 'Rename or simplify the page, or leave it out with exclude.',
    })),
};

/** Smallest number of pages in a folder whose median counts, and the factor by which an empty page is shorter. */
const [leastPages, shorter] = [5, 20];

/** Without JavaScript, as for agents and crawlers, a page filled by scripts is empty. */
export const emptyPage: Check = {
  severity: { own: 'warning', plugin: 'warning', twin: 'warning' },
  summary:
    'A page says next to nothing without JavaScript: it has few words, and an empty box that scripts fill, or more scripts and far less text than those beside it.',
  *find({ publicPages }) {
    for (const [folder, pages] of groupBy(publicPages, folderOf)) {
      const [characters, scripts] = [median(pages, 'textLength'), median(pages, 'scripts')];
      for (const page of pages) {
        const { textLength, mount } = page.facts;
        const isShort = pages.length >= leastPages && textLength < fewCharacters && textLength * shorter < characters;
        const why = mount
          ? causeOf(mount.tag)
          : isShort &&
            page.facts.scripts > scripts &&
            `it has more scripts than other pages in ${folder || 'its folder'} and ${counted(textLength, 'character')} of text, half of them have ${characters} or more`;
        if (!why) continue;
        yield {
          on: page,
          ...(mount && { line: mount.line }),
          message: `${page.file} says next to nothing without JavaScript: ${why}`,
          fix:
            mount && embedded.test(mount.tag)
              ? 'Say in words what it shows, or leave it out with exclude.'
              : 'Let the build write its content into the HTML, or leave it out with exclude.',
        };
      }
    }
  },
};

const embedded = /^<(?:iframe|canvas|video|object|embed)\b/i;

const causeOf = (tag: string): string =>
  embedded.test(tag)
    ? `what it shows is in ${tag}`
    : /^<noscript/i.test(tag)
      ? 'its <noscript> asks for JavaScript'
      : `scripts fill ${tag}`;

const folderOf = ({ file }: Page): string => file.replace(/[^/]*$/, '');

const median = (pages: readonly Page[], fact: 'textLength' | 'scripts'): number =>
  pages.map(({ facts }) => facts[fact]).sort((a, b) => a - b)[pages.length >> 1]!;

/**
 * An unclosed fence swallows the following text, in a twin or in a Markdown source. The twin of such a source is well formed and
 * wrong: it ends in a fence. Other sources are not parsed.
 */
export const unclosedFence: Check = {
  severity: { own: 'error', plugin: 'error', twin: 'warning' },
  summary: 'A code fence in a twin or in the Markdown of a page is never closed.',
  *find(inspection) {
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
  },
};

const explain = (opening: string): { message: string; fix: string } => ({
  message: `the fence ${opening} is never closed`,
  fix: 'Close it with a line of as many backticks or tildes; a fence inside a fence needs a longer one around it.',
});

/** A page needs exactly one H1. */
export const h1: Check = {
  severity: { own: 'warning', plugin: 'warning' },
  summary: 'A page has no H1, or more than one.',
  *find({ publicPages }) {
    for (const page of publicPages) {
      const found = page.facts.headings.filter(({ level }) => level === 1);
      const second = found[1];
      if (found.length === 0)
        yield {
          on: page,
          message: 'the page has no H1',
          fix: 'Start the content with one heading of level 1: # Title in Markdown, <h1>Title</h1> in HTML.',
        };
      else if (second)
        yield {
          on: page,
          line: second.line,
          tokens: [second.text],
          key: 'several',
          message: `the page has ${found.length} H1 headings: ${found.map(({ text }) => `"${text}"`).join(', ')}`,
          fix: 'Keep the first, and lower the others to level 2.',
        };
    }
  },
};

/** Characters of Markdown that agents read whole: about 25,000 tokens, which the tools of most agents return at once. */
const readable = 100_000;
/** Documents about the whole site are read in pieces: they may have several times as much. */
const wholeSite = { has: (file: string) => isFullText(file) || `/${file}` === surfaces.getSitemapMd.path, times: 10 };
/** `sitemap.xml` and its parts. */
const sitemapFile = /^sitemap(-[^/]+)?\.xml$/;

/** Markdown without parts and documents for agents must fit their context window; a sitemap must obey its protocol. */
export const oversize: Check = {
  severity: { own: 'warning', plugin: 'warning' },
  summary: 'The Markdown of a page, or a document, is longer than agents read.',
  *find(inspection) {
    yield* markdown(inspection);
    yield* sitemap(inspection);
  },
};

function* markdown(inspection: Inspection): Generator<Defect> {
  const { publicPages, site } = inspection;
  for (const page of publicPages) {
    // Twins of a build are made anew for each reading: bytes tell most of them from long ones.
    const length = page.body.byteLength > readable && !partsOfPage(site, page) ? bodyTextOf(page).length : 0;
    if (length > readable)
      yield tooLong({ file: page.file, ...(page.source && { source: page.source }) }, fileOfUrl(page.twin), length, readable);
  }
  for (const { path, body, isMarkdown, page } of documentsOf(inspection)) {
    const most = wholeSite.has(path) ? readable * wholeSite.times : readable;
    if (isMarkdown && body.length > most && !(page && body.includes('.parts/')))
      yield tooLong({ file: path }, path, body.length, most);
  }
}

const tooLong = (on: Defect['on'], file: string, length: number, most: number): Defect => ({
  on,
  message: `${file} has ${counted(length, 'character')}; agents read ${counted(most, 'character')} at most`,
  fix: 'Divide it, or give it headings, by which its Markdown is divided; or exclude pages that no agent needs.',
});

function* sitemap({ artifacts }: Inspection): Generator<Defect> {
  for (const { path: file, body } of artifacts.filter(({ path }) => sitemapFile.test(path))) {
    if (typeof body !== 'string') continue;
    const urls = body.split('<url>').length - 1;
    if (urls <= sitemapLimit.urls && body.length <= sitemapLimit.bytes) continue;
    yield {
      on: { file },
      severity: 'error',
      message: `${file} has ${urls} URLs in ${body.length} bytes; the protocol allows ${sitemapLimit.urls} and ${sitemapLimit.bytes}`,
      fix: 'Divide it: the first becomes an index of the others.',
    };
  }
}

/** `about.md` beside `about/index.md`: visitors, agents and some hosts take their URLs for one. */
export const similarUrls: Check = {
  severity: { own: 'warning', plugin: 'warning' },
  summary: 'The URLs of two pages differ only in the slash at their end.',
  *find({ visiblePages }) {
    const byUrl = new Map(visiblePages.map((page) => [page.url, page]));
    for (const page of visiblePages) {
      const other = page.url.endsWith('/') ? undefined : byUrl.get(`${page.url}/`);
      if (!other) continue;
      yield {
        on: page,
        message: `${page.url} and ${other.url} are two pages; the other is ${other.source ?? other.file}`,
        fix: 'Keep one of the two files, or rename one.',
      };
    }
  },
};

/** A canonical URL in another spelling than the site's: it redirects, and contradicts the sitemap. */
export const canonicalMismatch: Check = {
  severity: { own: 'warning', plugin: 'warning', twin: 'warning' },
  summary: 'A page states its own URL (`rel=canonical`, `og:url`) in a form that redirects.',
  *find({ publicPages, site }) {
    const { url: siteUrl, htmlUrls } = site.settings;
    for (const page of publicPages) {
      const own = siteUrl + page.url;
      const { canonical, ogUrl } = page.stated ?? {};
      for (const [what, stated] of [['canonical URL', canonical] as const, ['og:url', ogUrl] as const]) {
        if (!stated || namesAnother(stated, siteUrl, page.url) || pathOf(stated) === pathOf(own)) continue;
        const isOtherForm = pathOf(stated) === pathOf(siteUrl + pageUrlOf(page.file, !htmlUrls));
        const other = isOtherForm
          ? `, or set htmlUrls (--html-urls) ${htmlUrls ? 'off' : 'on'} if all pages are to have that form`
          : '';
        yield {
          on: page,
          tokens: [stated],
          message: `the ${what} of the page is ${stated}, which redirects to ${own}`,
          fix: `State ${own}${other}.`,
          key: `${what} ${page.file}`,
        };
      }
    }
  },
};

const pathOf = (url: string): string => decodeLoosely(new URL(url).pathname);

/** A quick test for local URLs. */
const LOCAL = /localhost|127\.\d|0\.0\.0\.0|\[::1\]/i;

/**
 * Local URLs in a build for another host: errors in loaded resources and canonical URLs; warnings in links, unless to
 * the bare server (`http://localhost:8080`), as in manuals. A site with a local URL is not checked.
 */
export const localhostUrl: Check = {
  severity: { own: 'error', plugin: 'warning' },
  summary: 'A page of a public site names localhost.',
  find: ({ visiblePages, site }) => (isLocalUrl(site.settings.url) ? [] : visiblePages.flatMap((page) => [...localUrlsOf(page)])),
};

function* localUrlsOf(page: Page): Generator<Defect> {
  const { facts, canonical } = page;
  const fix = 'Write only the path, or build with the real site URL.';
  for (const { kind, target, line } of facts.references) {
    if (!isLocal(target) || (kind === 'link' && isBare(target))) continue;
    const message = `${target} is a URL of the building machine`;
    yield { on: page, line, tokens: spellings(target), message, fix, ...(kind === 'link' && { severity: 'warning' }) };
  }
  if (isLocal(canonical)) {
    const message = `the canonical URL ${canonical} names the building machine`;
    yield { on: page, line: 1, tokens: [canonical], key: 'canonical', message, fix };
  }
}

function isLocal(target: string): boolean {
  if (!LOCAL.test(target) || !/^(https?:)?\/\//i.test(target)) return false;
  const url = target.replace(/^\/\//, 'http://');
  return parseUrl(url) !== undefined && isLocalUrl(url);
}

const isBare = (target: string): boolean => /^https?:\/\/[^/?#]+\/?$/i.test(target);
