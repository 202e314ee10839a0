#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { Finding } from './checks/finding.ts';
import { annotation, countByCheck, countFindings } from './checks/report.ts';
import { readCommandLine } from './commands/command-line.ts';
import type { CommandName, CommandValues } from './commands/command-rows.ts';
import { createReporter, type Reporter, summaryText } from './commands/reporter.ts';
import { toHostNames } from './contract/allowed-hosts.ts';
import { siteUrlMeant } from './contract/site-url.ts';
import { UsageError } from './contract/std/errors.ts';
import { counted, printable } from './contract/std/words.ts';
import { type BuildHooks, defaultCacheFolder } from './eleventy/build-hooks.ts';

/** Each command imports only what it needs. */
type Command<C extends CommandName> = (
  values: CommandValues<C>,
  reporter: Reporter,
  ...operands: [string, ...string[]]
) => Promise<void>;

const commands: { readonly [C in CommandName]: Command<C> } = {
  init,
  build,
  dev,
  twin,
  check,
  export: exportSite,
};

async function init({ docs, blog }: CommandValues<'init'>, { summary }: Reporter, folder: string): Promise<void> {
  const { writeNewSite } = await import('./commands/init.ts');
  if (docs && blog) throw new UsageError('init: --docs and --blog are two kinds of site; without either, it has both');
  const files = await writeNewSite(folder, docs ? 'documentation' : blog ? 'blog' : 'product');
  const commands = ['npm install', 'npm run dev'].map((command) => `  ${command}\n`);
  const quoted = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`;
  const enter = resolve(folder) === resolve('.') ? '' : `  cd ${quoted}\n`;
  const otherwise =
    'If npm does not find the package diptych, or you are offline: npm install /path/to/diptych, a folder or a .tgz file.';
  summary(`Wrote ${files} files to ${folder}. Next:\n\n${enter}${commands.join('')}\n${otherwise}\n`);
}

async function build(values: CommandValues<'build'>, reporter: Reporter): Promise<void> {
  const began = performance.now();
  // Eleventy's hook for re-importing changed files, needed only by a watch, sends every import through a thread.
  process.env.ELEVENTY_SKIP_ESM_RESOLVER ??= '1';
  const { publishSite } = await import('./commands/build.ts');
  const { date } = values;
  if (date !== undefined && !(/^\d{4}-\d\d-\d\d$/.test(date) && Date.parse(date)))
    throw new UsageError(`--date ${date}: expected a day like 2026-11-24`);
  const today = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? Date.now() / 1000) * 1000).toISOString().slice(0, 10);
  const hooks = {
    ...hooksOf(reporter),
    ...(date && { date }),
    today,
    report: (findings: readonly Finding[]) => reporter.findings(findings),
  };
  const { folder, summary } = await publishSite(hooks, await configFileOf(values));
  reporter.summary(summaryText(summary, folder, performance.now() - began));
}

async function check(values: CommandValues<'check'>, reporter: Reporter, target: string): Promise<void> {
  const settings = (await import('./commands/folder-settings.ts')).readFolderSettings(values);
  const isUrl = /^https?:\/\//.test(target);
  const meant = isUrl || existsSync(target) ? undefined : siteUrlMeant(target);
  if (meant !== undefined) throw new UsageError(`${target}: not a folder; did you mean ${meant}?`);
  const { maxPages } = values;
  if (maxPages !== undefined && !isUrl) throw new UsageError('--max-pages: needs a URL to check');
  const { auditSite } = await import('./checks/audit/audit.ts');
  const { findings, pages, notes } = await auditSite(target, {
    settings,
    maxPages,
    progress: (done, all) => reporter.progress('Checking pages', done, all),
  });
  reporter.findings(findings, { pages, notes });
  if (values.format !== 'json')
    reporter.summary(
      [...countByCheck(findings), ...notes, `Checked ${counted(pages, 'page')}: ${countFindings(findings)}`, ''].join('\n'),
    );
  if (findings.some(({ severity }) => values.strict || severity === 'error')) process.exitCode = 1;
}

async function dev(values: CommandValues<'dev'>, reporter: Reporter): Promise<void> {
  const { createDev } = await import('./commands/dev.ts');
  const { port, host, allowedHosts = '' } = values;
  if (!toHostNames(allowedHosts))
    throw new UsageError(`--allowed-hosts ${allowedHosts}: expected host names without port, like box.local,192.0.2.7`);
  const preview = createDev({
    hooks: { ...hooksOf(reporter), allowedHosts: [host, allowedHosts].join() },
    configFile: await configFileOf(values),
    port,
    host,
    listen: (server, port, host) => server.listen({ port: Number(port), host }),
    reporter,
  });
  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) process.exit(1);
    ending = true;
    await preview.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
  await preview.start();
  process.on('uncaughtException', (error) => preview.failed(error));
}

async function twin(values: CommandValues<'twin'>, reporter: Reporter, folder: string): Promise<void> {
  const began = performance.now();
  const { out, strict } = values;
  // V8 would let the heap grow to several times of what lives, which is much for a large site.
  setFlagsFromString('--heap-growing-percent=50');
  const { readFolderSettings } = await import('./commands/folder-settings.ts');
  const { url, ...settings } = readFolderSettings(values);
  if (!url) throw new UsageError('twin needs the public URL of the site: --url https://example.com');
  const { twinFolder } = await import('./commands/twin.ts');
  const summary = await twinFolder(folder, {
    settings: { ...settings, url },
    out,
    strict,
    debug: reporter.debug,
    cacheFolder: existsSync('node_modules') ? `${defaultCacheFolder}/twin` : undefined,
    progress: (done, all) => reporter.progress('Reading pages', done, all),
    placed: (done, all) => reporter.progress('Writing files', done, all),
    report: (findings) => reporter.findings(findings, undefined, { isBrief: true }),
    note: reporter.note,
  });
  reporter.summary(summaryText(summary, out ?? folder, performance.now() - began));
  if (summary.findings.some(({ severity }) => severity === 'error')) process.exitCode = 1;
}

async function exportSite(
  values: CommandValues<'export'>,
  { print, summary, note, progress }: Reporter,
  host: string,
  folder = 'dist',
): Promise<void> {
  const { exportHost } = await import('./commands/export.ts');
  const {
    text,
    written,
    lacking = [],
  } = await exportHost(host, folder, {
    ...values,
    progress: (done, all) => progress('Writing files', done, all),
  });
  if (text === undefined) summary(written.map((path) => `Wrote ${path}\n`).join(''));
  else print(text);
  for (const { path, body } of lacking) note(`${path} is yours and was kept. Add to it what it lacks of this:\n\n${body}`);
}

/** The configuration of the site, otherwise of the starter. Relative to the current folder, as Eleventy requires. */
async function configFileOf({ config }: { readonly config: string | undefined }): Promise<string> {
  const { configurationFile } = await import('./eleventy/eleventy.ts');
  const starter = fileURLToPath(new URL('./starter/eleventy.config.js', import.meta.url));
  return relative('.', configurationFile(config) ?? starter);
}

function hooksOf({ note, progress }: Reporter): BuildHooks {
  return {
    ...(process.env.SITE_URL && { url: process.env.SITE_URL }),
    note,
    rendered: (done) => progress('Rendering pages', done),
    progress: (done, all) => progress('Reading pages', done, all),
  };
}

/** The command line that asked for something to be run. */
type Asked = Extract<ReturnType<typeof readCommandLine>, { readonly action: 'run' }>;

async function run({ name, values, operands, quiet, debug }: Asked, format: Format): Promise<void> {
  const color = Boolean(process.stdout.isTTY && !process.env.NO_COLOR);
  const reporter = createReporter({ out: process.stdout, err: process.stderr, color, format, quiet, debug });
  await (commands[name] as Command<CommandName>)(values, reporter, ...(operands as [string, ...string[]])).finally(
    reporter.clear,
  );
}

type Format = 'text' | 'json' | 'github';

async function main(): Promise<void> {
  let format: Format = process.env.GITHUB_ACTIONS ? 'github' : 'text';
  try {
    const asked = readCommandLine(process.argv.slice(2), process.env);
    if (asked.action === 'help') process.stdout.write(asked.text);
    else if (asked.action === 'version') process.stdout.write(`${(await import('./files.ts')).packageVersion()}\n`);
    else {
      if ('format' in asked.values) format = asked.values.format ?? format;
      await run(asked, format);
    }
  } catch (error) {
    await printError(error, format);
    process.exitCode = error instanceof UsageError ? 2 : 1;
    // Ends work in progress, after what was printed is flushed.
    setTimeout(() => process.exit(), 100).unref();
  }
}

/** Prints a line for each fault; on GitHub an annotation, which is shown beside the job. */
async function printError(error: unknown, format: Format): Promise<void> {
  const { readTemplateErrors, templateErrorLine } = await import('./eleventy/errors/template-errors.ts');
  for (const fault of readTemplateErrors(error)) {
    const { file, line } = fault;
    const message = templateErrorLine(fault);
    if (format === 'github') process.stdout.write(annotation({ severity: 'error', file, line, title: 'diptych', message }));
    else process.stderr.write(`diptych: ${printable(message)}\n`);
  }
  if (process.argv.includes('--debug')) process.stderr.write(`${(error as Error).stack}\n`);
}

// A reader such as `| head -1` closes the pipe: the work continues, with the same exit code.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

void main();
