import type { ProxySettingValues } from '../build/contract/proxy-settings.ts';
import { proxySettings } from '../build/contract/proxy-settings.ts';
import type { Observer } from './exchange.ts';
import { type Log, silentLog } from './log.ts';
import type { RateLimiter } from './quota.ts';
import type { Deprecation } from './site.ts';

/** Settings that concern the command alone: an embedded proxy has its host's server, log and metrics. */
type CommandOnly =
  | 'port'
  | 'host'
  | 'logRequests'
  | 'logLevel'
  | 'metricsPort'
  | 'metricsHost'
  | 'drainDelay'
  | 'drainTimeout'
  | 'preview';

type Settings = Omit<ProxySettingValues, CommandOnly>;

/** Everything a host can set. Names, units and defaults are those of the command's settings. */
export type ProxyOptions = { readonly [N in keyof Settings]?: Settings[N] | undefined } & {
  /** URL of the site where neither `url` nor the site itself names one. */
  readonly fallbackUrl?: string | undefined;
  /** Name of the site in the health document. Unset: what the site says. */
  readonly name?: string | undefined;
  /** Operations on their way out. Unset: what the site says. */
  readonly deprecations?: readonly Deprecation[] | undefined;
  /** Content-Security-Policy of HTML. Unset: strict for a site that Diptych built, else one that lets any page work. */
  readonly contentSecurityPolicy?: string | undefined;
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
  readonly contentSecurityPolicy: string | undefined;
  readonly rateLimiter: RateLimiter | undefined;
  readonly observers: readonly Observer[];
  readonly log: Log;
};

/**
 * Fills in the defaults.
 *
 * @throws {TypeError} one line that names the option, what was found and what is expected
 */
export function resolveProxyOptions(options: ProxyOptions = {}): ResolvedProxyOptions {
  const settings = Object.fromEntries(
    Object.entries(proxySettings).map(([name, row]) => [name, options[name as keyof Settings] ?? row.default]),
  ) as unknown as Settings;
  return {
    ...settings,
    fallbackUrl: options.fallbackUrl ?? 'http://localhost:8080',
    name: options.name,
    deprecations: options.deprecations,
    contentSecurityPolicy: options.contentSecurityPolicy,
    rateLimiter: options.rateLimiter,
    observers: options.observers ?? [],
    log: options.log ?? silentLog,
  };
}
