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
  // Before a command, only options without a value have a meaning.
  const [first, second] = args.filter((argument) => !argument.startsWith('-'));
  const asked = first === 'help' ? second : first;
  const name = names.find((each) => each === asked);
  if (asked !== undefined && name === undefined)
    throw new UsageError(
      `unknown command ${JSON.stringify(asked)}${didYouMean(asked, names) || `; expected ${names.join(', ')}`} (see diptych --help)`,
    );
  const flags = name === undefined ? [] : flagsOfCommand(name);
  const { values: stated, operands: words } = parseFlags(
    args,
    [...flags, ...everywhere],
    ['diptych', name ?? []].flat().join(' '),
  );
  if (stated.version) return { action: 'version' };
  if (stated.help || first === 'help' || args.length === 0) return { action: 'help', text: helpText(name && [name]) };
  if (name === undefined) throw new UsageError(`expected a command: ${names.join(', ')} (see diptych --help)`);
  const operands = words.slice(1);
  const wrong = faultOf(name, operands);
  if (wrong !== undefined) throw new UsageError(`${wrong} (see diptych ${name} --help)`);
  return {
    action: 'run',
    name,
    values: readFlags(flags, { values: stated, operands: [] }, env),
    operands,
    quiet: stated.quiet === true,
    debug: stated.debug === true,
  } as unknown as CommandLine;
}

/** An unexpected or missing argument of a command. */
function faultOf(name: CommandName, operands: readonly string[]): string | undefined {
  const { operand, second } = rows[name];
  if (operand && operands.length === 0) return `${name} needs ${operand[0]}: ${operand[1]}`;
  const extra = operands[(operand ? 1 : 0) + (second ? 1 : 0)];
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
