import { toHostNames } from '#contract/allowed-hosts';
import { isFieldValue } from '#contract/content-security-policy';
import type { Deprecation } from '#contract/deprecation';
import { type EmbeddedSettings, ofCommandAlone, type ProxySettingValues, proxySettingList } from '#contract/proxy-settings';
import { defaultSiteUrl, isSiteUrl, siteUrlForm, withoutEndSlash } from '#contract/site-url';
import { groupBy } from '#contract/std/collections';
import { UsageError } from '#contract/std/errors';
import { expectationOf, flagRow, flagsOf, helpLines, isValueOf, parseFlags, readFlags, wrapped } from '#contract/std/flags';
import { didYouMean } from '#contract/std/words';
import type { Observer } from './exchange.ts';
import type { RateLimiter } from './http/quota.ts';
import { type Log, silentLog } from './observe/log.ts';

/** The command: serve with these settings, only check them, or print something and end. */
export type Command =
  | { readonly action: 'run' | 'check'; readonly settings: ProxySettingValues; readonly unknown: readonly string[] }
  | { readonly action: 'help' | 'version' };

const others = flagsOf({
  check: flagRow.toggle(false, 'Read the settings and the site, print what is in force, and end: 0 if it would start.'),
  help: flagRow.toggle(false, 'Print this.', { short: 'h' }),
  version: flagRow.toggle(false, 'Print the version.', { short: 'v' }),
});

/**
 * Reads the command line and the environment by the table of settings.
 *
 * @param args the arguments after the command's name
 * @throws {UsageError} one line that names the flag or variable, what was found and what is expected
 */
export function readSettings(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Command {
  const found = parseFlags(args, [...proxySettingList, ...others], 'diptych-proxy');
  if (found.values.help) return { action: 'help' };
  if (found.values.version) return { action: 'version' };
  if (found.operands.length > 1)
    throw new UsageError(`one folder at a time: found ${found.operands.map((operand) => JSON.stringify(operand)).join(' ')}`);
  if (found.operands.length > 0 && found.values.origin !== undefined)
    throw new UsageError('a site comes from a folder or from --origin: name one of them');
  const settings = readFlags(proxySettingList, found, env) as unknown as ProxySettingValues;
  return { action: found.values.check ? 'check' : 'run', settings, unknown: unknownVariables(env) };
}

/** Variables that look like ours and set nothing, each as one line. */
function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = proxySettingList.map((setting) => setting.env);
  return Object.keys(env)
    .filter((name) => name.startsWith('DIPTYCH_') && !known.includes(name))
    .sort()
    .map((name) => `${name} sets nothing${didYouMean(name, known)}`);
}

/** The text of `--help`, from the same table. */
export function usage(): string {
  const groups = [...groupBy(proxySettingList, ({ group }) => group), ['Other', others]] as const;
  return [
    'Usage: diptych-proxy [DIR] [options]',
    '',
    ...wrapped('Serves a site that Diptych built, or any static site: HTML for people, Markdown for agents, at the same URL.'),
    ...groups.flatMap(([group, flags]) => ['', `${group}:`, ...helpLines(flags, '  ')]),
    '',
    ...wrapped(
      'Signals: SIGTERM and SIGINT end it when answers in progress are sent, a second one immediately; SIGHUP looks for a new build.',
    ),
    '',
  ].join('\n');
}

/** Options for embedders only. */
interface HostOptions {
  /** URL of the site if neither `url` nor the site names one. */
  readonly fallbackUrl: string;
  /** Name of the site in the health document. Unset: from the site. */
  readonly name: string | undefined;
  /** Deprecated operations. Unset: from the site. */
  readonly deprecations: readonly Deprecation[] | undefined;
  /** Whether scripts of other sites may read the answers (CORS). */
  readonly crossOrigin: boolean;
  /** Counts clients. Unset: by the settings above. */
  readonly rateLimiter: RateLimiter | undefined;
  /** Called for every exchange: the request log, the metrics. */
  readonly observers: readonly Observer[];
  /** Takes the messages for the operator, such as `console`. Unset: they are dropped. */
  readonly log: Log;
}

const hostDefaults: HostOptions = {
  fallbackUrl: defaultSiteUrl,
  name: undefined,
  deprecations: undefined,
  crossOrigin: true,
  rateLimiter: undefined,
  observers: [],
  log: silentLog,
};

const has = (value: unknown, methods: readonly string[]): boolean =>
  methods.every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'function');

const hostNamesForm = 'one string of host names without port, separated by commas, like "box.local,192.0.2.7"';

/** Type tests of options that no row of the table has, and the expectation for messages. */
const forms: Readonly<Record<string, readonly [isRight: (value: never) => boolean, expected: string]>> = {
  name: [(value) => typeof value === 'string', 'a string'],
  deprecations: [Array.isArray, 'an array'],
  crossOrigin: [(value) => typeof value === 'boolean', 'true or false'],
  rateLimiter: [
    (value) => has(value, ['count', 'setPolicy', 'close']),
    'an object with the methods count, setPolicy and close, and a promise ready',
  ],
  observers: [
    (value: unknown) => Array.isArray(value) && value.every((observer) => has(observer, ['begin', 'answeredRaw'])),
    'an array of objects with the methods begin and answeredRaw',
  ],
  log: [
    (value) => has(value, ['debug', 'info', 'warn', 'error']),
    'an object with the methods debug, info, warn and error, such as console',
  ],
  url: [(value) => value === null || isSiteUrl(value), siteUrlForm],
  fallbackUrl: [isSiteUrl, siteUrlForm],
  allowedHosts: [(value) => value === null || (typeof value === 'string' && toHostNames(value) !== undefined), hostNamesForm],
  contentSecurityPolicy: [(value) => value === null || isFieldValue(value), 'a field value'],
};

/** Options with all defaults in place: the request path reads constants. */
export type ResolvedProxyOptions = EmbeddedSettings & HostOptions;

type Optional<T> = { readonly [N in keyof T]?: T[N] | undefined };
type Common = Optional<Omit<ResolvedProxyOptions, 'dir' | 'origin'>>;

interface FolderSite {
  /** Folder that the build wrote. Default: `dist`. */
  readonly dir?: string | undefined;
  readonly origin?: null | undefined;
}

interface HostedSite {
  /** URL of a static host to stand in front of, with the folder of the site there. */
  readonly origin: string;
  readonly dir?: undefined;
}

/** Everything that an embedder can set. Names, units and defaults are the same as in the command. */
export type ProxyOptions = Common & (FolderSite | HostedSite);

/**
 * Fills in the defaults.
 *
 * @throws {UsageError} one line that names the option, what was found and what is expected
 */
export function resolveProxyOptions(options: ProxyOptions = {}): ResolvedProxyOptions {
  const rows = proxySettingList.filter(({ name }) => !ofCommandAlone(name));
  const known = [...rows.map(({ name }) => name), ...Object.keys(hostDefaults)];
  for (const name of Object.keys(options))
    if (ofCommandAlone(name)) throw new UsageError(`option ${name} is one of the command diptych-proxy, not of createProxy`);
    else if (!known.includes(name as never))
      throw new UsageError(`unknown option ${JSON.stringify(name)}${didYouMean(name, known)}`);
  const given: Record<string, unknown> = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  if (given.dir !== undefined && typeof given.origin === 'string')
    throw new UsageError('options dir and origin: a site comes from a folder or from a host; give one of them');
  for (const name of ['url', 'fallbackUrl']) if (typeof given[name] === 'string') given[name] = withoutEndSlash(given[name]);
  for (const row of rows)
    if (row.name in given && !(row.name in forms) && !isValueOf(row, given[row.name]))
      throw faultOf(row.name, given[row.name], expectationOf(row));
  for (const [name, [isRight, expected]] of Object.entries(forms))
    if (name in given && !isRight(given[name] as never)) throw faultOf(name, given[name], expected);
  const defaults = Object.fromEntries(rows.map((row) => [row.name, row.default]));
  return { ...defaults, ...hostDefaults, ...given } as ResolvedProxyOptions;
}

function faultOf(name: string, found: unknown, expected: string): UsageError {
  const isSimple = found === null || !['object', 'function', 'undefined'].includes(typeof found);
  const shown = isSimple ? ` found ${JSON.stringify(found)},` : '';
  return new UsageError(`option ${name}:${shown} expected ${expected}`);
}
