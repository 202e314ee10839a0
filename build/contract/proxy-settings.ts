/**
 * Every setting of `diptych-proxy`: the command parses from this table, `--help` prints it, the settings page of
 * the site lists it. A flag wins over its environment variable, which wins over the default.
 *
 * A `switch` is set by naming its flag; its environment variable takes `true` or `false`. A flag that begins with
 * `--no-` turns off what is on by default. `null` as default: nothing is set, and the summary says what holds then.
 */
export interface ProxySetting {
  /** As written on the command line; `DIR` is the one positional argument. */
  readonly flag: string;
  readonly env: string;
  readonly type: 'text' | 'integer' | 'switch' | 'choice';
  readonly default: string | number | boolean | null;
  /** The values of a `choice`. */
  readonly values?: readonly string[];
  /** Bounds of an `integer`, inclusive. */
  readonly min?: number;
  readonly max?: number;
  readonly unit?: 'seconds' | 'milliseconds' | 'bytes' | 'requests' | 'proxies' | 'bits' | 'clients' | 'connections';
  /** One sentence for `--help` and the settings page. */
  readonly summary: string;
  /** Heading under which the setting is listed. */
  readonly group: 'Serving' | 'Memory' | 'Rate limit' | 'Origin' | 'Operation';
}

export const proxySettings = {
  dir: {
    flag: 'DIR',
    env: 'DIPTYCH_DIR',
    type: 'text',
    default: 'dist',
    group: 'Serving',
    summary: 'Folder that the build wrote. Not used with --origin.',
  },
  port: {
    flag: '--port',
    env: 'PORT',
    type: 'integer',
    default: 8080,
    min: 0,
    max: 65535,
    group: 'Serving',
    summary: 'Port to listen on; 0 takes a free one.',
  },
  host: {
    flag: '--host',
    env: 'HOST',
    type: 'text',
    default: '127.0.0.1',
    group: 'Serving',
    summary: 'Address to listen on; 0.0.0.0 or :: for every interface.',
  },
  url: {
    flag: '--url',
    env: 'SITE_URL',
    type: 'text',
    default: null,
    group: 'Serving',
    summary: 'Public URL of the site, scheme and host only. Unset: the one that the site was built with.',
  },
  allowedHosts: {
    flag: '--allowed-hosts',
    env: 'DIPTYCH_ALLOWED_HOSTS',
    type: 'text',
    default: null,
    group: 'Serving',
    summary:
      'Host names to answer to, separated by commas, besides localhost and the address that is listened on; a request for a different host gets 421. Unset: any host.',
  },
  contentSecurityPolicy: {
    flag: '--content-security-policy',
    env: 'DIPTYCH_CONTENT_SECURITY_POLICY',
    type: 'text',
    default: null,
    group: 'Serving',
    summary:
      'Content-Security-Policy of HTML, unless the origin sends its own. Unset: the setting of the site, or one that cannot break a page.',
  },
  watch: {
    flag: '--no-watch',
    env: 'DIPTYCH_WATCH',
    type: 'switch',
    default: true,
    group: 'Serving',
    summary: 'Notice a new build in DIR and swap to it; when off, SIGHUP does it.',
  },
  memory: {
    flag: '--no-memory',
    env: 'DIPTYCH_MEMORY',
    type: 'switch',
    default: true,
    group: 'Memory',
    summary: 'Hold the site in memory; when off, answers are the same and bodies come from disk.',
  },
  memoryFileLimit: {
    flag: '--memory-file-limit',
    env: 'DIPTYCH_MEMORY_FILE_LIMIT',
    type: 'integer',
    default: 1_048_576,
    min: 0,
    unit: 'bytes',
    group: 'Memory',
    summary: 'Files above this size are streamed from disk.',
  },
  maxMemory: {
    flag: '--max-memory',
    env: 'DIPTYCH_MAX_MEMORY',
    type: 'integer',
    default: null,
    min: 0,
    unit: 'bytes',
    group: 'Memory',
    summary: 'Ceiling of the bodies held in memory; what does not fit is served from disk. Unset: no ceiling.',
  },
  rateLimit: {
    flag: '--rate-limit',
    env: 'DIPTYCH_RATE_LIMIT',
    type: 'choice',
    values: ['advisory', 'enforced'],
    default: 'advisory',
    group: 'Rate limit',
    summary: 'advisory counts and reports; enforced answers 429 over the quota.',
  },
  rateLimitLimit: {
    flag: '--rate-limit-limit',
    env: 'DIPTYCH_RATE_LIMIT_LIMIT',
    type: 'integer',
    default: null,
    min: 1,
    max: 1_000_000_000,
    unit: 'requests',
    group: 'Rate limit',
    summary: 'Requests that a client may make in a window. Unset: what the site says.',
  },
  rateLimitWindow: {
    flag: '--rate-limit-window',
    env: 'DIPTYCH_RATE_LIMIT_WINDOW',
    type: 'integer',
    default: null,
    min: 1,
    max: 86_400,
    unit: 'seconds',
    group: 'Rate limit',
    summary: 'Length of the window. Unset: what the site says.',
  },
  rateLimitStore: {
    flag: '--rate-limit-store',
    env: 'DIPTYCH_RATE_LIMIT_STORE',
    type: 'text',
    default: null,
    group: 'Rate limit',
    summary:
      'redis:// or rediss:// URL of a Redis database in which several proxies of one site count together. Use a different database number for each site. Unset: each proxy counts in its own memory.',
  },
  rateLimitClients: {
    flag: '--rate-limit-clients',
    env: 'DIPTYCH_RATE_LIMIT_CLIENTS',
    type: 'integer',
    default: 100_000,
    min: 1,
    max: 10_000_000,
    unit: 'clients',
    group: 'Rate limit',
    summary: 'Clients that are counted in memory. Beyond this number, those that have been inactive longest are forgotten.',
  },
  trustedHops: {
    flag: '--trusted-hops',
    env: 'DIPTYCH_TRUSTED_HOPS',
    type: 'integer',
    default: 0,
    min: 0,
    max: 32,
    unit: 'proxies',
    group: 'Rate limit',
    summary: 'Proxies of yours in front of this one, each of which appends to X-Forwarded-For; 0 ignores the header.',
  },
  ipv6Prefix: {
    flag: '--ipv6-prefix',
    env: 'DIPTYCH_IPV6_PREFIX',
    type: 'integer',
    default: 64,
    min: 16,
    max: 128,
    unit: 'bits',
    group: 'Rate limit',
    summary: 'Leading bits of an IPv6 address that make one client.',
  },
  origin: {
    flag: '--origin',
    env: 'DIPTYCH_ORIGIN',
    type: 'text',
    default: null,
    group: 'Origin',
    summary:
      'URL of the static host to stand in front of, with the folder of the site there if it is not the root. Unset: DIR is served.',
  },
  originHeaderTimeout: {
    flag: '--origin-header-timeout',
    env: 'DIPTYCH_ORIGIN_HEADER_TIMEOUT',
    type: 'integer',
    default: 10_000,
    min: 1,
    max: 600_000,
    unit: 'milliseconds',
    group: 'Origin',
    summary: 'Longest time from the request to the first byte of the origin’s answer, retries included. After it, the answer is 504.',
  },
  originIdleTimeout: {
    flag: '--origin-idle-timeout',
    env: 'DIPTYCH_ORIGIN_IDLE_TIMEOUT',
    type: 'integer',
    default: 10_000,
    min: 1,
    max: 600_000,
    unit: 'milliseconds',
    group: 'Origin',
    summary: 'Longest pause of the origin in the middle of a body. After it, the connection is closed, so that the client sees that the answer is incomplete.',
  },
  originTimeout: {
    flag: '--origin-timeout',
    env: 'DIPTYCH_ORIGIN_TIMEOUT',
    type: 'integer',
    default: 300_000,
    min: 1,
    max: 86_400_000,
    unit: 'milliseconds',
    group: 'Origin',
    summary: 'Longest time for one complete answer of the origin. After it, the connection is closed, so that the client sees that the answer is incomplete.',
  },
  originMaxBody: {
    flag: '--origin-max-body',
    env: 'DIPTYCH_ORIGIN_MAX_BODY',
    type: 'integer',
    default: null,
    min: 1,
    unit: 'bytes',
    group: 'Origin',
    summary: 'Longest body that is passed on from the origin. Unset: no limit, because bodies are streamed.',
  },
  originRefresh: {
    flag: '--origin-refresh',
    env: 'DIPTYCH_ORIGIN_REFRESH',
    type: 'integer',
    default: 60,
    min: 1,
    max: 86_400,
    unit: 'seconds',
    group: 'Origin',
    summary:
      'How long the origin’s description of itself (.diptych.json, openapi.json, _redirects) is used before it is read again.',
  },
  logRequests: {
    flag: '--log-requests',
    env: 'DIPTYCH_LOG_REQUESTS',
    type: 'switch',
    default: false,
    group: 'Operation',
    summary: 'One JSON line on standard output for each request.',
  },
  logLevel: {
    flag: '--log-level',
    env: 'DIPTYCH_LOG_LEVEL',
    type: 'choice',
    values: ['debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    group: 'Operation',
    summary: 'Least severe message that is logged.',
  },
  metricsPort: {
    flag: '--metrics-port',
    env: 'DIPTYCH_METRICS_PORT',
    type: 'integer',
    default: null,
    min: 0,
    max: 65535,
    group: 'Operation',
    summary: 'Port on which /metrics answers in Prometheus form. Unset: no metrics.',
  },
  metricsHost: {
    flag: '--metrics-host',
    env: 'DIPTYCH_METRICS_HOST',
    type: 'text',
    default: '127.0.0.1',
    group: 'Operation',
    summary: 'Address of the metrics port.',
  },
  keepAliveTimeout: {
    flag: '--keep-alive-timeout',
    env: 'DIPTYCH_KEEP_ALIVE_TIMEOUT',
    type: 'integer',
    default: 5_000,
    min: 0,
    max: 3_600_000,
    unit: 'milliseconds',
    group: 'Operation',
    summary: 'How long an idle connection is kept; behind a load balancer its own idle time and five seconds more.',
  },
  maxConnections: {
    flag: '--max-connections',
    env: 'DIPTYCH_MAX_CONNECTIONS',
    type: 'integer',
    default: 2_000,
    min: 1,
    max: 1_000_000,
    unit: 'connections',
    group: 'Operation',
    summary:
      'Most connections at once; more are closed unanswered. One client may hold a quarter of them, unless --trusted-hops is set.',
  },
  stallTimeout: {
    flag: '--stall-timeout',
    env: 'DIPTYCH_STALL_TIMEOUT',
    type: 'integer',
    default: 30_000,
    min: 100,
    max: 3_600_000,
    unit: 'milliseconds',
    group: 'Operation',
    summary: 'How long a reader may take nothing of what waits for it; past it the connection is cut.',
  },
  drainDelay: {
    flag: '--drain-delay',
    env: 'DIPTYCH_DRAIN_DELAY',
    type: 'integer',
    default: 1_000,
    min: 0,
    max: 600_000,
    unit: 'milliseconds',
    group: 'Operation',
    summary: 'After SIGTERM, how long new connections are still accepted; behind a load balancer its check interval.',
  },
  drainTimeout: {
    flag: '--drain-timeout',
    env: 'DIPTYCH_DRAIN_TIMEOUT',
    type: 'integer',
    default: 8_000,
    min: 0,
    max: 3_600_000,
    unit: 'milliseconds',
    group: 'Operation',
    summary: 'When answers that are still being sent are cut, counted from the end of the drain delay.',
  },
} as const satisfies Record<string, ProxySetting>;

export type ProxySettingName = keyof typeof proxySettings;

/** The rows of the table with their names, in table order. */
export const proxySettingList: readonly (ProxySetting & { readonly name: ProxySettingName })[] = (
  Object.entries(proxySettings) as [ProxySettingName, ProxySetting][]
).map(([name, setting]) => ({ ...setting, name }));

type ValueOf<S extends ProxySetting> =
  | (S extends { type: 'choice'; values: readonly (infer V)[] }
      ? V
      : { text: string; integer: number; switch: boolean; choice: string }[S['type']])
  | (S['default'] extends null ? null : never);

/** What the command knows once every setting has its value. */
export type ProxySettingValues = { readonly [N in ProxySettingName]: ValueOf<(typeof proxySettings)[N]> };
