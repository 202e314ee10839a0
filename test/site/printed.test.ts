import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../build/commands/command-line.ts';
import { proxySettingList } from '../../build/contract/proxy-settings.ts';
import { readSettings } from '../../proxy/settings.ts';
import { runWarm, temporaryFolder } from '../support/cli.ts';
import { documentation, printedBlocks } from '../support/printed.ts';

const pages = documentation.filter((page) => page !== 'README.md');

/** Printed commands of Diptych, each once, with their pages. */
function printedCommands(): [string, string][] {
  const commands = new Map<string, string[]>();
  for (const page of documentation)
    for (const [, command] of readFileSync(page, 'utf8').matchAll(
      /(?:npx |"build": "|&& )(diptych(?:-proxy)?(?![\w-])[^\n`<"&]*)/g,
    )) {
      const line = command!.trim();
      commands.set(line, [...(commands.get(line) ?? []), page]);
    }
  return [...commands].map(([command, on]) => [command, on.join(', ')]);
}

/** Arguments of a command line, without quotes and comments. */
const wordsOf = (command: string): string[] =>
  [...command.replace(/ #.*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain!,
  );

describe('printed commands are valid', () => {
  it.each(printedCommands())('%s (%s)', async (command) => {
    const [name, ...args] = wordsOf(command);
    if (name === 'diptych-proxy') return void readSettings(args, {});
    // Commands that watch do not end by themselves. Usage errors end with 2.
    const ending = args.filter((word) => word !== '--watch');
    // Would wait for standard input.
    if (ending.at(-1) === '-') return void readCommandLine(ending, {});
    expect(await runWarm(ending, { cwd: temporaryFolder() })).not.toMatchObject({ code: 2 });
  });
});

/** Other printed shell lines, each once. */
const otherLines = [
  ...new Set(
    printedBlocks
      .filter(({ language, text }) => language === 'sh' && !text.startsWith('node -e'))
      .flatMap(({ text }) =>
        text
          .replace(/\\\n\s*/g, '')
          .trim()
          .split('\n'),
      )
      .map((line) => line.replace(/^(?:[A-Z_]+=\S+ )+/, ''))
      .filter((line) => !/^npx diptych(?:-proxy)? /.test(line)),
  ),
];

it.each(otherLines)('%s: an existing script, or another program', (line) => {
  const scripts = ['dev', 'build', 'start', 'test'];
  for (const command of line.split(' && '))
    expect(command).toMatch(
      new RegExp(
        `^(?:npm (?:run )?(?:${scripts.join('|')})|npm (?:ci|install)\\b.*|\\s*(?:cd|curl|hugo|rm|mv|mkdocs|watchmedo|bundle exec jekyll|sphinx-build|sphinx-autobuild|pnpm|aws|varnishadm|nginx -s reload|find|cp|static-web-server|docker (?:compose|tag)|source <\\(diptych completion|diptych completion|npx (?:@11ty/eleventy|astro|next|nodemon|vitepress|wrangler|netlify|vercel))\\b.*|\\w+\\(\\) \\{|\\})$`,
      ),
    );
});

/** Printed JSON settings, with their pages. */
const printedSettings = pages
  .filter((page) => page.startsWith('site/docs/'))
  .flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/(?:```json\n|language-json">)([\s\S]*?)(?:```|<\/code>)/g)].map(
      ([, text]) => [page, text!.trim()] as const,
    ),
  )
  // Not settings: package.json and configurations of hosts.
  .filter(([page, text]) => !text.startsWith('{ "scripts"') && !page.includes('static-hosts'));

describe('printed settings are valid', () => {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync('build/site.schema.json', 'utf8')) as object);
  it.each(printedSettings)('%s: %s', (_, text) => {
    expect(validate(JSON.parse(text)) ? [] : validate.errors).toEqual([]);
  });
});

/** Documented environment variables, with their pages. */
const printedVariables = pages.flatMap((page) =>
  [...new Set(readFileSync(page, 'utf8').match(/\bDIPTYCH_\w+/g))].map((name) => [name, page] as const),
);

describe('documented environment variables are read', () => {
  it.each(printedVariables)('%s (%s)', (name) => {
    expect(proxySettingList.map(({ env }) => env)).toContain(name);
  });
});
