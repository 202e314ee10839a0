import { deprecationFields, deprecationLinks } from '../../contract/deprecation.ts';
import { groupBy } from '../../contract/group-by.ts';
import { bareTypeOf, describedByLink, indexLinks, joinLinks, link, serviceLinks } from '../../contract/links.ts';
import { preflightFields } from '../../contract/methods.ts';
import { decodeLoosely, notFoundFile, urlOfFile } from '../../contract/permalinks.ts';
import { problemFields, problemType, stubOccurrence } from '../../contract/problem.ts';
import { quotaFields } from '../../contract/quota.ts';
import { cacheOf, type Role } from '../../contract/roles.ts';
import { commonFields, contentPolicyOf, permissionsPolicy } from '../../contract/security-fields.ts';
import { cachePolicies, surfaces } from '../../contract/surfaces.ts';
import { type HostedSite, withTwin } from '../hosted-site.ts';
import { literal } from '../path-patterns.ts';
import { compressedExtensions, indexesOf, pairsOf } from '../server.ts';
import { argument, expressionString, plain, replacement, template } from './quote.ts';

/** A variable of the rules, whether the file was found as it is or by an internal redirect. */
export const found = (name: string): string => `%{reqenv:D_${name}}%{reqenv:REDIRECT_D_${name}}`;

const status = '%{REQUEST_STATUS}';
const failed = `${status} -ge 400`;
const kinds = (...names: string[]): string =>
  `'${found('KIND')}' in {${names.map(expressionString).join(',')}} && ${status} -lt 400`;
const failedAs = (name: string): string => `'${found('KIND')}' == ${expressionString(name)} && ${failed}`;

/** `Header` directives: every field, by what is answered. A later one replaces an earlier. */
export function fieldDirectives(site: HostedSite): string[] {
  const base = template(site.base);
  const path = `/${found('REST')}`;
  const isPageForMissing = `${status} -eq 404 && %{REQUEST_URI} == ${expressionString(decodeLoosely(site.base) + urlOfFile(notFoundFile))}`;
  /** @param when an expression; without it always */
  const header = (name: string, value: string, when?: string): string =>
    `Header always set ${name} ${argument(value)}${when === undefined ? '' : ` ${argument(`expr=${when}`)}`}`;
  /** A value that names variables. */
  const filled = (name: string, value: string, when: string): string => header(name, `expr=${value}`, when);
  const policy = (role: Role, mediaType: string): string => plain(contentPolicyOf(site, { role, mediaType }) ?? '');
  const html = surfaces.getPage.mediaType;
  const shared = joinLinks(describedByLink(site), serviceLinks(site).join(', '));
  const service = serviceLinks(site).join(', ');
  const canonical = template(`${site.url}`);
  const page = `<${canonical}${found('PAGE_URL')}>; rel="canonical"`;
  const toHtml = link(base + found('PAGE_URL'), 'alternate', bareTypeOf(html));
  const toMarkdown = link(base + found('TWIN_URL'), 'alternate', bareTypeOf(surfaces.getPageMarkdown.mediaType));
  const whole = link(base + found('UP'), 'up', bareTypeOf(surfaces.getPageMarkdown.mediaType));
  const rest = shared === '' ? '' : `, ${template(shared)}`;
  const { path: healthPath, mediaType: healthType } = surfaces.getHealth;
  const { limit, window } = site.quota;
  const static_ = (name: string, value: string, when: string): string[] =>
    value === '' ? [] : [header(name, plain(value), when)];
  const hasTwin = `-n '${found('TWIN')}'`;
  return [
    'Header unset Last-Modified',
    'Header unset Vary',
    'Header always unset Vary',
    'RequestHeader unset If-Modified-Since',
    'RequestHeader unset If-Unmodified-Since',
    header('Content-Type', problemType, `${failed} && !(${isPageForMissing})`),
    header('Content-Type', healthType, kinds('health')),
    header('Cache-Control', cachePolicies.none),
    ...Object.entries(cacheOf).map(([role, id]) => header('Cache-Control', cachePolicies[id], kinds(role))),
    header('Cache-Control', cachePolicies.document, `${kinds('moved')} && ${status} in {'301','308'}`),
    header('Vary', 'Accept, Accept-Encoding', `(${kinds('page', 'negotiated')}) || (${isPageForMissing})`),
    header(
      'Vary',
      'Accept-Encoding',
      `${kinds('twin', 'document')} || (${kinds('asset')} && %{REQUEST_URI} =~ m#\\.(?:${compressedExtensions.join('|')})(?:\\.(?:br|gz))?$#)`,
    ),
    header('Vary', 'Accept', `${failed} && ${status} in {'404','406'} && !(${isPageForMissing})`),
    filled('Content-Location', base + path, kinds('page')),
    filled('Content-Location', base + found('TWIN_URL'), kinds('negotiated')),
    filled('Link', `${page}, ${toMarkdown}${rest}`, `${kinds('page')} && ${hasTwin}`),
    filled('Link', `${page}${rest}`, `${kinds('page')} && !(${hasTwin})`),
    filled('Link', `${page}, ${toHtml}${rest}`, kinds('negotiated', 'twin')),
    filled('Link', `${page}, ${toHtml}, ${whole}${rest}`, `${kinds('twin')} && -n '${found('UP')}'`),
    ...indexesOf(site).map(([folder, index]) => {
      const when = `${kinds('page', 'negotiated', 'twin')} && '${found('PAGE_URL')}' =~ m#^${literal(folder)}#`;
      const { path, mediaType } = surfaces.getLlmsTxt;
      const [from, to] = [path, index].map((target) => link(site.base + target, 'describedby', bareTypeOf(mediaType)));
      return `Header always edit Link ${argument(literal(from!))} ${argument(replacement(to!))} ${argument(`expr=${when}`)}`;
    }),
    ...canonicalEdits(site),
    ...static_('Link', service, kinds('document')),
    ...static_('Link', [link(healthPath, 'status', healthType), ...serviceLinks(site)].join(', '), kinds('health')),
    ...static_('Link', indexLinks(site).join(', '), `${status} -eq 404`),
    filled('Link', `${link(base + path, 'alternate', bareTypeOf(html))}, ${toMarkdown}`, failedAs('refused')),
    ...static_('Link', stubOccurrence(site).links.join(', '), failedAs('stub')),
    ...site.deprecations.flatMap((row) => {
      const here = `'${path}' in {${withTwin(site, row.path).map(expressionString).join(',')}}`;
      const more = deprecationLinks(site, row);
      return [
        ...pairsOf(deprecationFields(row)).map(([name, value]) => header(name, plain(value), here)),
        ...(more === '' ? [] : [header('Link', plain(more), here).replace('always set', 'always add')]),
      ];
    }),
    filled('Allow', found('ALLOW'), `${status} in {'204','405'}`),
    'Header always edit* Allow "/" ", "',
    ...pairsOf(preflightFields('')).map(([name, value]) => {
      const when = `${status} -eq 204 && -n %{req_novary:Origin} && -n %{req_novary:Access-Control-Request-Method}`;
      return value === '' ? filled(name, found('ALLOW'), when) : header(name, plain(value), when);
    }),
    'Header always edit* Access-Control-Allow-Methods "/" ", "',
    ...pairsOf(problemFields).map(([name, value]) => header(name, plain(value), `${failed} && !(${isPageForMissing})`)),
    ...pairsOf(commonFields(site)).map(([name, value]) => header(name, plain(value))),
    header(
      'Content-Security-Policy',
      policy('document', 'text/plain'),
      `${kinds('twin', 'negotiated', 'document', 'health')} || ${failed}`,
    ),
    header(
      'Content-Security-Policy',
      policy('asset', 'image/svg+xml'),
      `${kinds('asset')} && %{REQUEST_URI} =~ m#\\.svg(?:\\.(?:br|gz))?$#i`,
    ),
    header('Content-Security-Policy', policy('page', html), `(${kinds('page')}) || (${isPageForMissing})`),
    header('Permissions-Policy', plain(permissionsPolicy), `(${kinds('page')}) || (${isPageForMissing})`),
    header(quotaFields[0], `${limit}`),
    header(quotaFields[3], `${limit};w=${window}`),
  ];
}

/** Pages in one edit: the server makes all edits, one after the other, at each answer. */
const pagesInEdit = 200;

/** Edits of `Link` for the pages that name another page: one for many of which the ends of both URLs are the same. */
function canonicalEdits(site: HostedSite): string[] {
  const rows = Object.entries(site.canonicals).map(([path, url]) => {
    let rest = path;
    while (!url.endsWith(rest)) rest = rest.slice(1);
    return { rest, from: site.url + path.slice(0, path.length - rest.length), to: url.slice(0, url.length - rest.length) };
  });
  return [...groupBy(rows, ({ from, to }) => `${from} ${to}`).values()].flatMap((all) => {
    const { from, to } = all[0]!;
    const [start, end] = [link(from, 'canonical'), link(`${replacement(to)}$1`, 'canonical')];
    return Array.from({ length: Math.ceil(all.length / pagesInEdit) }, (_, at) => {
      const rests = all.slice(at * pagesInEdit, (at + 1) * pagesInEdit).map(({ rest }) => literal(rest));
      return `Header always edit Link ${argument(`^${literal(start).replace('>', `(${rests.join('|')})>`)}`)} ${argument(end)}`;
    });
  });
}
