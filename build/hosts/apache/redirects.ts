import { decodeLoosely } from '../../contract/permalinks.ts';
import type { HostedSite } from '../hosted-site.ts';
import { literal } from '../patterns.ts';
import { redirectsOf } from '../server.ts';
import { targetOf } from './quote.ts';

/** The origin of redirect targets: Apache would take it from the Host field, which clients choose. */
const originOf = ({ url }: HostedSite): string => new URL(url).origin;

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

export const movedRules = (site: HostedSite): string[] =>
  [...redirectsOf(site)].flatMap(([path, { status, location, query, fragment = '' }]) => {
    const to = (asked: string): string =>
      redirect(
        `^${literal(path.slice(1))}$`,
        originOf(site) + targetOf(site.base + location + (query ?? '')) + asked + targetOf(fragment),
        status,
      );
    // Apache would append the query of the request after the fragment.
    const isAskedFor = query === undefined && fragment !== '';
    return [...(isAskedFor ? ['RewriteCond %{QUERY_STRING} !=""', to('?%{QUERY_STRING}')] : []), to('')];
  });
