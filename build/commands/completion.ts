import { type CommandRow, commandRows } from '../contract/command-rows.ts';
import { proxySettingList } from '../contract/proxy-settings.ts';
import { type Flag, flagsOf } from '../contract/std/flags.ts';
import { everywhere } from './command-line.ts';

/** Completions after the name of a program or command: options and words. */
interface Completed {
  readonly words: readonly string[];
  readonly flags: readonly Flag[];
}

const rows: readonly [string, CommandRow][] = Object.entries(commandRows);
type Program = [name: string, commands: Readonly<Record<string, Completed>>];

/** By program, then by command; '' for no command. */
const programs: Readonly<Record<string, Readonly<Record<string, Completed>>>> = {
  diptych: {
    '': { words: rows.map(([name]) => name), flags: everywhere },
    ...Object.fromEntries(
      rows.map(([name, row]) => [name, { words: row.words ?? [], flags: [...flagsOf(row.flags), ...everywhere] }]),
    ),
  },
  'diptych-proxy': {
    '': {
      words: [],
      flags: [
        ...proxySettingList.filter(({ flag }) => flag.startsWith('--')),
        ...everywhere.filter(({ name }) => name === 'help' || name === 'version'),
      ],
    },
  },
};

/**
 * Scripts that complete commands, options and their values; elsewhere, the shell completes files. bash and zsh (which can
 * read bash completions) load them by `source`, fish from a file.
 */
export const completionScript = {
  bash: (): string => Object.entries(programs).map(bashFunction).join('\n'),
  zsh: (): string =>
    `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\nautoload -Uz +X bashcompinit && bashcompinit\n\n${completionScript.bash()}`,
  fish: (): string => Object.entries(programs).flatMap(fishLines).join('\n').concat('\n'),
} as const;

function bashFunction([program, commands]: Program): string {
  const name = `_${program.replaceAll('-', '_')}`;
  const names = Object.keys(commands).filter(Boolean);
  const valued = Object.entries(commands).flatMap(([command, { flags }]) =>
    flags
      .filter(({ type }) => type !== 'switch')
      .map(({ flag, values = [] }) => `    ${command}:${flag}) words='${values.join(' ')}' ;;`),
  );
  const offered = Object.entries(commands).map(
    ([command, { words, flags }]) =>
      `    ${command || "''"}) words='${words.join(' ')}'; flags='${flags.map(({ flag }) => flag).join(' ')}' ;;`,
  );
  return `${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command='' words='' flags='' word
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    case $word in ${names.join('|') || "''"}) command=$word; break ;; esac
  done
  case $command in
${offered.join('\n')}
  esac
  [[ $cur == -* ]] && words=$flags
  case $command:$prev in
${valued.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F ${name} ${program}
`;
}

function fishLines([program, commands]: Program): string[] {
  const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  return Object.entries(commands).flatMap(([command, { words, flags }]) => {
    const where = command === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${command}`;
    const prefix = program === 'diptych' ? `complete -c diptych -n ${quoted(where)}` : `complete -c ${program}`;
    return [
      ...words.map((word) => `${prefix} -a ${quoted(word)}`),
      ...flags.map(({ flag, short, type, values, summary }) =>
        [
          prefix,
          ...(short ? [`-s ${short}`] : []),
          `-l ${flag.slice(2)}`,
          ...(type === 'switch' ? [] : [values ? `-x -a ${quoted(values.join(' '))}` : '-r']),
          `-d ${quoted(summary)}`,
        ].join(' '),
      ),
    ];
  });
}
