import { knownMethods, readMethods } from '../../contract/methods.ts';
import { decodeLoosely } from '../../contract/permalinks.ts';
import { problemTypes } from '../../contract/problem-types.ts';
import { documentExtensions } from '../../contract/roles.ts';
import { isLocalUrl } from '../../contract/site-url.ts';
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
  takesGzip,
  twinAlias,
} from '../path-patterns.ts';
import { namelessDocuments, redirectsOf, routesOf } from '../server.ts';
import { acceptRules } from './accept.ts';
import { ruleArgument as argument } from './quote.ts';

/** The path of the request within the site, decoded. */
const uriOf = ({ base }: HostedSite): string => (base === '' ? '%{REQUEST_URI}' : env('URI'));
const env = (name: string): string => `%{ENV:D_${name}}`;

/** A path at which nothing is, so that the page for browsers is sent. */
export const missingPage = '/.missing';

/** One rule: what must hold, and what is set or answered then. */
const rule = (conditions: readonly string[], flags: string, target = '-'): string[] => [
  ...conditions.map((each) => `RewriteCond ${each}`),
  `RewriteRule ^ ${target} [${flags}]`,
];
const is = (value: string, pattern: string, flags = ''): string => `${value} ${argument(pattern)}${flags}`;
const same = (value: string, text: string): string => is(value, `^${literal(text)}$`);
const isNot = (value: string, pattern: string): string => `${value} ${argument(`!${pattern}`)}`;
const createIsFile =
  (root: string) =>
  (path: string): string =>
    `${argument(root + path)} -f`;
const isEmpty = (name: string): string => `${env(name)} =""`;
const set = (name: string, value: string): string => `E=D_${name}:${value}`;
/** The file that is found, and its URL: Apache decodes where a rule leads to, so that takes the path as it was sent. */
const fileAt = (uri: string, ending: string): string => `${set('FILE', uri + ending)},${set('URL', `/${env('REST')}${ending}`)}`;
const refuse = (id: keyof typeof problemTypes): string => `${set('KIND', 'problem')},R=${problemTypes[id].status}`;

/**
 * From the request to the file, as rules of mod_rewrite that hold in a folder and in `.htaccess`. What they find stands in
 * variables that begin with `D_`, from which the fields are made.
 *
 * @param root the folder, as a text of mod_rewrite
 */
export function rewriteRules(site: HostedSite, root: string): string[] {
  const { base } = site;
  const uri = uriOf(site);
  const isFile = createIsFile(root);
  const documents = `(?:\\.(?:${documentExtensions.join('|')})|${namelessDocuments.map(({ path }) => `^${literal(path)}`).join('|')})$`;
  const nested = site.nested.map(decodeLoosely);
  const ending = pageEnding(site);
  const end = literal(ending);
  /** The URL of a page but the home page, without what it ends in. */
  const stem = ending ? `^(.*[^/])(?:/|${end})$` : '^(.*[^/])/?$';
  const pageFile = ending ? uri : `${uri}.html`;
  return [
    'RewriteEngine On',
    '# The page for missing pages, when it is sent as such.',
    ...rule([is('%{ENV:REDIRECT_STATUS}', '^[45]')], 'END'),
    ...originRule(site),
    ...(base === '' ? [] : sentRule),
    ...rule(
      [is('%{THE_REQUEST}', `^\\S+ ${sentOrigin}${literal(base)}/(${sentPath})(?:\\?\\S*)? HTTP/`, ' [NC]')],
      `${set('REST', '%1')},${set('READ', 'yes')}`,
    ),
    ...(base === '' ? [] : rule([is('%{REQUEST_URI}', `^${literal(decodeLoosely(base))}(/.*)$`)], set('URI', '%1'))),
    ...rule([isEmpty('READ')], refuse('invalidRequest')),
    ...rule([isNot('%{REQUEST_METHOD}', `^(?:${[...knownMethods].join('|')})$`)], refuse('notImplemented')),
    '',
    '# Health and the endpoints that are not live.',
    ...routesOf(site).flatMap(({ path, kind, methods }) => {
      const here = `${uri} =${path}`;
      return [
        ...rule([here], set('ALLOW', methods.join('/'))),
        ...rule([here, '%{REQUEST_METHOD} =OPTIONS'], `${set('KIND', 'options')},R=204`),
        ...rule([here, isNot('%{REQUEST_METHOD}', `^(?:${methods.join('|')})$`)], refuse('methodNotAllowed')),
        ...rule(
          [here],
          kind === 'live' ? `${set('KIND', 'health')},R=200` : `${set('KIND', 'stub')},R=${problemTypes.notImplemented.status}`,
        ),
      ];
    }),
    '',
    '# Accept: which variant of a page.',
    ...acceptRules(),
    '',
    '# A page, and its twin.',
    ...rule(
      [...(ending ? [is(uri, `${end}$`)] : []), isNot(uri, `(?:(?:^|/)index|^${notFoundStem}|/)${end}$`), isFile(pageFile)],
      `${set('KIND', 'page')},${fileAt(uri, ending ? '' : '.html')}`,
    ),
    ...rule([is(uri, '/$'), isFile(`${uri}index.html`)], `${set('KIND', 'page')},${fileAt(uri, 'index.html')}`),
    ...rule([`${env('KIND')} =page`, is(env('REST'), stem)], set('TWIN_URL', '/%1.md')),
    ...rule([`${env('KIND')} =page`, is(env('REST'), '^$')], set('TWIN_URL', '/index.md')),
    ...rule([`${env('KIND')} =page`, `${uri} =/`, isFile('/index.md')], set('TWIN', '/index.md')),
    ...rule([`${env('KIND')} =page`, is(uri, stem), isFile('%1.md')], set('TWIN', '%1.md')),
    ...nested.flatMap((path) => [
      ...rule([`${env('KIND')} =page`, same(uri, path), is(env('REST'), '^(.*/)$')], set('TWIN_URL', '/%1index.md')),
      ...rule([`${env('KIND')} =page`, same(uri, path), is(uri, '^(.*/)$'), isFile('%1index.md')], set('TWIN', '%1index.md')),
    ]),
    ...rule([`${env('KIND')} =page`], set('PAGE_URL', `/${env('REST')}`)),
    '',
    '# Anything else, which is its own file.',
    ...rule(
      [isEmpty('KIND'), ...hidden.map((each) => isNot(uri, each)), isFile(uri)],
      `${set('KIND', 'asset')},${fileAt(uri, '')}`,
    ),
    ...rule([is(env('FILE'), '^(.+)\\.(?:br|gz)$'), isFile('%1')], `${set('KIND', '')},${set('FILE', '')}`),
    ...rule([`${env('KIND')} =asset`, is(uri, documents)], set('KIND', 'document')),
    ...rule(
      [`${env('KIND')} =document`, is(uri, '^(.+)\\.md$'), isFile('%1/index.html'), is(env('REST'), '^(.+)\\.md$')],
      `${set('KIND', 'twin')},${set('PAGE_URL', '/%1/')}`,
    ),
    ...rule(
      [is(env('KIND'), '^(?:document|twin)$'), is(uri, '^(.+)\\.md$'), isFile('%1.html'), is(env('REST'), '^(.+)\\.md$')],
      `${set('KIND', 'twin')},${set('PAGE_URL', `/%1${ending}`)}`,
    ),
    ...rule(
      [`${env('KIND')} =document`, `${uri} =/index.md`, isFile('/index.html')],
      `${set('KIND', 'twin')},${set('PAGE_URL', '/')}`,
    ),
    ...rule([`${env('KIND')} =twin`, `${uri} =/index.md`], set('PAGE_URL', '/')),
    '# A part of a long page.',
    ...(
      [
        ['/index.html', '/%1/'],
        ['.html', `/%1${ending}`],
      ] as const
    ).flatMap(([ending, page]) =>
      rule(
        [
          is(env('KIND') + env('UP'), '^(?:document$|twin/)'),
          is(uri, `^(.+)${partEnding}`),
          isFile(`%1${ending}`),
          is(env('REST'), `^(.+)${partEnding}`),
        ],
        `${set('KIND', 'twin')},${set('PAGE_URL', page)},${set('UP', '/%1.md')}`,
      ),
    ),
    ...rule([isNot(env('UP'), '^$'), is(env('REST'), `^(.*/|)index${partEnding}`)], set('PAGE_URL', '/%1')),
    ...nested.flatMap((path) =>
      rule([`${env('KIND')} =twin`, same(uri, `${path}index.md`), is(env('REST'), '^(.*/)index\\.md$')], set('PAGE_URL', '/%1')),
    ),
    '',
    '# Nothing is there: it has moved, or has another spelling.',
    ...absentRules(site, root),
    '',
    ...rule([isEmpty('ALLOW')], set('ALLOW', readMethods.join('/'))),
    ...rule(['%{REQUEST_METHOD} =OPTIONS'], `${set('KIND', 'options')},R=204`),
    ...rule([isNot('%{REQUEST_METHOD}', '^(?:GET|HEAD)$')], refuse('methodNotAllowed')),
    ...rule(
      [isNot(env('TWIN'), '^$'), `${env('CHOICE')} =none`],
      `${set('KIND', 'refused')},R=${problemTypes.notAcceptable.status}`,
    ),
    ...rule(
      [isNot(env('TWIN'), '^$'), `${env('CHOICE')} =markdown`],
      `${set('KIND', 'negotiated')},${set('FILE', env('TWIN'))},${set('URL', env('TWIN_URL'))}`,
    ),
    '',
    '# The smaller coding, for who takes it and asks for no part.',
    ...rule(
      ['%{HTTP:Range} =""', is('%{HTTP:Accept-Encoding}', takesGzip, ' [NC]'), isFile(`${env('FILE')}.gz`)],
      set('SUFFIX', '.gz'),
    ),
    ...rule(
      ['%{HTTP:Range} =""', is('%{HTTP:Accept-Encoding}', takesBrotli, ' [NC]'), isFile(`${env('FILE')}.br`)],
      set('SUFFIX', '.br'),
    ),
    ...rule([], 'END', targetOf(base) + env('URL') + env('SUFFIX')),
  ];
}

/** A path as it is sent, in a substitution: as itself, and no variable of the rules or of the configuration (`${`). */
export const targetOf = (path: string): string => path.replace(/[\\$%{]/g, '\\$&').replaceAll('"', '\\%22');

/** What redirects begin with: Apache would take the host from the request, whoever wrote that. A site of this machine has no other. */
const originRule = ({ url }: HostedSite): string[] => (isLocalUrl(url) ? [] : rule([], set('ORIGIN', new URL(url).origin)));

/** The whole path, as it was sent, without its first slash. */
const sentRule = rule([is('%{THE_REQUEST}', `^\\S+ ${sentOrigin}/(${sentPath})(?:\\?\\S*)? HTTP/`, ' [NC]')], set('SENT', '%1'));

/** For a whole server, where the site lies below a path: outside of it there is nothing, and its root leads there. */
export const outsideRules = (site: HostedSite): string[] => {
  const { base } = site;
  const redirect = (pattern: string, status: number): string =>
    `RewriteRule ${argument(pattern)} ${argument(`${env('ORIGIN')}${targetOf(base)}/`)} [${set('KIND', 'moved')},R=${status},NE,END]`;
  return [
    'RewriteEngine On',
    ...originRule(site),
    ...sentRule,
    redirect('^/$', 302),
    redirect(`^${literal(decodeLoosely(base))}$`, 301),
    `RewriteRule ${argument(`!^${literal(decodeLoosely(base))}/`)} - [${refuse('notFound')}]`,
  ];
};

function absentRules(site: HostedSite, root: string): string[] {
  const uri = uriOf(site);
  const isFile = createIsFile(root);
  const origin = env('ORIGIN');
  const alias = fileAlias(site);
  const ending = pageEnding(site);
  const nested = (endings: readonly string[], sent: string, to: string) =>
    site.nested.flatMap((url) =>
      endings.map((ending): [string[], string] => [
        [same(uri, decodeLoosely(url) + ending), is(`/${env('REST')}`, `^(.*/)${sent}$`)],
        `%1${to}`,
      ]),
    );
  const moved = [...redirectsOf(site)].flatMap(([from, { status, location, query, fragment = '' }]) => {
    const to = (asked: string): string => {
      const target = origin + targetOf(site.base + location + (query ?? '')) + asked + targetOf(fragment);
      return `RewriteRule ${argument(`^${literal(from.slice(1))}$`)} ${argument(target)} [E=D_KIND:moved,R=${status},NE,END]`;
    };
    // Apache would put the query of the request behind the fragment.
    const isAskedFor = query === undefined && fragment !== '';
    return [...(isAskedFor ? ['RewriteCond %{QUERY_STRING} !=""', to('?%{QUERY_STRING}')] : []), to('')];
  });
  const aliases: [conditions: string[], target: string][] = [
    ...nested(['index', 'index.html'], 'index(?:\\.html)?', ''),
    [
      [is(uri, `^(.+?)${alias}`), isNot(uri, '^/index(?:\\.html)?$'), isFile('%1.html'), is(env('REST'), `^(.+?)${alias}`)],
      `/%1${ending}`,
    ],
    [[is(uri, `^(.*?)${pageAlias}`), isFile('%1/index.html'), is(`/${env('REST')}`, `^(.*?)${pageAlias}`)], '%1/'],
    [[is(uri, '^(.+)/$'), isFile('%1.html'), is(env('REST'), '^(.+)/$')], `/%1${ending}`],
    [[isNot(uri, '/$'), isFile(`${uri}/index.html`)], `/${env('REST')}/`],
  ];
  const twins: [string[], string][] = [
    ...nested(['.md', 'index.html.md'], '(?:index\\.html)?\\.md', 'index.md'),
    [[is(uri, `^${twinAlias}`), isFile('/index.md'), isFile('/index.html')], '/index.md'],
    [
      [
        is(uri, `^(.+?)${twinAlias}`),
        isFile('%1.md'),
        `${argument(`${root}%1.html`)} -f [OR]`,
        isFile('%1/index.html'),
        is(env('REST'), `^(.+?)${twinAlias}`),
      ],
      '/%1.md',
    ],
  ];
  const rules = [
    ...moved,
    ...rule([is(uri, `^${notFoundStem}(?:[./]|$)`)], refuse('notFound')),
    ...[...aliases, ...twins].flatMap(([conditions, target]) =>
      rule(conditions, `${set('KIND', 'moved')},R=301,NE,END`, argument(origin + targetOf(site.base) + target)),
    ),
    // The page for browsers is sent with its status where nothing is: an <If> knows the path, and no variable.
    ...rule(
      [`${env('CHOICE')} =html`, is(env('HTML'), '^(?!0000)\\d'), is('%{REQUEST_METHOD}', '^(?:GET|HEAD)$')],
      `${set('KIND', 'problem')},END`,
      targetOf(site.base) + missingPage,
    ),
    ...rule([], refuse('notFound')),
  ];
  const count = rules.filter((line) => line.startsWith('RewriteRule')).length;
  return [...rule([isNot(env('FILE'), '^$')], `S=${count}`), ...rules];
}
