import { parseArgs } from 'node:util';
import { UsageError } from './errors.ts';
import { didYouMean } from './words.ts';

/**
 * A row in a table of flags: for parsing, `--help` and the documentation. A flag wins over its environment variable, which
 * wins over the default.
 *
 * A `switch` takes no value; its environment variable takes `true` or `false`. `null` or `undefined` as default: unset, and
 * the summary says what applies.
 */
export interface FlagRow {
  /** As on the command line. Default: the name, with `--no-` if its default is true; `DIR` is an operand. */
  readonly flag?: string;
  readonly short?: string;
  readonly env?: string;
  readonly type: 'text' | 'list' | 'integer' | 'switch' | 'choice';
  readonly default: string | number | boolean | readonly string[] | null | undefined;
  /** Allowed values of a `choice`. */
  readonly values?: readonly string[];
  /** Placeholder for the value in the help. */
  readonly value?: string;
  /** Bounds of an `integer`, inclusive; default 0 and none. */
  readonly min?: number;
  readonly max?: number;
  readonly unit?: 'seconds' | 'milliseconds' | 'bytes' | 'requests' | 'proxies' | 'bits' | 'clients' | 'connections' | 'pages';
  /** One sentence for `--help` and the documentation. */
  readonly summary: string;
}

/** A row with defaults filled in. */
export interface Flag extends FlagRow {
  readonly name: string;
  readonly flag: string;
}

type Unset = null | undefined;
type TextMore = Pick<FlagRow, 'flag' | 'env' | 'value'>;
type IntegerMore = Pick<FlagRow, 'env' | 'min' | 'max' | 'unit'>;

export const flagRow = {
  text: <D extends string | Unset>(initial: D, summary: string, more: TextMore = {}) =>
    ({ type: 'text', default: initial, summary, ...more }) as const,
  list: (summary: string, more: TextMore) => ({ type: 'list', default: [], summary, ...more }) as const,
  toggle: (initial: boolean, summary: string, more: Pick<FlagRow, 'short'> = {}) =>
    ({ type: 'switch', default: initial, summary, ...more }) as const,
  choice: <const V extends string, D extends V | Unset>(values: readonly V[], initial: D, summary: string) =>
    ({ type: 'choice', values, default: initial, summary }) as const,
  integer: <D extends number | Unset, const M extends IntegerMore>(initial: D, more: M, summary: string) =>
    ({ type: 'integer', default: initial, summary, ...more }) as const,
};

export type FlagValues<T extends Readonly<Record<string, FlagRow>>> = { readonly [N in keyof T]: ValueOf<T[N]> };

type ValueOf<R extends FlagRow> =
  | (R extends { type: 'choice'; values: readonly (infer V)[] }
      ? V
      : { text: string; integer: number; switch: boolean; choice: string; list: readonly string[] }[R['type']])
  | Extract<R['default'], Unset>;

/** Adds names, and flags made from them: `logLevel` is `--log-level`. */
export const flagsOf = <N extends string>(table: Readonly<Record<N, FlagRow>>): (Flag & { readonly name: N })[] =>
  Object.entries<FlagRow>(table).map(([name, row]) => ({
    flag: `--${row.default === true ? 'no-' : ''}${kebab(name)}`,
    ...row,
    name: name as N,
  }));

/** `logLevel` → `log-level`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A parsed command line: values by flag, without hyphens, and operands. */
export interface Arguments {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly operands: readonly string[];
}

/** @throws {UsageError} on an unknown option, or a missing value */
export function parseFlags(args: readonly string[], flags: readonly Flag[], command: string): Arguments {
  const named = flags.filter(({ flag }) => flag.startsWith('--'));
  const options = Object.fromEntries(
    named.map(({ flag, type, short }) => [
      flag.slice(2),
      { type: type === 'switch' ? 'boolean' : 'string', multiple: type === 'list', ...(short && { short }) } as const,
    ]),
  );
  try {
    const { values, positionals: operands } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values, operands };
  } catch (error) {
    const { message } = error as Error;
    const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
    // Node's messages: "Option '--port <value>' argument missing", "Option '--strict' does not take an argument".
    const fault = unknown === undefined ? message.split(/\.\s|\n/)[0]! : `unknown option ${unknown}`;
    const near = didYouMean(
      unknown ?? '',
      named.map(({ flag }) => flag),
    );
    throw new UsageError(`${fault}${near} (see ${command} --help)`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The value of every flag. @throws {UsageError} one line: the flag or variable, what was found and what is expected */
export function readFlags(flags: readonly Flag[], { values, operands }: Arguments, env: Environment): Record<string, unknown> {
  const valueFor = (flag: Flag): unknown => {
    const stated = flag.flag.startsWith('--') ? values[flag.flag.slice(2)] : operands[0];
    if (typeof stated === 'boolean') return !flag.flag.startsWith('--no-');
    if (typeof stated === 'object') return stated.map((text) => readValue(flag, String(text), flag.flag));
    if (stated !== undefined) return readValue(flag, stated, flag.flag);
    const set = flag.env && env[flag.env];
    return set ? readValue(flag, set, flag.env!) : flag.default;
  };
  return Object.fromEntries(flags.map((flag) => [flag.name, valueFor(flag)]));
}

function readValue(flag: Flag, text: string, where: string): unknown {
  const value = { switch: { true: true, false: false }[text], integer: /^\d+$/.test(text) ? Number(text) : undefined };
  const found = flag.type === 'switch' || flag.type === 'integer' ? value[flag.type] : text;
  if (found !== undefined && isValueOf(flag, flag.type === 'list' ? [found] : found)) return found;
  const near = didYouMean(text, flag.values ?? []);
  throw new UsageError(`${where}: found ${JSON.stringify(text)}${near || `, expected ${expectationOf(flag)}`}`);
}

/** The expected value of a flag, for a message: `a whole number of bytes from 0`. */
export function expectationOf({ type, values, min = 0, max = Number.MAX_SAFE_INTEGER, unit }: FlagRow): string {
  if (type === 'switch') return 'true or false';
  if (type !== 'integer') return values?.join(' or ') ?? 'a string';
  return `a whole number${unit ? ` of ${unit}` : ''} from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`;
}

/** Whether a value is valid for a flag. `null` means unset, and is valid if it is the default. */
export function isValueOf(row: FlagRow, value: unknown): boolean {
  const { type, values, min = 0, max = Number.MAX_SAFE_INTEGER } = row;
  if (value === null) return row.default === null;
  if (type === 'switch') return typeof value === 'boolean';
  if (type === 'integer') return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
  return (type === 'list' ? (value as unknown[]) : [value]).every((text) =>
    values ? values.includes(text as string) : typeof text === 'string',
  );
}

/** A flag in the help: `--port N`, `--format text|json`. */
export function formOf({ flag, short, type, values, value, unit }: Flag): string {
  if (!flag.startsWith('--')) return flag;
  const form = {
    text: value ?? 'TEXT',
    list: value,
    integer: (unit ?? 'N').toUpperCase(),
    switch: '',
    choice: values?.join('|'),
  };
  return `${short ? `-${short}, ` : ''}${flag} ${form[type]}`.trimEnd();
}

export const meaningOf = ({ type, summary, default: fallback }: FlagRow): string =>
  fallback === null || fallback === undefined || type === 'switch' || type === 'list'
    ? summary
    : `${summary} Default: ${fallback}.`;

const width = 100;

/** The lines of `--help` for some flags: each on its own line, then its summary. */
export const helpLines = (flags: readonly Flag[], indent: string): string[] =>
  flags.flatMap((flag) => [
    indent + formOf(flag),
    ...wrapped(`${meaningOf(flag)}${flag.env ? ` [${flag.env}]` : ''}`, `${indent}    `),
  ]);

/** Wraps text to lines of at most a hundred characters. */
export function wrapped(text: string, indent = ''): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + word.length >= width - indent.length) lines.push('');
    lines[lines.length - 1] += `${lines.at(-1) === '' ? '' : ' '}${word}`;
  }
  return lines.map((line) => indent + line);
}
