import { isFieldValue } from '../build/contract/content-security-policy.ts';
import type { Deprecation } from '../build/contract/deprecation.ts';
import {
  type EmbeddedSettings,
  ofCommandAlone,
  type ProxySettingValues,
  proxySettingList,
} from '../build/contract/proxy-settings.ts';
import { defaultSiteUrl, isSiteUrl, siteUrlForm, withoutEndSlash } from '../build/contract/site-url.ts';
import { groupBy } from '../build/contract/std/collections.ts';
import { UsageError } from '../build/contract/std/errors.ts';
import {
  expectationOf,
  flagRow,
  flagsOf,
  helpLines,
  isValueOf,
  parseFlags,
  readFlags,
  wrapped,
} from '../build/contract/std/flags.ts';
import { didYouMean } from '../build/contract/std/words.ts';
import type { Observer } from './exchange.ts';
import { toHostNames } from './http/allowed-hosts.ts';
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
  /** Counts clients. Unset: by the settings above. */
  readonly rateLimiter: RateLimiter | undefined;
  /** Called for every exchange: the request log, the metrics. */
  readonly observers: readonly Observer[];
  readonly log: Log;
}

const hostDefaults: HostOptions = {
  fallbackUrl: defaultSiteUrl,
  name: undefined,
  deprecations: undefined,
  rateLimiter: undefined,
  observers: [],
  log: silentLog,
};

const has = (value: unknown, methods: readonly string[]): boolean =>
  methods.every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'function');

/** Type tests of these options, and the expectation for messages. */
const hostForms: Readonly<Record<string, readonly [isRight: (value: unknown) => boolean, expected: string]>> = {
  name: [(value) => typeof value === 'string', 'a string'],
  deprecations: [Array.isArray, 'an array'],
  rateLimiter: [
    (value) => has(value, ['count', 'setPolicy', 'close']),
    'an object with the methods count, setPolicy and close, and a promise ready',
  ],
  observers: [
    (value) => Array.isArray(value) && value.every((observer) => has(observer, ['begin', 'raw'])),
    'an array of objects with the methods begin and raw',
  ],
  log: [
    (value) => has(value, ['debug', 'info', 'warn', 'error']),
    'an object with the methods debug, info, warn and error, such as console',
  ],
};

/** Options with all defaults in place: the request path reads constants. */
export type ResolvedProxyOptions = EmbeddedSettings & HostOptions;

/** Everything that an embedder can set. Names, units and defaults are those of the command. */
export type ProxyOptions = { readonly [N in keyof ResolvedProxyOptions]?: ResolvedProxyOptions[N] | undefined };

/**
 * Fills in the defaults.
 *
 * @throws {UsageError} one line that names the option, what was found and what is expected
 */
export function resolveProxyOptions(options: ProxyOptions = {}): ResolvedProxyOptions {
  const settingNames = proxySettingList.map(({ name }) => name).filter((name) => !ofCommandAlone(name));
  const known = [...settingNames, ...Object.keys(hostDefaults)];
  for (const name of Object.keys(options))
    if (ofCommandAlone(name)) throw new UsageError(`option ${name} is one of the command diptych-proxy, not of createProxy`);
    else if (!known.includes(name)) throw new UsageError(`unknown option ${JSON.stringify(name)}${didYouMean(name, known)}`);
  const defined: Record<string, unknown> = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  for (const [name, [isRight, expected]] of Object.entries(hostForms))
    if (name in defined && !isRight(defined[name])) throw new UsageError(`option ${name}: expected ${expected}`);
  for (const row of proxySettingList)
    if (row.name in defined && !isValueOf(row, defined[row.name]))
      throw faultOf(row.name, defined[row.name], row.name === 'allowedHosts' ? hostNamesForm : expectationOf(row));
  const defaults = Object.fromEntries(proxySettingList.map((row) => [row.name, row.default]));
  const resolved = { ...defaults, ...hostDefaults, ...defined } as ResolvedProxyOptions;
  const { url, fallbackUrl, allowedHosts, contentSecurityPolicy } = resolved;
  if (defined.dir !== undefined && resolved.origin !== null)
    throw new UsageError('options dir and origin: a site comes from a folder or from a host; give one of them');
  const urls = { url: url && withoutEndSlash(url), fallbackUrl: withoutEndSlash(fallbackUrl) };
  for (const [name, value] of Object.entries(urls))
    if (value !== null && !isSiteUrl(value)) throw faultOf(name, value, siteUrlForm);
  if (allowedHosts !== null && toHostNames(allowedHosts) === undefined)
    throw faultOf('allowedHosts', allowedHosts, hostNamesForm);
  if (contentSecurityPolicy !== null && !isFieldValue(contentSecurityPolicy))
    throw faultOf('contentSecurityPolicy', contentSecurityPolicy, 'a field value');
  return { ...resolved, ...urls };
}

const hostNamesForm = 'one string of host names without port, separated by commas, like "box.local,192.0.2.7"';

const faultOf = (name: string, found: unknown, expected: string): UsageError =>
  new UsageError(`option ${name}: found ${JSON.stringify(found)}, expected ${expected}`);
