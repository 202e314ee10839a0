import { maxSharedAge } from './site-facts.ts';
import { defaultPort } from './site-url.ts';
import { type Flag, type FlagRow, type FlagValues, flagRow, flagsOf, kebab } from './std/flags.ts';

const { text, toggle, choice, integer } = flagRow;

/** All settings of `diptych-proxy`, by their heading in the documentation. */
const groups = {
  Serving: {
    dir: text('dist', 'Folder that the build wrote. Not used with --origin.', { flag: 'DIR' }),
    port: integer(defaultPort, { env: 'PORT', max: 65535 }, 'Port to listen on; 0 takes a free one.'),
    host: text('127.0.0.1', 'Address to listen on; 0.0.0.0 or :: for every interface.', { env: 'HOST' }),
    url: text(null, 'Public URL of the site, with the path below which it lies. Unset: the one that the site was built with.', {
      env: 'SITE_URL',
    }),
    allowedHosts: text(
      null,
      'Host names to answer to, separated by commas, besides localhost and the address that is listened on; a request for a different host gets 421. Unset: any host.',
    ),
    contentSecurityPolicy: text(
      null,
      'Content-Security-Policy of HTML, unless the origin sends its own. Unset: the setting of the site, or one that cannot break a page.',
    ),
    sharedAge: integer(
      null,
      { min: 1, max: maxSharedAge, unit: 'seconds' },
      'How long a cache of yours in front of the proxy, such as a CDN, may keep pages, twins and documents. Empty it with each deployment. Unset: what the site says, else it asks again for each page.',
    ),
    watch: toggle(true, 'Whether DIR is watched for new builds; if not, SIGHUP or reload() looks for one.'),
  },
  Memory: {
    memory: toggle(
      true,
      'Whether the site is held in memory; if not, answers are the same and bodies come from disk or the origin.',
    ),
    memoryFileLimit: integer(1_048_576, { unit: 'bytes' }, 'Files above this size are streamed from disk or the origin.'),
    maxMemory: integer(
      null,
      { unit: 'bytes' },
      'Ceiling of the bodies held in memory; what does not fit comes from disk or the origin. Unset: no ceiling for DIR, 67108864 for --origin.',
    ),
  },
  'Rate limit': {
    rateLimit: choice(['advisory', 'enforced'], 'advisory', 'advisory counts and reports; enforced answers 429 over the quota.'),
    rateLimitLimit: integer(
      null,
      { min: 1, max: 1_000_000_000, unit: 'requests' },
      'Requests that a client may make in a window. Unset: what the site says.',
    ),
    rateLimitWindow: integer(null, { min: 1, max: 86_400, unit: 'seconds' }, 'Length of the window. Unset: what the site says.'),
    rateLimitStore: text(
      null,
      'redis:// or rediss:// URL of a Redis database in which several proxies of one site count together. Use a different database number for each site. Unset: each proxy counts in its own memory.',
    ),
    rateLimitClients: integer(
      100_000,
      { min: 1, max: 10_000_000, unit: 'clients' },
      'Clients that are counted in memory. Beyond this number, those that have been inactive longest are forgotten.',
    ),
    trustedHops: integer(
      0,
      { max: 32, unit: 'proxies' },
      'Proxies of yours in front of this one, each of which appends to X-Forwarded-For; 0 ignores the header.',
    ),
    ipv6Prefix: integer(64, { min: 16, max: 128, unit: 'bits' }, 'Leading bits of an IPv6 address that make one client.'),
  },
  Origin: {
    origin: text(
      null,
      'URL of the static host to stand in front of, with the folder of the site there if it is not the root. Unset: DIR is served.',
    ),
    originHeaderTimeout: integer(
      10_000,
      { min: 1, max: 600_000, unit: 'milliseconds' },
      'Longest time from the request to the first byte of the origin’s answer, retries included. After it, the answer is 504.',
    ),
    originIdleTimeout: integer(
      10_000,
      { min: 1, max: 600_000, unit: 'milliseconds' },
      'Longest pause of the origin in the middle of a body. After it, the connection is closed, so that the client sees that the answer is incomplete.',
    ),
    originTimeout: integer(
      300_000,
      { min: 1, max: 86_400_000, unit: 'milliseconds' },
      'Longest time for one complete answer of the origin. After it, the connection is closed, so that the client sees that the answer is incomplete.',
    ),
    originMaxBody: integer(
      null,
      { min: 1, unit: 'bytes' },
      'Longest body that is passed on from the origin. Unset: no limit, because bodies are streamed.',
    ),
    originRefresh: integer(
      60,
      { min: 1, max: 86_400, unit: 'seconds' },
      'How long the origin’s description of itself (.well-known/diptych.json, openapi.json, _redirects) is used before it is read again.',
    ),
    originCache: integer(
      null,
      { max: 31_536_000, unit: 'seconds' },
      'How long an answer of the origin is used before it is asked again, unless it says no-store, private or no-cache; 0 asks each time. Unset: as long as its Cache-Control or Expires allows shared caches.',
    ),
  },
  Operation: {
    logRequests: toggle(false, 'One line on standard output for each request.'),
    logFormat: choice(
      ['json', 'combined'],
      'json',
      'Form of these lines: JSON, or Combined Log Format without addresses and queries.',
    ),
    logLevel: choice(['debug', 'info', 'warn', 'error', 'silent'], 'info', 'Least severe message that is logged.'),
    metricsPort: integer(null, { max: 65535 }, 'Port on which /metrics answers in Prometheus form. Unset: no metrics.'),
    metricsHost: text('127.0.0.1', 'Address of the metrics port.'),
    keepAliveTimeout: integer(
      75_000,
      { max: 3_600_000, unit: 'milliseconds' },
      'How long an idle connection is kept. Behind a load balancer, it must be longer than the balancer’s own idle timeout: else the balancer sends requests on connections that are being closed, and answers 502.',
    ),
    maxConnections: integer(
      2_000,
      { min: 1, max: 1_000_000, unit: 'connections' },
      'Most connections at once; more are closed unanswered. One client may hold a quarter of them; with --trusted-hops there is no limit per client.',
    ),
    stallTimeout: integer(
      30_000,
      { min: 100, max: 3_600_000, unit: 'milliseconds' },
      'How long a reader may take nothing of what waits for it; past it the connection is cut.',
    ),
    drainDelay: integer(
      1_000,
      { max: 600_000, unit: 'milliseconds' },
      'After SIGTERM, how long new connections are still accepted; behind a load balancer its check interval.',
    ),
    drainTimeout: integer(
      8_000,
      { max: 3_600_000, unit: 'milliseconds' },
      'When answers that are still being sent are cut, counted from the end of the drain delay.',
    ),
  },
} as const satisfies Record<string, Record<string, FlagRow>>;

type Groups = typeof groups;
type Rows = Groups['Serving'] & Groups['Memory'] & Groups['Rate limit'] & Groups['Origin'] & Groups['Operation'];

export type ProxySettingName = keyof Rows;

/** Settings of the command only: an embedded proxy uses its embedder's server, log and metrics. */
const commandSettings = [
  'port',
  'host',
  'logRequests',
  'logFormat',
  'logLevel',
  'metricsPort',
  'metricsHost',
  'drainDelay',
  'drainTimeout',
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
