import { UsageError } from '../contract/std/errors.ts';
import { type Flag, flagRow, flagsOf, helpLines, parseFlags, readFlags } from '../contract/std/flags.ts';
import { didYouMean } from '../contract/std/words.ts';
import { type CommandName, type CommandRow, type CommandValues, commandRows } from './command-rows.ts';

const rows: Readonly<Record<CommandName, CommandRow>> = commandRows;
const names = Object.keys(rows) as CommandName[];
const flagsOfCommand = (name: CommandName): Flag[] => flagsOf(rows[name].flags);

export const everywhere = flagsOf({
  help: flagRow.toggle(false, 'Print this, or the help of a command.', { short: 'h' }),
  version: flagRow.toggle(false, 'Print the version.', { short: 'v' }),
  quiet: flagRow.toggle(false, 'Print errors only, and what was asked for.', { short: 'q' }),
  debug: flagRow.toggle(false, 'Print stack traces, and what twins leave out and why.'),
});

type Run<C extends CommandName> = {
  readonly action: 'run';
  readonly name: C;
  readonly values: CommandValues<C>;
  readonly operands: readonly string[];
  readonly quiet: boolean;
  readonly debug: boolean;
};

export type CommandLine =
  | { readonly action: 'help'; readonly text: string }
  | { readonly action: 'version' }
  | { [C in CommandName]: Run<C> }[CommandName];

/**
 * Reads the arguments of `diptych`, and the environment, by the tables of its commands.
 *
 * @throws {UsageError} one line, on anything that the command does not accept
 */
export function readCommandLine(args: readonly string[], env: Readonly<Record<string, string | undefined>>): CommandLine {
  const { values: stated, operands: words } = parseFlags(args, [...names.flatMap(flagsOfCommand), ...everywhere], 'diptych');
  const [first, ...more] = words;
  if (stated.version) return { action: 'version' };
  const [named, ...operands] = first === 'help' ? more : words;
  const name = named === undefined ? undefined : names.find((each) => each === named);
  if (named !== undefined && name === undefined)
    throw new UsageError(
      `unknown command ${JSON.stringify(named)}${didYouMean(named, names) || `; expected ${names.join(', ')}`} (see diptych --help)`,
    );
  if (stated.help || first === 'help' || args.length === 0) return { action: 'help', text: helpText(name && [name]) };
  if (name === undefined) throw new UsageError(`expected a command: ${names.join(', ')} (see diptych --help)`);
  const wrong = faultOf(name, Object.keys(stated), operands);
  if (wrong !== undefined) throw new UsageError(`${wrong} (see diptych ${name} --help)`);
  const values = readFlags(flagsOfCommand(name), { values: stated, operands: [] }, env);
  return {
    action: 'run',
    name,
    values,
    operands,
    quiet: stated.quiet === true,
    debug: stated.debug === true,
  } as unknown as CommandLine;
}

/** An unexpected or missing argument of a command. */
function faultOf(name: CommandName, options: readonly string[], operands: readonly string[]): string | undefined {
  const { operand, second } = rows[name];
  const isOf = (flags: readonly Flag[], option: string): boolean => flags.some(({ flag }) => flag === `--${option}`);
  const foreign = options.find((option) => !isOf([...flagsOfCommand(name), ...everywhere], option));
  if (foreign !== undefined) {
    const owners = names.filter((each) => isOf(flagsOfCommand(each), foreign));
    return `${name} has no option --${foreign}, which is one of ${owners.join(', ').replace(/, (\w+)$/, ' and $1')}`;
  }
  if (operand && operands.length === 0) return `${name} needs ${operand[0]}: ${operand[1]}`;
  const extra = operand?.[0].endsWith('…') ? undefined : operands[(operand ? 1 : 0) + (second ? 1 : 0)];
  return extra === undefined ? undefined : `${name} takes no argument ${JSON.stringify(extra)}`;
}

/** The text of `--help`: for all commands, or for one. */
function helpText(of: readonly CommandName[] = names): string {
  const blocks = of.map((name) => {
    const { operand, second, summary } = rows[name];
    const usage = `  diptych ${[name, operand?.[0], second].filter(Boolean).join(' ')}`;
    return [usage, `      ${summary}`, ...helpLines(flagsOfCommand(name), '      ')].join('\n');
  });
  return [
    'diptych: one website in two panels, HTML for people and Markdown for agents',
    ...blocks,
    helpLines(everywhere, '  ').join('\n'),
    'Environment: SITE_URL overrides the url of the settings; NO_COLOR disables colours.\n',
  ].join('\n\n');
}
