import { decodeLoosely } from '../../contract/permalinks.ts';
import { isLocalUrl } from '../../contract/site-url.ts';
import type { HostedSite } from '../hosted-site.ts';
import { literal, pathPatterns } from '../patterns.ts';
import { redirectsOf } from '../server.ts';
import { targetOf } from './quote.ts';

/** The origin of redirect targets: Apache would take it from the Host field, which clients choose. Empty for a local site. */
export const originOf = ({ url }: HostedSite): string => (isLocalUrl(url) ? '' : new URL(url).origin);

/** Redirects a folder below the root without its slash, instead of mod_dir, which is off. */
export const unslashedRules = (site: HostedSite): string[] => {
  if (site.base === '') return [];
  const base = literal(decodeLoosely(site.base));
  return [
    'RewriteOptions AllowNoSlash',
    `RewriteCond %{REQUEST_URI} "^${base}$"`,
    redirect('^', `${originOf(site)}${targetOf(site.base)}/`, 301),
  ];
};

const redirect = (pattern: string, target: string, status: number): string =>
  `RewriteRule "${pattern}" "${target}" [E=IS_${status === 301 || status === 308 ? 'moved' : 'redirect'}:yes,R=${status},NE,END]`;

/**
 * Redirects as rules.
 *
 * @param from beginning of the patterns
 */
export const movedRules = (site: HostedSite, from: string): string[] =>
  [...redirectsOf(site)].flatMap(([path, { status, location, query, fragment = '' }]) => {
    const to = (asked: string): string =>
      redirect(
        `${from}${literal(path.slice(1))}$`,
        originOf(site) + targetOf(site.base + location + (query ?? '')) + asked + targetOf(fragment),
        status,
      );
    // Apache would append the query of the request after the fragment.
    const isAskedFor = query === undefined && fragment !== '';
    return [...(isAskedFor ? ['RewriteCond %{QUERY_STRING} !=""', to('?%{QUERY_STRING}')] : []), to('')];
  });

/** For a server whose site has a base path: outside of it only the root answers, and redirects to the site. */
export function outsideRules(site: HostedSite): string[] {
  if (site.base === '') return [];
  const [base, target] = [literal(decodeLoosely(site.base)), `${originOf(site)}${targetOf(site.base)}/`];
  return [
    `RewriteCond %{THE_REQUEST} "^\\S+ ${pathPatterns.SENT_ORIGIN}/(${pathPatterns.SENT_PATH})(?:\\?\\S*)? HTTP/" [NC]`,
    'RewriteRule ^ - [E=D_SENT:%1]',
    redirect('^/$', target, 302),
    redirect(`^${base}$`, target, 301),
    `RewriteRule "!^(?:\\*$|${base}/)" - [R=404]`,
  ];
}
