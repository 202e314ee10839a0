import { parseArgs } from 'node:util';
import { isFieldValue } from '../build/contract/content-security-policy.ts';
import type { Deprecation } from '../build/contract/deprecation.ts';
import { argumentFault, didYouMean } from '../build/contract/nearest-word.ts';
import {
  type commandSettings,
  type ProxySetting,
  type ProxySettingValues,
  proxySettingList,
  proxySettings,
} from '../build/contract/proxy-settings.ts';
import { defaultSiteUrl, isSiteUrl, siteUrlForm } from '../build/contract/site-url.ts';
import { UsageError } from '../build/contract/user-error.ts';
import type { Observer } from './exchange.ts';
import { toHostNames } from './http/allowed-hosts.ts';
import type { RateLimiter } from './http/quota.ts';
import { type Log, silentLog } from './observe/log.ts';

/** What the command was asked: to run with these settings, or to print something and end. */
export type Command = { readonly action: 'run'; readonly settings: ProxySettingValues } | { readonly action: 'help' | 'version' };

/** The flag as parseArgs knows it: `--no-watch` → `no-watch`. */
const optionOf = ({ flag }: ProxySetting): string => flag.slice(2);
const flags = proxySettingList.filter(({ flag }) => flag.startsWith('--'));

/**
 * Reads the command line and the environment by the table of settings: a flag wins over its variable, which wins over
 * the default.
 *
 * @param args the arguments after the command's name
 * @throws {UsageError} one line that names the flag or variable, what was found and what is expected
 */
export function readSettings(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { action: 'help' };
  if (values.version) return { action: 'version' };
  if (positionals.length > 1)
    throw new UsageError(`one folder at a time: found ${positionals.map((p) => JSON.stringify(p)).join(' ')}`);
  const settings = Object.fromEntries(
    proxySettingList.map((row) => {
      const given = row.flag === 'DIR' ? positionals[0] : values[optionOf(row)];
      if (given !== undefined)
        return [row.name, typeof given === 'boolean' ? !row.flag.startsWith('--no-') : read(row, given, row.flag)];
      const set = env[row.env];
      return [row.name, set === undefined || set === '' ? row.default : read(row, set, row.env)];
    }),
  );
  return { action: 'run', settings: settings as ProxySettingValues };
}

function parse(args: readonly string[]): { values: Record<string, string | boolean | undefined>; positionals: string[] } {
  const options: Record<string, { type: 'boolean' | 'string'; short?: string }> = {
    ...Object.fromEntries(flags.map((row) => [optionOf(row), { type: row.type === 'switch' ? 'boolean' : 'string' }])),
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
  };
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(`${argumentFault((error as Error).message, Object.keys(options))} (see diptych-proxy --help)`);
  }
}

function read(row: ProxySetting, text: string, where: string): string | number | boolean {
  const value = {
    switch: { true: true, false: false }[text],
    integer: /^\d+$/.test(text) ? Number(text) : undefined,
    choice: text,
    text,
  }[row.type];
  if (value === undefined || !isValueOf(row, value))
    throw new UsageError(`${where}: found ${JSON.stringify(text)}, expected ${expectationOf(row)}`);
  return value;
}

const width = 100;

/** The text of `--help`, from the same table. */
export function usage(): string {
  const groups = [...new Set(proxySettingList.map(({ group }) => group))];
  const lines = groups.flatMap((group) => [
    '',
    `${group}:`,
    ...proxySettingList.filter((row) => row.group === group).flatMap(describe),
  ]);
  return [
    'Usage: diptych-proxy [DIR] [options]',
    '',
    ...wrap('Serves a site that Diptych built, or any static site: HTML for people, Markdown for agents, at the same URL.', ''),
    ...lines,
    '',
    'Other:',
    '  -h, --help     Print this.',
    '  -v, --version  Print the version.',
    '',
    ...wrap(
      'Signals: SIGTERM and SIGINT end it when answers in progress are sent, a second one immediately; SIGHUP looks for a new build.',
      '',
    ),
    '',
  ].join('\n');
}

function describe(row: ProxySetting): string[] {
  const value = {
    text: ' TEXT',
    integer: ` ${(row.unit ?? 'N').toUpperCase()}`,
    switch: '',
    choice: ` ${row.values?.join('|')}`,
  }[row.type];
  const fallback = row.default === null || row.type === 'switch' ? '' : ` Default: ${row.default}.`;
  return [`  ${row.flag}${row.flag === 'DIR' ? '' : value}`, ...wrap(`${row.summary}${fallback} [${row.env}]`)];
}

function wrap(text: string, indent = '      '): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + word.length >= width - indent.length) lines.push('');
    lines[lines.length - 1] += `${lines.at(-1) === '' ? '' : ' '}${word}`;
  }
  return lines.map((line) => indent + line);
}

/** What a value of a setting must be, for a message: `a whole number of bytes from 0`. */
function expectationOf({ type, values, min = 0, max = Number.MAX_SAFE_INTEGER, unit }: ProxySetting): string {
  if (type === 'switch') return 'true or false';
  if (type === 'choice') return values?.join(' or ') ?? 'nothing';
  if (type === 'text') return 'a string';
  return `a whole number${unit ? ` of ${unit}` : ''} from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`;
}

/** Whether a setting can have a value. `null` means unset, and is allowed if it is the default. */
function isValueOf(
  { type, values, default: fallback, min = 0, max = Number.MAX_SAFE_INTEGER }: ProxySetting,
  value: unknown,
): boolean {
  if (value === null) return fallback === null;
  if (type === 'switch') return typeof value === 'boolean';
  if (type === 'choice') return values?.includes(value as string) ?? false;
  if (type === 'text') return typeof value === 'string';
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

type CommandOnly = (typeof commandSettings)[number];

type Settings = Omit<ProxySettingValues, CommandOnly>;

/** What a host gives besides settings. */
interface HostOptions {
  /** URL of the site if neither `url` nor the site itself names one. */
  readonly fallbackUrl: string;
  /** Name of the site in the health document. Unset: what the site says. */
  readonly name: string | undefined;
  /** Operations on their way out. Unset: what the site says. */
  readonly deprecations: readonly Deprecation[] | undefined;
  /** Counts clients. Unset: one by the settings above. */
  readonly rateLimiter: RateLimiter | undefined;
  /** Told of every exchange: the request log, the metrics. */
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

/** Options with every default in place: the request path reads constants. */
export type ResolvedProxyOptions = Settings & HostOptions;

/** Everything a host can set. Names, units and defaults of settings are those of the command. */
export type ProxyOptions = { readonly [N in keyof ResolvedProxyOptions]?: ResolvedProxyOptions[N] | undefined };

/**
 * Fills in the defaults.
 *
 * @throws {UsageError} one line that names the option, what was found and what is expected
 */
export function resolveProxyOptions(options: ProxyOptions = {}): ResolvedProxyOptions {
  const known = [...Object.keys(proxySettings), ...Object.keys(hostDefaults)];
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw new UsageError(`unknown option ${JSON.stringify(name)}${didYouMean(name, known)}`);
  const given: Record<string, unknown> = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  for (const row of proxySettingList)
    if (row.name in given && !isValueOf(row, given[row.name])) throw faultOf(row.name, given[row.name], expectationOf(row));
  const defaults = Object.fromEntries(proxySettingList.map((row) => [row.name, row.default]));
  const resolved = { ...defaults, ...hostDefaults, ...given } as ResolvedProxyOptions;
  const { url, fallbackUrl, allowedHosts, contentSecurityPolicy } = resolved;
  for (const [name, value] of Object.entries({ url, fallbackUrl }))
    if (value !== null && !isSiteUrl(value)) throw faultOf(name, value, siteUrlForm);
  if (allowedHosts !== null && toHostNames(allowedHosts) === undefined)
    throw faultOf('allowedHosts', allowedHosts, 'host names without port, separated by commas, like "box.local,192.0.2.7"');
  if (contentSecurityPolicy !== null && !isFieldValue(contentSecurityPolicy))
    throw faultOf('contentSecurityPolicy', contentSecurityPolicy, 'a field value');
  return resolved;
}

const faultOf = (name: string, found: unknown, expected: string): UsageError =>
  new UsageError(`option ${name}: found ${JSON.stringify(found)}, expected ${expected}`);
