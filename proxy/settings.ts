import { parseArgs } from 'node:util';
import {
  type ProxySetting,
  type ProxySettingName,
  type ProxySettingValues,
  proxySettingList,
} from '../build/contract/proxy-settings.ts';
import { expectationOf, isValueOf } from './setting-value.ts';
import { StartError } from './start-error.ts';

type Row = ProxySetting & { readonly name: ProxySettingName };

/** What the command was asked: to run with these settings, or to print something and end. */
export type Command = { readonly action: 'run'; readonly settings: ProxySettingValues } | { readonly action: 'help' | 'version' };

/** The flag as parseArgs knows it: `--no-watch` → `no-watch`. */
const optionOf = ({ flag }: Row): string => flag.slice(2);
const flags = proxySettingList.filter(({ flag }) => flag.startsWith('--'));

/**
 * Reads the command line and the environment by the table of settings: a flag wins over its variable, which wins over
 * the default.
 *
 * @param args the arguments after the command's name
 * @throws {StartError} one line that names the flag or variable, what was found and what is expected
 */
export function readSettings(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { action: 'help' };
  if (values.version) return { action: 'version' };
  if (positionals.length > 1)
    throw new StartError(`one folder at a time: found ${positionals.map((p) => JSON.stringify(p)).join(' ')}`);
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
  const options = Object.fromEntries(
    flags.map((row) => [optionOf(row), { type: row.type === 'switch' ? ('boolean' as const) : ('string' as const) }]),
  );
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } },
    });
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ')[0]}; see diptych-proxy --help`);
  }
}

function read(row: Row, text: string, where: string): string | number | boolean {
  const value = {
    switch: { true: true, false: false }[text],
    integer: /^\d+$/.test(text) ? Number(text) : undefined,
    choice: text,
    text,
  }[row.type];
  if (value === undefined || !isValueOf(row, value))
    throw new StartError(`${where}: found ${JSON.stringify(text)}, expected ${expectationOf(row)}`);
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
      'Signals: SIGTERM and SIGINT end it without cutting an answer, a second one at once; SIGHUP looks for a new build.',
      '',
    ),
    '',
  ].join('\n');
}

function describe(row: Row): string[] {
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
