import type { Deprecation } from '../../contract/deprecation.ts';
import { deprecationFields, deprecationLinks } from '../../contract/deprecation.ts';
import { groupBy } from '../../contract/group-by.ts';
import { bareTypeOf, indexLinks, joinLinks, link, serviceLinks } from '../../contract/links.ts';
import { preflightFields, readMethods } from '../../contract/methods.ts';
import { isPageFile, pageUrlOf } from '../../contract/permalinks.ts';
import { problemFields, problemType, stubOccurrence } from '../../contract/problem.ts';
import { quotaFields } from '../../contract/quota.ts';
import { cacheOf, documentExtensions } from '../../contract/roles.ts';
import { commonFields, contentPolicyOf, permissionsPolicy } from '../../contract/security-fields.ts';
import { cachePolicies, surfaces } from '../../contract/surfaces.ts';
import { type HostedSite, withTwin } from '../hosted-site.ts';
import { literal, partEnding } from '../path-patterns.ts';
import { compressedExtensions, describedBy, indexesOf, namelessDocuments, pairsOf, routesOf } from '../server.ts';
import { namesWith } from './names-with.ts';
import type { Quote } from './quote.ts';

const html = surfaces.getPage.mediaType;
const markdown = surfaces.getPageMarkdown.mediaType;

/** The `map`s of the fields, and the lines that send them. */
export interface NginxFields {
  readonly maps: string;
  /** Of every answer, because an empty value sends nothing. */
  readonly lines: string[];
  /** Of a page that has a twin, of its Markdown, and of a twin at its own URL, with few looks at maps. */
  readonly ready: Readonly<Record<'page' | 'negotiated' | 'twin', string[]>>;
  /** Beside those, of a compressed file. */
  readonly encodingLine: string;
  /** What a problem document has beside the fields of a file. */
  readonly problemLines: string[];
}

export function fieldMaps(site: HostedSite, prefix: string, quote: Quote): NginxFields {
  const { v, w, map: mapBlock } = namesWith(prefix);
  const maps: string[] = [];
  const map = (from: string, to: string, fallback: string, rows: readonly (readonly [string, string])[]): string => {
    maps.push(mapBlock(from, to, fallback, rows));
    return v(to);
  };
  const lines = (fields: readonly (readonly [name: string, value: string])[]): string[] =>
    fields.map(([name, value]) => `add_header ${name} ${value} always;`);
  /** Variables of ours in a text that is quoted otherwise. */
  const filled = (text: string): string => quote(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => w(name));
  const variable = (name: string): string => `{{${name}}}`;

  const routes = routesOf(site);
  const health = routes.filter(({ kind }) => kind === 'live').map(({ path }) => literal(path));
  const stubs = routes.filter(({ kind }) => kind === 'stub').map(({ path }) => literal(path));
  const documents = `(?:.*\\.(?:${documentExtensions.join('|')})|${namelessDocuments.map(({ path }) => literal(path)).join('|')})`;
  const ok = '(?:200|206|304)';
  map(`$status:${w('role')}:${w('path')}`, 'answer', 'problem', [
    [`~^${ok}:other:(?:${health.join('|')})$`, 'health'],
    [`~^${ok}:(?<${prefix}_r>page|negotiated|twin):`, v('r')],
    [`~^${ok}:other:${documents}$`, 'document'],
    [`~*^${ok}:.*\\.svg$`, 'svg'],
    [`~^${ok}:`, 'asset'],
    ['~^30[18]:', 'moved'],
    ['~^30', 'found'],
    ['~^204:', 'options'],
    ...(stubs.length > 0 ? [[`~^501:.*:(?:${stubs.join('|')})$`, 'stub'] as const] : []),
    ['~^404:', 'absent'],
    ['~^406:', 'refused'],
  ]);
  const policy = (role: Parameters<typeof contentPolicyOf>[1]['role'], mediaType: string): string =>
    quote(contentPolicyOf(site, { role, mediaType }) ?? '');
  const policies = map(`${w('answer')}:$sent_http_content_type`, 'policy', policy('document', 'text/plain'), [
    ['~^page:', policy('page', html)],
    ['~^absent:text/html', policy('page', html)],
    ['~^svg:', policy('asset', 'image/svg+xml')],
    ['~^(?:asset|moved|found|options):', '""'],
  ]);
  const permissions = map(`${w('answer')}:$sent_http_content_type`, 'permissions', '""', [
    ['~^(?:page:|absent:text/html)', quote(permissionsPolicy)],
  ]);
  const caching = map(v('answer'), 'caching', quote(cachePolicies.none), [
    ...Object.entries(cacheOf).map(([role, id]) => [role, quote(cachePolicies[id])] as const),
    ['svg', quote(cachePolicies[cacheOf.asset])],
    ['moved', quote(cachePolicies.document)],
  ]);
  const varyOfPage = '"Accept, Accept-Encoding"';
  const vary = map(`${w('answer')}:$sent_http_content_type:${w('path')}`, 'vary', '""', [
    ['~^(?:page|negotiated):', varyOfPage],
    ['~^absent:text/html', varyOfPage],
    ['~^(?:absent|refused):', 'Accept'],
    [`~^(?:twin|document|svg):`, 'Accept-Encoding'],
    [`~*^asset:.*\\.(?:${compressedExtensions.join('|')})$`, 'Accept-Encoding'],
  ]);
  map(v('path'), 'twin_url', '""', [
    ['/', '/index.md'],
    ...site.nested.map((url) => [url, quote(`${url}index.md`)] as const),
    site.htmlUrls ? [`~^(?<${prefix}_t0>.+)\\.html$`, `"${w('t0')}.md"`] : ['~^.+[^/]$', `"${w('path')}.md"`],
    [`~^(?<${prefix}_t1>.*[^/])/$`, `"${w('t1')}.md"`],
  ]);
  const part = '(?:\\.parts/[^/]+)?\\.md$';
  map(v('path'), 'page_url', v('path'), [
    [`~^(?<${prefix}_t2>.*/)index${part}`, v('t2')],
    [`~^(?<${prefix}_t3>.+?)${part}`, `"${w('t3')}${w('slash')}"`],
  ]);
  const locationOf = { page: `"${site.base}${w('path')}"`, negotiated: `"${site.base}${w('twin_url')}"` };
  const location = map(v('answer'), 'location', '""', Object.entries(locationOf));
  if (site.indexed.length > 0)
    map(
      v('page_url'),
      'index',
      surfaces.getLlmsTxt.path,
      indexesOf(site).map(([folder, index]) => [`~^${literal(folder)}`, quote(index)]),
    );
  const shared = joinLinks(describedBy(site, variable('index')), serviceLinks(site).join(', '));
  const canonicals = Object.entries(site.canonicals);
  // Keys that are plain are compared without regard to case.
  const spellings = groupBy(
    site.files.filter(isPageFile).map((file) => pageUrlOf(file, site.htmlUrls)),
    (url) => url.toLowerCase(),
  );
  if (canonicals.length > 0)
    map(
      v('page_url'),
      'canonical',
      filled(site.url + variable('page_url')),
      canonicals.map(([path, url]) => [
        spellings.get(path.toLowerCase())?.length === 1 ? path : `~^${literal(path)}$`,
        quote(url),
      ]),
    );
  const canonical = link(canonicals.length > 0 ? variable('canonical') : site.url + variable('page_url'), 'canonical');
  const below = (name: string): string => site.base + variable(name);
  const toHtml = link(below('page_url'), 'alternate', bareTypeOf(html));
  const toMarkdown = link(below('twin_url'), 'alternate', bareTypeOf(markdown));
  // What a part is a part of.
  const whole = link(site.base + variable('t4'), 'up', bareTypeOf(markdown));
  map(v('path'), 'up', '""', [[`~^(?<${prefix}_t4>.+)${partEnding}`, filled(`, ${whole}`).replace(w('t4'), `${w('t4')}.md`)]]);
  const all = (...links: string[]): string => filled(links.filter((each) => each !== '').join(', '));
  const { path: healthPath, mediaType: healthType } = surfaces.getHealth;
  const ofDeprecations = deprecated(site);
  const ending = map(
    v('path'),
    'ending',
    '""',
    ofDeprecations.map(([path, row]) => [path, quote(deprecationLinks(site, row))]),
  );
  const links = map(`${w('answer')}:${w('kind')}`, 'link', '""', [
    ['~^page:page\\+twin$', all(canonical, toMarkdown, shared)],
    ['~^page:', all(canonical, shared)],
    ['~^negotiated:', all(canonical, toHtml, shared)],
    ['~^twin:', all(canonical, toHtml + variable('up'), shared)],
    ['~^document:', quote(serviceLinks(site).join(', '))],
    ['~^health:', quote([link(healthPath, 'status', healthType), ...serviceLinks(site)].join(', '))],
    ['~^absent:', quote(indexLinks(site).join(', '))],
    ['~^refused:', all(link(below('path'), 'alternate', bareTypeOf(html)), toMarkdown)],
    ['~^stub:', quote(stubOccurrence(site).links.join(', '))],
  ]);
  const methods = map(
    v('path'),
    'methods',
    quote(readMethods.join(', ')),
    routes.map(({ path, methods }) => [path, quote(methods.join(', '))]),
  );
  const allow = map('$status', 'allow', '""', [
    ['405', methods],
    ['204', methods],
  ]);
  const preflight = pairsOf(preflightFields(variable('methods'))).map(([name, value], at) => {
    const sent = map('$status:$http_origin:$http_access_control_request_method', `preflight_${at}`, '""', [
      ['~^204:.+:.+$', filled(value)],
    ]);
    return [name, sent] as const;
  });
  const language = pairsOf(problemFields).map(([name, value], at) => {
    const sent = map('$sent_http_content_type', `problem_${at}`, '""', [[problemType, quote(value)]]);
    return [name, sent] as const;
  });
  const endings = pairsOf(ofDeprecations.slice(0, 1).flatMap(([, row]) => deprecationFields(row))).map(([name], at) => {
    const byPath = ofDeprecations.map(([path, row]) => [path, quote(pairsOf(deprecationFields(row))[at]![1])] as const);
    return [name, map(v('path'), `ending_${at}`, '""', byPath)] as const;
  });
  const { limit, window } = site.quota;
  const quota = { [quotaFields[0]]: `${limit}`, [quotaFields[3]]: `${limit};w=${window}` };
  const ofBrotli = map('$status', 'brotli', '""', [
    ['200', 'br'],
    ['206', 'br'],
  ]);
  const encoding = map('$status:$uri', 'encoding', '""', [
    [`~^20[06]:.+\\.(?:${compressedExtensions.join('|')})\\.br$`, 'br'],
    ...namelessDocuments.map(({ path }) => [`~^20[06]:${literal(path)}\\.br$`, 'br'] as const),
  ]);
  const deprecations = ofDeprecations.length > 0 ? [['Link', ending] as const, ...endings] : [];
  const common = [...pairsOf(commonFields(site)), ...Object.entries(quota)].map(([name, value]) => [name, quote(value)] as const);
  const undated = ['Last-Modified', '""'] as const;
  const ready = (role: 'page' | 'negotiated' | 'twin', links: readonly string[]): string[] =>
    lines([
      ['Cache-Control', quote(cachePolicies[cacheOf[role]])],
      ['Vary', role === 'twin' ? 'Accept-Encoding' : varyOfPage],
      ...(role === 'twin' ? [] : [['Content-Location', locationOf[role]] as const]),
      ['Link', all(...links, shared)],
      ...deprecations,
      ...common,
      ['Content-Security-Policy', role === 'page' ? policy('page', html) : policy('document', 'text/plain')],
      ...(role === 'page' ? [['Permissions-Policy', quote(permissionsPolicy)] as const] : []),
      undated,
    ]);
  const own = canonicals.length > 0 ? canonical : link(site.url + variable('path'), 'canonical');
  return {
    lines: lines([
      ['Cache-Control', caching],
      ['Vary', vary],
      ['Content-Location', location],
      ['Content-Encoding', encoding],
      ['Link', links],
      ...deprecations,
      ['Allow', allow],
      ...preflight,
      ...language,
      ...common,
      ['Content-Security-Policy', policies],
      ['Permissions-Policy', permissions],
      undated,
    ]),
    encodingLine: lines([['Content-Encoding', ofBrotli]])[0]!,
    problemLines: lines(
      [...pairsOf(problemFields), ['Cache-Control', cachePolicies.none] as const].map(([name, value]) => [name, quote(value)]),
    ),
    ready: {
      page: ready('page', [own, toMarkdown]),
      negotiated: ready('negotiated', [own, link(below('path'), 'alternate', bareTypeOf(html))]),
      twin: ready('twin', [canonical, toHtml + variable('up')]),
    },
    maps: maps.join('\n'),
  };
}

/** The paths that are on their way out, each with its twin's. */
const deprecated = (site: HostedSite): (readonly [string, Deprecation])[] =>
  site.deprecations.flatMap((row) => withTwin(site, row.path).map((path) => [path, row] as const));
