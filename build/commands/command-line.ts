import { parseArgs } from 'node:util';
import { hostNames } from '../contract/host-names.ts';
import { argumentFault, didYouMean } from '../contract/nearest-word.ts';
import { UsageError } from '../contract/user-error.ts';

/** Every option, as `parseArgs` knows it. */
const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  debug: { type: 'boolean' },
  docs: { type: 'boolean' },
  url: { type: 'string' },
  content: { type: 'string' },
  out: { type: 'string' },
  exclude: { type: 'string', multiple: true },
  format: { type: 'string' },
  'no-html': { type: 'boolean' },
  'agent-line': { type: 'boolean' },
  'no-parity': { type: 'boolean' },
  'no-parts': { type: 'boolean' },
  report: { type: 'string' },
  watch: { type: 'boolean' },
  cache: { type: 'string' },
  strict: { type: 'boolean' },
  answers: { type: 'boolean' },
  port: { type: 'string' },
  host: { type: 'string' },
  'allowed-hosts': { type: 'string' },
} as const;

type OptionName = keyof typeof options;
export type OptionValues = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

interface CommandRow {
  readonly summary: string;
  /** Its one argument, which must be given: how help names it, and an example. */
  readonly operand?: readonly [name: string, example: string];
  /** A second argument, which may be left out: how help names it. */
  readonly second?: string;
  /** What its options mean, by how help writes them. */
  readonly options: Readonly<Partial<Record<`--${OptionName}${'' | ` ${string}`}`, string>>>;
}

const siteOptions = {
  '--content SELECTOR': 'CSS selector of the content of a page',
  '--exclude GLOB': 'files that are not pages; may be repeated',
  '--format FORMAT': 'print findings as text, json or github',
} as const;
const noParity = 'do not compare the twins with their pages';

const commandRows = {
  init: {
    operand: ['DIR', 'diptych init my-site'],
    summary: 'create a site in a new folder',
    options: { '--docs': 'with documentation only' },
  },
  build: {
    summary: 'build the site in this folder and replace its output',
    options: { '--no-parity': noParity, '--format FORMAT': siteOptions['--format FORMAT'] },
  },
  dev: {
    summary: 'preview the site in this folder and rebuild it on every change',
    options: {
      '--port PORT': 'port to listen on (or PORT), or the next free one; 8080',
      '--host HOST': 'address to listen on (or HOST); 127.0.0.1',
      '--allowed-hosts LIST': 'host names to answer to besides localhost (or DIPTYCH_ALLOWED_HOSTS)',
      '--no-parity': noParity,
    },
  },
  twin: {
    operand: ['DIR', 'diptych twin DIR --url https://example.com'],
    summary: 'add twins and discovery documents to the output of any generator',
    options: {
      '--url URL': 'public URL of the site (or SITE_URL)',
      ...siteOptions,
      '--out DIR': 'write the site with its twins to DIR; do not change the original',
      '--no-html': 'do not add links to the heads of the pages',
      '--agent-line': 'add a line in small print for agents at the top of each page',
      '--no-parity': noParity,
      '--no-parts': 'publish long pages and llms-full.txt in one part each',
      '--strict': 'write nothing if a page gets no twin or its twin lacks something',
      '--report FILE': 'write all that was found to FILE, as text, JSON (.json) or HTML (.html)',
      '--watch': 'with --out: do it again whenever the generator has changed files, until Ctrl-C',
      '--cache DIR': 'keep what was read, for the next time; node_modules/.cache/diptych if there is node_modules',
    },
  },
  check: {
    operand: ['DIR-or-URL', 'diptych check dist'],
    summary: 'check a folder of HTML or a served site, from any generator',
    options: {
      '--url URL': 'public URL of the site, if the site does not state it (or SITE_URL)',
      ...siteOptions,
      '--strict': 'exit code 1 for warnings, too',
      '--answers': 'measure which sections of a folder an agent would find, and would be shown',
    },
  },
  export: {
    operand: ['HOST', 'diptych export nginx dist --port 8080 --out site.conf'],
    second: '[DIR]',
    summary: `write what a host needs to keep the promises of a built folder (dist): ${hostNames.join(', ')}`,
    options: {
      '--port PORT': 'port that the server listens on; 8080',
      '--out FILE': 'file to write the configuration to; otherwise it is printed',
    },
  },
} as const satisfies Record<string, CommandRow>;

export type CommandName = keyof typeof commandRows;
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
