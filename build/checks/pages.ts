import type { Parity } from '../contract/manifest.ts';
import { decodeLoosely, pageUrlOf } from '../contract/permalinks.ts';
import { isLocalUrl, parseUrl, pathWithin } from '../contract/site-url.ts';
import { counted } from '../contract/std/words.ts';
import { namesAnother } from '../page/names-another.ts';
import type { SitePage } from '../page/page.ts';
import type { Defect } from './finding.ts';
import type { Inspection } from './inspection.ts';
import { spellings } from './where.ts';

/** A twin that lost content, at the first missing thing. */
export function* parity({ publicPages, site }: Inspection): Generator<Defect> {
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
}

/** `words "not" in "Do not push."` */
const nameOf = ({ fact, first, within }: NonNullable<Parity['lost']>): string =>
  `${fact} "${first.slice(0, 120)}"${within === undefined ? '' : ` in "${within.slice(0, 120)}"`}`;

/** Descriptions that say nothing about their pages. */
export function* sameDescription({ publicPages }: Inspection): Generator<Defect> {
  const pages = publicPages.filter(({ sharesDescription }) => sharesDescription);
  if (pages.length > 0)
    yield {
      on: pages[0]!,
      tokens: ['name="description"'],
      message: `${counted(pages.length, 'page')} have the same description`,
      fix: 'Give each page a description of its own, or none.',
    };
}

/** A page that should have a twin and has none. */
export const noTwin = ({ failures = [], site }: Inspection): Defect[] =>
  failures.map(({ file, source, failure, isTaken }) => ({
    on: { file, ...(source && { source }) },
    key: file,
    message: `no twin: ${failure}`,
    // A page such as `/sitemap/` existed before the plugin.
    ...(isTaken && !site.settings.starter && { severity: 'warning' as const }),
    fix: 'Rename or simplify the page, or leave it out with exclude.',
  }));

/** Without JavaScript, as for agents and crawlers, a page filled by scripts is empty. */
export function* emptyPage({ publicPages }: Inspection): Generator<Defect> {
  for (const page of publicPages) {
    const { mount } = page.facts;
    if (!mount) continue;
    yield {
      on: page,
      line: mount.line,
      message: `${page.file} says next to nothing without JavaScript: scripts fill ${mount.tag}`,
      fix: 'Let the build write its content into the HTML, or leave it out with exclude.',
    };
  }
}

/** A page needs exactly one H1. */
export function* h1({ publicPages }: Inspection): Generator<Defect> {
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
}

/** `about.md` beside `about/index.md`: visitors, agents and some hosts take their URLs for one. */
export function* similarUrls({ visiblePages }: Inspection): Generator<Defect> {
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
}

/** A canonical URL in another spelling than the site's: it redirects, and contradicts the sitemap. */
export function* canonicalMismatch({ publicPages, site }: Inspection): Generator<Defect> {
  const { url: siteUrl, htmlUrls } = site.settings;
  yield* otherSite(publicPages, siteUrl);
  for (const page of publicPages) {
    const own = siteUrl + page.url;
    const { canonical, ogUrl } = page.stated;
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
}

/** One finding if most pages name another site as theirs: the site URL is likely mistaken. */
function* otherSite(pages: readonly SitePage[], siteUrl: string): Generator<Defect> {
  const stating = pages.filter(({ stated }) => stated.canonical !== undefined);
  const away = stating.filter(({ stated }) => pathWithin(siteUrl, stated.canonical!) === undefined);
  const [first] = away;
  if (isLocalUrl(siteUrl) || !first || away.length * 2 <= stating.length || away.length < fewestOfSite) return;
  const { canonical } = first.stated;
  yield {
    on: first,
    tokens: [canonical!],
    message: `${away.length} of ${stating.length} canonical URLs are of another site, such as ${canonical}, not of ${siteUrl}`,
    fix: 'Correct the site URL (url, --url), or the canonical URLs.',
    key: 'another site',
  };
}

/** Fewest pages that speak for a whole site. */
const fewestOfSite = 2;

const pathOf = (url: string): string => decodeLoosely(new URL(url).pathname);

/** A quick test for local URLs. */
const LOCAL = /localhost|127\.\d|0\.0\.0\.0|\[::1\]/i;

/**
 * Local URLs in a build for another host: errors in loaded resources and canonical URLs; warnings in links, unless to
 * the bare server (`http://localhost:8080`), as in manuals. A site with a local URL is not checked.
 */
export const localhostUrl = ({ visiblePages, site }: Inspection): Defect[] =>
  isLocalUrl(site.settings.url) ? [] : visiblePages.flatMap((page) => [...localUrlsOf(page)]);

function* localUrlsOf(page: SitePage): Generator<Defect> {
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
