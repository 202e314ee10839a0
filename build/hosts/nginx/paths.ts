import { knownMethods, readMethods } from '../../contract/methods.ts';
import { decodeLoosely, notFoundFile, urlOfFile } from '../../contract/permalinks.ts';
import type { Redirect } from '../../contract/redirect-table.ts';
import type { HostedSite } from '../hosted-site.ts';
import {
  fileAlias,
  hidden,
  literal,
  notFoundStem,
  pageAlias,
  pageEnding,
  partEnding,
  sentOrigin,
  sentPath,
  takesBrotli,
  twinAlias,
} from '../path-patterns.ts';
import { redirectsOf } from '../server.ts';
import { namesWith } from './names-with.ts';
import { pattern, type Quote } from './quote.ts';

const never = '""';

/** From the path of the request to the files that may answer it. Files are decoded, as nginx decodes `$uri`; URLs are not. */
export function pathMaps(site: HostedSite, prefix: string, quote: Quote): string {
  const { v, w, group, map } = namesWith(prefix);
  /** A pattern that keeps its first group under a name. */
  const keep = (name: string, text: string): string => text.replace('(', group(name));
  const { base } = site;
  const alias = fileAlias(site);
  const ending = pageEnding(site);
  const end = literal(ending);
  const nested = site.nested.map((url) => ({ url, path: decodeLoosely(url) }));
  /** Rows for the pages whose twins lie in their folders; paths are decoded, URLs are not. */
  const of = (row: (each: (typeof nested)[number]) => readonly (readonly [string, string])[]) => nested.flatMap(row);
  const aliases = (page: string, twin: string) => ['.md', 'index.html.md'].map((ending) => [page + ending, quote(twin)] as const);
  const notFound = [`~^${notFoundStem}(?:[./]|$)`, never] as const;
  return [
    // Within the site; as it was sent, where the site does not lie.
    map('$request_uri', 'path', '""', [
      ...(base === '' ? [] : [[`~*^${sentOrigin}${literal(base)}(?<${prefix}_b>/${sentPath})(?:\\?|$)`, v('b')] as const]),
      [`~*^${sentOrigin}(?<${prefix}_p>/${sentPath})(?:\\?|$)`, v('p')],
    ]),
    base === ''
      ? map(v('path'), 'instance', v('path'), [['', '/']])
      : map('$request_uri', 'instance', '/', [[`~*^${sentOrigin}(?<${prefix}_i>/${sentPath})(?:\\?|$)`, v('i')]]),
    map(
      '$request_method',
      'method',
      'unknown',
      [...knownMethods].map((method) => [method, readMethods.includes(method) ? 'read' : 'write'] as const),
    ),
    map('$uri', 'page', never, [
      ['/', '/index.html'],
      [`~^/(?<${prefix}_stem>.+[^/])${end}$(?<!/index${end})(?<!^${notFoundStem}${end})`, `"/${w('stem')}.html"`],
      [keep('stem', '~^/(.*[^/])/$'), `"/${w('stem')}/index.html"`],
    ]),
    // What the pattern above found: a page is looked for first.
    map('$uri', 'twin', `"/${w('stem')}.md"`, [['/', '/index.md'], ...of(({ path }) => [[path, quote(`${path}index.md`)]])]),
    map('$uri', 'file_page', never, [
      ['/index.md', '/index.html'],
      ...of(({ path }) => [[`${path}index.md`, quote(`${path}index.html`)]]),
      ['~/index\\.md$', never],
      [keep('s3', '~^(.+)\\.md$'), `"${w('s3')}.html"`],
    ]),
    map('$uri', 'folder_page', never, [[keep('s4', '~^(.+)\\.md$'), `"${w('s4')}/index.html"`]]),
    // The page that a document is a part of.
    map('$uri', 'part_page', never, [[keep('s15', `~^(.+)${partEnding}`), `"${w('s15')}.html"`]]),
    map('$uri', 'part_folder', never, [[keep('s16', `~^(.+)${partEnding}`), `"${w('s16')}/index.html"`]]),
    map(`${w('kind')}:${w('choice')}`, 'role', 'other', [
      ['page+twin:markdown', 'negotiated'],
      ['page+twin:none', 'none'],
      ['~^page', 'page'],
      ['~^twin', 'twin'],
    ]),
    map(`${w('role')}:\${uri}`, 'file', '$uri', [
      ['~^negotiated:', v('twin')],
      ['~^(?:page|none):', v('page')],
      ...hidden.map((each) => [`~^other:${each.startsWith('^') ? each.slice(1) : `.*${each}`}`, never] as const),
    ]),
    // The smaller coding, for who takes it and asks for no part.
    map('$http_range:$http_accept_encoding', 'coding', '".-"', [
      [':', '".-"'],
      [':gzip', '".-"'],
      [':gzip, deflate', '".-"'],
      [':gzip, deflate, br', '.br'],
      [':gzip, deflate, br, zstd', '.br'],
      [`~*^:(?:.*,)?${takesBrotli.replace('(?:^|,)', '')}`, '.br'],
    ]),
    map(v('way'), 'br_page', '/', [['GET:page+twin:html:.br', `"${w('page')}.br"`]]),
    // Other spellings of a page, and of a twin.
    map('$uri', 'alias_file', never, [
      notFound,
      ['~^/index(?:\\.html)?$', never],
      ...of(({ path }) => [
        [`${path}index`, never],
        [`${path}index.html`, never],
      ]),
      [keep('s5', `~^(.+?)${alias}`), `"${w('s5')}.html"`],
    ]),
    map(v('path'), 'alias_url', never, [[keep('s6', `~^(.+?)${alias}`), ending ? `"${w('s6')}${ending}"` : v('s6')]]),
    map('$uri', 'alias_folder', never, [[keep('s7', `~^(.*?)${pageAlias}`), `"${w('s7')}/index.html"`]]),
    map(v('path'), 'alias_folder_url', never, [[keep('s8', `~^(.*?)${pageAlias}`), `"${w('s8')}/"`]]),
    map('$uri', 'slash_file', '$uri/index.html', [notFound, [keep('s9', '~^(.+)/$'), `"${w('s9')}.html"`], ['/', never]]),
    map(v('path'), 'slash_url', `"${w('path')}/"`, [[keep('s10', '~^(.+)/$'), ending ? `"${w('s10')}${ending}"` : v('s10')]]),
    map('$uri', 'alias_twin', never, [
      ...of(({ path }) => aliases(path, `${path}index.md`)),
      [`~^${twinAlias}`, '/index.md'],
      [keep('s11', `~^(.+?)${twinAlias}`), `"${w('s11')}.md"`],
    ]),
    map(v('path'), 'alias_twin_url', never, [
      ...of(({ url }) => aliases(url, `${url}index.md`)),
      [`~^${twinAlias}`, '/index.md'],
      [keep('s12', `~^(.+?)${twinAlias}`), `"${w('s12')}.md"`],
    ]),
    // A spelling that is one only when it is decoded (`%2ehtml`) has no URL to lead to: nothing is there.
    map(w('alias_folder_url') + w('alias_twin_url'), 'spelled', never, [['', '/.none']]),
    map(v('alias_twin'), 'alias_twin_page', never, [
      ['/index.md', '/index.html'],
      [keep('s13', '~^(.+)\\.md$'), `"${w('s13')}.html"`],
    ]),
    map(v('alias_twin'), 'alias_twin_folder', never, [[keep('s14', '~^(.+)\\.md$'), `"${w('s14')}/index.html"`]]),
    map(`${w('choice')}/${w('html')}:$request_method`, 'not_found_page', '/.-', [
      ['~^html/(?!none|0000).*:(?:GET|HEAD)$', urlOfFile(notFoundFile)],
    ]),
    ...movedMaps(site, prefix, quote),
  ].join('\n');
}

/** A `map` of old paths for each status that the redirects have. */
function movedMaps(site: HostedSite, prefix: string, quote: Quote): string[] {
  const { map } = namesWith(prefix);
  const redirects = movedOf(site);
  return movedStatuses(site).map((status) => {
    const rows = [...redirects].filter(([, redirect]) => redirect.status === status);
    const lines = rows.map(([from, { location, query, fragment = '' }]) => {
      const [before, after] = [quote(site.base + location + (query ?? '')), quote(fragment)];
      const target =
        query === undefined ? `${before.slice(0, -1)}$is_args$args${after.slice(1)}` : before.slice(0, -1) + after.slice(1);
      return [from, target] as const;
    });
    return map('$uri', `moved_${status}`, never, lines);
  });
}

/** The redirects, and where the site lies below a path those that lead to it. */
const movedOf = (site: HostedSite): ReadonlyMap<string, Redirect> =>
  site.base === ''
    ? redirectsOf(site)
    : new Map<string, Redirect>([
        ...redirectsOf(site),
        [`${outside}/`, { kind: 'redirect', status: 302, location: '/' }],
        [outside + site.base, { kind: 'redirect', status: 301, location: '/' }],
      ]);

/** The statuses of the redirects, in ascending order. */
export const movedStatuses = (site: HostedSite): number[] =>
  [...new Set([...movedOf(site).values()].map(({ status }) => status))].sort((a, b) => a - b);

/** Where requests are looked for that are for no path of the site: there is nothing. */
const outside = '/.outside';

/** Rules by which `$uri` is a path of the site, where that lies below a path of its host. */
export const baseRules = ({ base }: HostedSite): string[] =>
  base === ''
    ? []
    : [
        `rewrite ${pattern(`^${literal(decodeLoosely(base))}(/.*)$`)} $1 break;`,
        `rewrite ${pattern('^(?!/\\.problem/)(.*)$')} ${outside}$1 break;`,
      ];
