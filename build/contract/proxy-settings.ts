import { maxSharedAge } from './site-facts.ts';
import { defaultPort } from './site-url.ts';
import { type Flag, type FlagRow, type FlagValues, flagRow, flagsOf, kebab } from './std/flags.ts';

const { text, toggle, choice, integer } = flagRow;

/**
 * All settings of `diptych-proxy`, by their heading in the documentation. Comments are what an editor shows to those who embed
 * the proxy.
 */
const groups = {
  Serving: {
    dir: text('dist', 'Folder that the build wrote. Not used with --origin.', { flag: 'DIR' }),
    port: integer(defaultPort, { env: 'PORT', max: 65535 }, 'Port to listen on; 0 takes a free one.'),
    host: text('127.0.0.1', 'Address to listen on; 0.0.0.0 or :: for every interface.', { env: 'HOST' }),
    /** Public URL of the site, with the path below which it lies. Unset: the one that the site was built with. */
    url: text(null, 'Public URL of the site, with the path below which it lies. Unset: the one that the site was built with.', {
      env: 'SITE_URL',
    }),
    /** Host names to answer to, separated by commas; requests for others get 421. Unset: any host. */
    allowedHosts: text(
      null,
      'Host names to answer to, separated by commas, besides localhost and the address that is listened on; a request for a different host gets 421. Unset: any host.',
    ),
    /** Content-Security-Policy of HTML. Unset: the site's own. */
    contentSecurityPolicy: text(
      null,
      'Content-Security-Policy of HTML. Unset: the setting of the site, or one that cannot break a page.',
    ),
    /** Seconds for which a cache of yours in front may keep pages, twins and documents. Unset: it asks again for each page. */
    sharedAge: integer(
      null,
      { min: 1, max: maxSharedAge, unit: 'seconds' },
      'How long a cache of yours in front of the proxy, such as a CDN, may keep pages, twins and documents. Empty it with each deployment. Unset: it asks again for each page.',
    ),
    /** Whether to look for new builds. Default: true; else only `reload()` does. */
    watch: toggle(true, 'Do not look for new builds: only SIGHUP or reload() does.'),
    /** Most bytes of files in memory. Unset: no limit for a folder, 64 MiB for a host. */
    maxMemory: integer(
      null,
      { unit: 'bytes' },
      'Most bytes of files in memory; others come from disk or the origin, and 0 holds none. Unset: no limit for DIR, 67108864 for --origin.',
    ),
  },
  'Rate limit': {
    /** `advisory` (default) counts and reports; `enforced` answers 429 over the quota. */
    rateLimit: choice(['advisory', 'enforced'], 'advisory', 'advisory counts and reports; enforced answers 429 over the quota.'),
    /** Requests that a client may make in a window. Unset: what the site says. */
    rateLimitLimit: integer(
      null,
      { min: 1, max: 1_000_000_000, unit: 'requests' },
      'Requests that a client may make in a window. Unset: what the site says.',
    ),
    /** Length of the window in seconds. Unset: what the site says. */
    rateLimitWindow: integer(null, { min: 1, max: 86_400, unit: 'seconds' }, 'Length of the window. Unset: what the site says.'),
    /** URL of a Redis database in which several proxies of one site count together. Unset: in memory. */
    rateLimitStore: text(
      null,
      'redis:// or rediss:// URL of a Redis database in which several proxies of one site count together. Use a different database number for each site. Unset: each proxy counts in its own memory.',
    ),
    /** Proxies of yours in front, each of which appends to X-Forwarded-For. Default: 0, the header is ignored. */
    trustedHops: integer(
      0,
      { max: 32, unit: 'proxies' },
      'Proxies of yours in front of this one, each of which appends to X-Forwarded-For; 0 ignores the header.',
    ),
  },
  Origin: {
    origin: text(
      null,
      'URL of the static host to stand in front of, with the folder of the site there if it is not the root. It must serve /.well-known/diptych.json of the build. Unset: DIR is served.',
    ),
    /** Longest time for one complete answer of the host, in milliseconds. Default: 300,000. */
    originTimeout: integer(
      300_000,
      { min: 1, max: 86_400_000, unit: 'milliseconds' },
      'Longest time for one complete answer of the origin. After it, the connection is closed, so that the client sees that the answer is incomplete.',
    ),
  },
  Operation: {
    logRequests: toggle(false, 'One line on standard output for each request: JSON, or a short one at a terminal.'),
    logLevel: choice(['debug', 'info', 'warn', 'error', 'silent'], 'info', 'Least severe message that is logged.'),
    metricsPort: integer(
      null,
      { max: 65535 },
      'Port on 127.0.0.1 on which /metrics answers in Prometheus form. Unset: no metrics.',
    ),
    /** How long an idle connection is kept, in milliseconds, by `createProxyServer`. Default: 75,000. */
    keepAliveTimeout: integer(
      75_000,
      { max: 3_600_000, unit: 'milliseconds' },
      'How long an idle connection is kept. Behind a load balancer, it must be longer than the balancer’s own idle timeout: otherwise the balancer sends requests on connections that are being closed, and answers 502.',
    ),
    /** Most connections at once, of `createProxyServer`. Default: 2,000; a client may hold a quarter of them. */
    maxConnections: integer(
      2_000,
      { min: 1, max: 1_000_000, unit: 'connections' },
      'Most connections at once; more are closed unanswered. One client may hold a quarter of them; with --trusted-hops there is no limit per client.',
    ),
    drainDelay: integer(
      1_000,
      { max: 600_000, unit: 'milliseconds' },
      'After SIGTERM, how long new connections are still accepted; behind a load balancer its check interval.',
    ),
  },
} as const satisfies Record<string, Record<string, FlagRow>>;

type Groups = typeof groups;
type Rows = Groups['Serving'] & Groups['Rate limit'] & Groups['Origin'] & Groups['Operation'];

export type ProxySettingName = keyof Rows;

/** Settings of the command only: an embedded proxy uses its embedder's server, log and metrics. */
const commandSettings = [
  'port',
  'host',
  'logRequests',
  'logLevel',
  'metricsPort',
  'drainDelay',
] as const satisfies readonly ProxySettingName[];

/** Whether a setting has no meaning for an embedded proxy. */
export const ofCommandAlone = (name: string): boolean => commandSettings.some((each) => each === name);

/** A setting of `diptych-proxy`, complete. */
export interface ProxySetting extends Flag {
  readonly name: ProxySettingName;
  readonly env: string;
  readonly group: string;
}

/** The settings in table order. The default variable is `DIPTYCH_` and the name in capitals. */
export const proxySettingList: readonly ProxySetting[] = Object.entries(groups).flatMap(([group, rows]) =>
  flagsOf<ProxySettingName>(rows as Record<ProxySettingName, FlagRow>).map((flag) => ({
    env: `DIPTYCH_${kebab(flag.name).replaceAll('-', '_').toUpperCase()}`,
    ...flag,
    group,
  })),
);

export const proxySettings = Object.fromEntries(proxySettingList.map((setting) => [setting.name, setting])) as {
  readonly [N in ProxySettingName]: ProxySetting & Rows[N];
};

export type ProxySettingValues = FlagValues<Rows>;

export type EmbeddedSettings = Omit<ProxySettingValues, (typeof commandSettings)[number]>;
