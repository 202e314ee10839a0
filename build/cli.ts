#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { AuthorError } from './author-error.ts';
import { helpText } from './help-text.ts';
import { createProgress } from './progress.ts';
import { publishSite } from './publish-site.ts';
import type { Session } from './session.ts';
import { summaryText } from './summary-text.ts';
import { readTemplateErrors, templateErrorLine } from './template-error.ts';
import { twinFolder } from './twin-folder.ts';
import { twinTable } from './twin-table.ts';

/** Every option of every command; `help-text.ts` says which command takes which. */
const options = {
  help: { type: 'boolean', short: 'h' },
  debug: { type: 'boolean' },
  url: { type: 'string' },
  content: { type: 'string' },
  out: { type: 'string' },
  exclude: { type: 'string', multiple: true },
  'no-html': { type: 'boolean' },
  'no-parity': { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];
type Command = (values: Values, operands: readonly string[]) => Promise<void>;

const commands: Readonly<Record<string, Command>> = { build, twin };
const progress = createProgress(process.stderr);

async function build(values: Values): Promise<void> {
  const began = performance.now();
  const { folder, summary } = await publishSite(sessionOf(values));
  progress.clear();
  process.stdout.write(summaryText(summary, folder, performance.now() - began));
}

async function twin(values: Values, operands: readonly string[]): Promise<void> {
  const folder = operand(operands, 'twin needs the folder of a built site: diptych twin DIR --url https://example.com');
  const url = values.url ?? process.env.SITE_URL;
  if (!url) throw new AuthorError(['twin needs the public URL of the site: --url https://example.com']);
  const began = performance.now();
  const summary = await twinFolder(folder, {
    url,
    ...(values.content && { content: values.content }),
    ...(values.exclude && { exclude: values.exclude }),
    ...(values.out && { out: values.out }),
    html: !values['no-html'],
    parity: !values['no-parity'],
    progress: (done, all) => progress.show('Reading pages', done, all),
  });
  progress.clear();
  process.stdout.write(twinTable(summary, values.out ?? folder, performance.now() - began));
}

function sessionOf(values: Values): Session {
  return {
    ...(process.env.SITE_URL && { url: process.env.SITE_URL }),
    cacheFolder: 'node_modules/.cache/diptych',
    ...(values['no-parity'] && { parity: false }),
    progress: (done, all) => progress.show('Reading pages', done, all),
  };
}

function operand(operands: readonly string[], otherwise: string): string {
  const [first, ...more] = operands;
  if (first === undefined || more.length > 0) throw new AuthorError([otherwise]);
  return first;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name, ...operands] = positionals;
  if (values.help || name === 'help' || name === undefined) {
    process.stdout.write(helpText());
    return;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new AuthorError([`unknown command "${name}"; expected ${Object.keys(commands).join(', ')} (see diptych --help)`]);
  await command(values, operands);
}

main().catch((error: unknown) => {
  progress.clear();
  const debug = process.argv.includes('--debug');
  for (const fault of readTemplateErrors(error)) process.stderr.write(`diptych: ${templateErrorLine(fault)}\n`);
  if (debug) process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
});
