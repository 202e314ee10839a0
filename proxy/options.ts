import type { ProxySettingValues } from '../build/contract/proxy-settings.ts';
import { proxySettingList, proxySettings } from '../build/contract/proxy-settings.ts';
import type { Observer } from './exchange.ts';
import { toHostNames } from './http/allowed-hosts.ts';
import type { RateLimiter } from './http/quota.ts';
import { type Log, silentLog } from './observe/log.ts';
import type { Deprecation } from './origin/site.ts';
import { expectationOf, isOriginUrl, isValueOf } from './setting-value.ts';
import { StartError } from './start-error.ts';

/** Settings that concern the command alone: an embedded proxy has its host's server, log and metrics. */
type CommandOnly = 'port' | 'host' | 'logRequests' | 'logLevel' | 'metricsPort' | 'metricsHost' | 'drainDelay' | 'drainTimeout';

type Settings = Omit<ProxySettingValues, CommandOnly>;

/** Everything a host can set. Names, units and defaults are those of the command's settings. */
export type ProxyOptions = { readonly [N in keyof Settings]?: Settings[N] | undefined } & {
  /** URL of the site where neither `url` nor the site itself names one. */
  readonly fallbackUrl?: string | undefined;
  /** Name of the site in the health document. Unset: what the site says. */
  readonly name?: string | undefined;
  /** Operations on their way out. Unset: what the site says. */
  readonly deprecations?: readonly Deprecation[] | undefined;
  /** Counts clients. Unset: one by the rate limit settings above. */
  readonly rateLimiter?: RateLimiter | undefined;
  /** Told of every exchange: the request log, the metrics. */
  readonly observers?: readonly Observer[] | undefined;
  readonly log?: Log | undefined;
};

/** Options with every default in place: the request path reads constants. */
export type ResolvedProxyOptions = Settings & {
  readonly fallbackUrl: string;
  readonly name: string | undefined;
  readonly deprecations: readonly Deprecation[] | undefined;
  readonly rateLimiter: RateLimiter | undefined;
  readonly observers: readonly Observer[];
  readonly log: Log;
};

const others = ['fallbackUrl', 'name', 'deprecations', 'rateLimiter', 'observers', 'log'];

/**
 * Fills in the defaults.
 *
 * @throws {StartError} one line that names the option, what was found and what is expected
 */
export function resolveProxyOptions(options: ProxyOptions = {}): ResolvedProxyOptions {
  const given = options as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(given))
    if (!(name in proxySettings) && !others.includes(name)) throw new StartError(`unknown option ${JSON.stringify(name)}`);
  const settings = Object.fromEntries(
    proxySettingList.map((row) => [row.name, settingOf(row, given[row.name])]),
  ) as unknown as Settings;
  const { url } = settings;
  const fallbackUrl = options.fallbackUrl ?? 'http://localhost:8080';
  for (const [name, value] of Object.entries({ url, fallbackUrl }))
    if (value !== null && !isOriginUrl(value))
      throw faultOf(name, value, 'an http(s) URL without path, query, fragment or trailing slash, like "https://example.com"');
  const { allowedHosts, contentSecurityPolicy } = settings;
  if (allowedHosts !== null && toHostNames(allowedHosts) === undefined)
    throw faultOf('allowedHosts', allowedHosts, 'host names without port, separated by commas, like "box.local,192.0.2.7"');
  if (contentSecurityPolicy !== null && !/^[\t\x20-\x7e]+$/.test(contentSecurityPolicy))
    throw faultOf('contentSecurityPolicy', contentSecurityPolicy, 'a field value');
  return {
    ...settings,
    fallbackUrl,
    name: options.name,
    deprecations: options.deprecations,
    rateLimiter: options.rateLimiter,
    observers: options.observers ?? [],
    log: options.log ?? silentLog,
  };
}

function settingOf(row: (typeof proxySettingList)[number], value: unknown): unknown {
  if (value === undefined) return row.default;
  if (isValueOf(row, value)) return value;
  throw faultOf(row.name, value, expectationOf(row));
}

const faultOf = (name: string, found: unknown, expected: string): StartError =>
  new StartError(`option ${name}: found ${JSON.stringify(found)}, expected ${expected}`);
