import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { proxySettingList } from '../../build/contract/proxy-settings.ts';
import { runWarm, temporaryFolder } from '../support/cli.ts';
import { cliOf } from '../support/package-folder.ts';

const pages = readdirSync('site', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(md|njk)$/.test(file) && !file.startsWith('_'))
  .map((file) => join('site', file));

/** Every command of ours that the documentation prints, each once, with the pages that print it. */
function printedCommands(): [string, string][] {
  const commands = new Map<string, string[]>();
  for (const page of ['README.md', ...pages])
    for (const [, command] of readFileSync(page, 'utf8').matchAll(/npx (diptych(?:-proxy)?(?![\w-])[^\n`<]*)/g)) {
      const line = command!.trim();
      commands.set(line, [...(commands.get(line) ?? []), page]);
    }
  return [...commands].map(([command, on]) => [command, on.join(', ')]);
}

/** Words of a command line, without quotes and comments. */
const wordsOf = (command: string): string[] =>
  [...command.replace(/ #.*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain!,
  );

/** What serves or watches, until it says so or has told its fault and goes on, or ends: in an empty folder most do. */
function startsOrEnds(cli: string, args: readonly string[], cwd: string): Promise<{ code: number | null }> {
  const child = spawn(process.execPath, [cli, ...args], { cwd, env: { ...process.env, PORT: '0' } });
  child.stdout.once('data', () => child.kill('SIGKILL'));
  child.stderr.once('data', () => setTimeout(() => child.kill('SIGKILL'), 1_000));
  return new Promise((done) => child.once('exit', (code) => done({ code })));
}

describe('commands that the documentation prints are understood', () => {
  it.each(printedCommands())('%s (%s)', async (command) => {
    const [name, ...args] = wordsOf(command);
    const cwd = temporaryFolder();
    const ended =
      name !== 'diptych'
        ? await startsOrEnds(cliOf('proxy'), args, cwd)
        : args.includes('--watch')
          ? await startsOrEnds(cliOf('build'), args, cwd)
          : await runWarm(args, { cwd });
    // Usage errors end with 2.
    expect(ended).not.toMatchObject({ code: 2 });
  });
});

/** Every JSON of a page in `site/docs` that is settings, with the page that prints it. */
const printedSettings = pages
  .filter((page) => page.startsWith('site/docs/'))
  .flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/(?:```json\n|language-json">)([\s\S]*?)(?:```|<\/code>)/g)].map(
      ([, text]) => [page, text!.trim()] as const,
    ),
  )
  // That of package.json.
  .filter(([, text]) => !text.startsWith('{ "scripts"'));

describe('settings that the documentation prints are valid', () => {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync('build/site.schema.json', 'utf8')) as object);
  it.each(printedSettings)('%s: %s', (_, text) => {
    expect(validate(JSON.parse(text)) ? [] : validate.errors).toEqual([]);
  });
});

/** Every environment variable of ours that the documentation names, with the page that names it. */
const printedVariables = pages.flatMap((page) =>
  [...new Set(readFileSync(page, 'utf8').match(/\bDIPTYCH_\w+/g))].map((name) => [name, page] as const),
);

describe('environment variables that the documentation names are read', () => {
  it.each(printedVariables)('%s (%s)', (name) => {
    expect(proxySettingList.map(({ env }) => env)).toContain(name);
  });
});
