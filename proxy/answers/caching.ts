import { directivesOf, secondsOf } from '../http/cache-control.ts';

/** Directives of an upstream that are stricter than ours, in the order in which they are sent. */
const restrictions = ['private', 'no-cache', 'no-store', 'no-transform'];

/**
 * The stricter of two Cache-Control values: all restrictions of both, and the shorter lifetime. A directive limited to
 * fields (`private="set-cookie"`) counts as unlimited, as RFC 9111 §5.2.2.7 allows.
 *
 * @param ours of this service
 * @param host of the host that sent the content; it may repeat a directive
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
    .map((each) => each.replace(/^((?:s-)?max-?age)=(\d+)$/, (_, name, max) => `${name}=${Math.min(Number(max), ...lifetimes)}`));
  return [...forbidden, ...kept].join(', ');
}
