#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { AuthorError } from './author-error.ts';
import { createProgress } from './progress.ts';
import { publishSite } from './publish-site.ts';
import type { Session } from './session.ts';
import { summaryText } from './summary-text.ts';
import { readTemplateError, templateErrorLine } from './template-error.ts';

const options = {
  help: { type: 'boolean', short: 'h' },
  debug: { type: 'boolean' },
  'no-parity': { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

const commands: Record<string, (values: Values, operands: readonly string[]) => Promise<void>> = { build };

const progress = createProgress(process.stderr);

async function build(values: Values): Promise<void> {
  const began = performance.now();
  const { folder, summary } = await publishSite(sessionOf(values));
  progress.clear();
  process.stdout.write(summaryText(summary, folder, performance.now() - began));
}

function sessionOf(values: Values): Session {
  return {
    ...(process.env['SITE_URL'] && { url: process.env['SITE_URL'] }),
    cacheFolder: 'node_modules/.cache/diptych',
    ...(values['no-parity'] && { parity: false }),
    progress: (done, all) => progress.show('Reading pages', done, all),
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name = 'help', ...operands] = positionals;
  const command = commands[name];
  if (!command) throw new AuthorError([`unknown command "${name}"; expected ${Object.keys(commands).join(', ')}`]);
  await command(values, operands);
}

main().catch((error: unknown) => {
  progress.clear();
  const debug = process.argv.includes('--debug');
  const lines = error instanceof AuthorError ? error.lines : [describe(error)];
  for (const line of lines) process.stderr.write(`diptych: ${line}\n`);
  if (debug) process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
});

function describe(error: unknown): string {
  const template = readTemplateError(error);
  return template ? templateErrorLine(template) : String((error as Error)?.message ?? error);
}
