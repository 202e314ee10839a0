import { directivesOf, secondsOf } from '../http/cache-control.ts';

/** Directives of a host that forbid more than ours, in the order in which they are sent. */
const restrictions = ['private', 'no-cache', 'no-store', 'no-transform'];

/**
 * The stricter of two Cache-Control values: nothing that either forbids is allowed, and the shorter lifetime holds. A
 * directive that is restricted to fields (`private="set-cookie"`) counts as the whole one, as RFC 9111 §5.2.2.7 lets
 * caches take it.
 *
 * @param ours of this service
 * @param host of the host that sent the content; it may name a directive twice
 */
export function stricterCaching(ours: string, host: string | undefined): string {
  if (host === undefined) return ours;
  const directives = directivesOf(host);
  const forbidden = restrictions.filter((name) => directives.some(([each]) => each === name));
  if (forbidden.includes('no-store')) return forbidden.filter((name) => name !== 'no-cache').join(', ');
  const lifetimes = directives.flatMap(([name, value]) => (/^(?:s-maxage|max-age)$/.test(name) ? [secondsOf(value)] : []));
  const kept = ours
    .split(', ')
    .filter((each) => !forbidden.includes(each) && !(forbidden.includes('private') && /^(?:public$|s-maxage)/.test(each)))
    .map((each) => each.replace(/^((?:s-)?max-?age)=(\d+)$/, (_, name, own) => `${name}=${Math.min(Number(own), ...lifetimes)}`));
  return [...forbidden, ...kept].join(', ');
}
