import { parseArgs } from 'node:util';
import {
  type CommandName,
  type CommandRow,
  commandRows,
  type OptionName,
  commandOptions as options,
} from '../contract/command-rows.ts';
import { argumentFault, didYouMean } from '../contract/nearest-word.ts';
import { UsageError } from '../contract/user-error.ts';

export type { CommandName };
export type OptionValues = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

const rows: Readonly<Record<CommandName, CommandRow>> = commandRows;
const names = Object.keys(rows) as CommandName[];

/** Options of every command. */
const everywhere: readonly string[] = ['help', 'version', 'debug'] satisfies OptionName[];

/** What the command line asks for. */
export type CommandLine =
  | { readonly action: 'help'; readonly text: string }
  | { readonly action: 'version' }
  | {
      readonly action: 'run';
      readonly name: CommandName;
      readonly values: OptionValues;
      readonly operand: string;
      readonly second: string | undefined;
    };

/**
 * Reads the arguments of `diptych`.
 *
 * @throws {UsageError} one line, on anything that the command does not understand
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parsed(args);
  const [first, ...more] = positionals;
  if (values.version) return { action: 'version' };
  const [named, ...operands] = first === 'help' ? more : positionals;
  const name = named === undefined ? undefined : names.find((each) => each === named);
  if (named !== undefined && name === undefined)
    throw new UsageError(
      `unknown command ${JSON.stringify(named)}${didYouMean(named, names) || `; expected ${names.join(', ')}`} (see diptych --help)`,
    );
  if (values.help || first === 'help' || args.length === 0) return { action: 'help', text: helpText(name && [name]) };
  if (name === undefined) throw new UsageError(`expected a command: ${names.join(', ')} (see diptych --help)`);
  const wrong = faultOf(name, Object.keys(values), operands);
  if (wrong !== undefined) throw new UsageError(`${wrong} (see diptych ${name} --help)`);
  return { action: 'run', name, values, operand: operands[0] ?? '', second: operands[1] };
}

function parsed(args: readonly string[]): { values: OptionValues; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${argumentFault((error as Error).message, Object.keys(options))} (see diptych --help)`);
  }
}

/** What a command does not take, or misses. */
function faultOf(name: CommandName, given: readonly string[], operands: readonly string[]): string | undefined {
  const { operand, second } = rows[name];
  const foreign = given.find((option) => !everywhere.includes(option) && !optionsOf(name).includes(option));
  if (foreign !== undefined) {
    const owners = names.filter((each) => optionsOf(each).includes(foreign));
    return `${name} has no option --${foreign}, which is one of ${owners.join(' and ')}`;
  }
  if (operand && operands.length === 0) return `${name} needs ${operand[0]}: ${operand[1]}`;
  const extra = operands[(operand ? 1 : 0) + (second ? 1 : 0)];
  return extra === undefined ? undefined : `${name} takes no argument ${JSON.stringify(extra)}`;
}

const optionsOf = (name: CommandName): string[] => Object.keys(rows[name].options).map((form) => form.slice(2).split(' ')[0]!);

/** What `--help` prints: all commands, or one of them. */
function helpText(of: readonly CommandName[] = names): string {
  const blocks = of.map((name) => {
    const { operand, second, summary, options } = rows[name];
    const rest = Object.entries(options).map(([form, meaning]) => `      ${form.padEnd(22)}${meaning}`);
    return [`  diptych ${[name, operand?.[0], second].filter(Boolean).join(' ')}`, `      ${summary}`, ...rest].join('\n');
  });
  return [
    'diptych: one website in two panels, HTML for people and Markdown for agents',
    ...blocks,
    '  --help                    print this, or the help of a command\n  --version                 print the version\n  --debug                   print stack traces',
    'Environment: SITE_URL overrides the url of the settings; NO_COLOR disables colours.\n',
  ].join('\n\n');
}
