#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding } from './checks/finding.ts';
import { type Checked, countFindings, type TextOptions, toAnnotations, toJson, toText } from './checks/report.ts';
import { type CommandName, type OptionValues, readCommandLine } from './commands/command-line.ts';
import { createProgress } from './commands/progress.ts';
import { type CheckName, checkNames } from './contract/check-names.ts';
import { counted } from './contract/counted.ts';
import { didYouMean } from './contract/nearest-word.ts';
import { proxySettings } from './contract/proxy-settings.ts';
import { UsageError } from './contract/user-error.ts';
import { type BuildHooks, defaultCacheFolder } from './eleventy/build-hooks.ts';
import type { Summary } from './publish/summary.ts';

/** Each command imports only what it needs. */
type Command = (values: OptionValues, operand: string, second: string | undefined) => Promise<void>;

const commands: Readonly<Record<CommandName, Command>> = { init, build, dev, twin, check, export: exportSite };
const progress = createProgress(process.stderr);

function note(line: string): void {
  progress.clear();
  process.stderr.write(`diptych: ${line}\n`);
}

async function init(values: OptionValues, folder: string): Promise<void> {
  const { writeNewSite } = await import('./commands/init.ts');
  const files = await writeNewSite(folder, values.docs ? 'documentation' : 'product');
  const commands = ['npm install', 'npm run dev'].map((command) => `  ${command}\n`);
  const quoted = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`;
  const enter = resolve(folder) === resolve('.') ? '' : `  cd ${quoted}\n`;
  process.stdout.write(`Wrote ${files} files to ${folder}. Next:\n\n${enter}${commands.join('')}`);
}

async function build(values: OptionValues): Promise<void> {
  const began = performance.now();
  // Eleventy's hook that imports changed files again, which only a watch needs, sends every import through a thread.
  process.env.ELEVENTY_SKIP_ESM_RESOLVER ??= '1';
  const { publishSite } = await import('./commands/build.ts');
  const { summaryText } = await import('./commands/summary-text.ts');
  const show = findingsPrinter(values);
  const { folder, summary } = await publishSite({ ...hooksOf(values), report: (findings) => show(findings) }, starterConfig());
  progress.clear();
  const where = values.format === 'json' ? process.stderr : process.stdout;
  where.write(summaryText(summary, folder, performance.now() - began));
}

async function check(values: OptionValues, target: string): Promise<void> {
  const url = values.url ?? process.env.SITE_URL;
  const settings = {
    ...(url && { url }),
    ...(values.content && { content: values.content }),
    ...(values.exclude && { exclude: values.exclude }),
    ...(values.off && { checks: Object.fromEntries(values.off.map((name) => [checkNamed(name), 'off' as const])) }),
  };
  (await import('./page/content-reach.ts')).checkContent(values.content);
  const show = findingsPrinter(values);
  const isUrl = /^https?:\/\//.test(target);
  const run = isUrl
    ? (await import('./checks/audit/audit-url.ts')).auditUrl
    : (await import('./checks/audit/audit-folder.ts')).auditFolder;
  const { findings, pages, notes, site } = await run(target, {
    settings,
    ...maxPagesOf(values, isUrl),
    withParts: Boolean(values.answers),
    progress: (done, all) => progress.show('Checking pages', done, all),
  });
  const answers = values.answers ? (await import('./checks/answers/asked-site.ts')).answersOf(site) : undefined;
  progress.clear();
  show(findings, { pages, notes, ...(answers && { answers: answers.figures }) });
  if (values.format !== 'json')
    process.stdout.write(
      [...(answers?.lines ?? []), ...notes, `Checked ${counted(pages, 'page')}: ${countFindings(findings)}`, ''].join('\n'),
    );
  if (findings.some(({ severity }) => values.strict || severity === 'error')) process.exitCode = 1;
}

/** @throws {UsageError} if it is not a number above 0, or of a folder */
function maxPagesOf({ 'max-pages': text }: OptionValues, isUrl: boolean): { maxPages?: number } {
  if (text === undefined) return {};
  if (!isUrl || !/^[1-9]\d{0,6}$/.test(text)) throw new UsageError('--max-pages: expected a number of pages, and a URL to check');
  return { maxPages: Number(text) };
}

/** @throws {UsageError} if there is no check of that name */
function checkNamed(name: string): CheckName {
  const known = checkNames.find((each) => each === name);
  if (!known) throw new UsageError(`--off: there is no check "${name}"${didYouMean(name, checkNames)}`);
  return known;
}

/** Returns a function that writes findings in `--format`: text, JSON or annotations, which are the default on GitHub. */
function findingsPrinter(
  { format = process.env.GITHUB_ACTIONS ? 'github' : 'text' }: OptionValues,
  some: Pick<TextOptions, 'warnings' | 'all' | 'dense'> = {},
): (findings: readonly Finding[], checked?: Checked) => void {
  const color = Boolean(process.stdout.isTTY && !process.env.NO_COLOR);
  const formats: Record<string, (findings: readonly Finding[], checked?: Checked) => string> = {
    text: (findings) => toText(findings, { color, ...some }),
    json: (findings, checked) => toJson(findings, checked),
    github: (findings) => toAnnotations(findings),
  };
  const render = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (!render) throw new UsageError(`--format: expected ${Object.keys(formats).join(', ')}, got "${format}"`);
  return (findings, checked) => {
    progress.clear();
    process.stdout.write(render(findings, checked));
  };
}

async function dev(values: OptionValues): Promise<void> {
  const { createDev } = await import('./commands/dev.ts');
  const setting = (name: 'port' | 'host' | 'allowed-hosts', { env }: { env: string }): string | undefined =>
    values[name] ?? (process.env[env] || undefined);
  const port = portOf(setting('port', proxySettings.port), 0) ?? proxySettings.port.default;
  const host = setting('host', proxySettings.host) ?? proxySettings.host.default;
  const preview = createDev({
    hooks: { ...hooksOf(values), allowedHosts: [host, setting('allowed-hosts', proxySettings.allowedHosts) ?? ''].join() },
    fallbackConfig: starterConfig(),
    port,
    host,
    listen: (server, port, host) => server.listen({ port: Number(port), host }),
    terminal: process.stdout,
    color: Boolean(process.stdout.isTTY && !process.env.NO_COLOR),
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

/** @throws {UsageError} on another value than on, off and auto */
function htmlUrlsOf(value = 'auto'): boolean | undefined {
  if (value !== 'on' && value !== 'off' && value !== 'auto')
    throw new UsageError(`--html-urls: expected on, off or auto, got "${value}"`);
  return value === 'auto' ? undefined : value === 'on';
}

async function twin(values: OptionValues, folder: string): Promise<void> {
  const url = values.url ?? process.env.SITE_URL;
  if (!url) throw new UsageError('twin needs the public URL of the site: --url https://example.com');
  (await import('./page/content-reach.ts')).checkContent(values.content);
  const { twinFolder } = await import('./commands/twin.ts');
  const { twinTable } = await import('./commands/twin-table.ts');
  const { twinReport } = await import('./commands/twin-report.ts');
  const { writeWhole } = await import('./files.ts');
  const print = findingsPrinter(values, { warnings: 1, dense: true, all: '--report FILE' });
  let found: readonly Finding[] = [];
  const report = async (summary?: Summary): Promise<void> => {
    if (values.report) await writeWhole(values.report, twinReport(values.report, found, summary));
  };
  const ending = new AbortController();
  const options = {
    url,
    name: values.name,
    htmlUrls: htmlUrlsOf(values['html-urls']),
    compress: !values['no-compress'],
    content: values.content,
    exclude: values.exclude,
    out: values.out,
    cacheFolder: values.cache ?? (existsSync('node_modules') ? `${defaultCacheFolder}/twin` : undefined),
    headLinks: !values['no-html'],
    agentLine: Boolean(values['agent-line']),
    parity: !values['no-parity'],
    parts: !values['no-parts'],
    strict: Boolean(values.strict),
    progress: (done: number, all: number) => {
      ending.signal.throwIfAborted();
      progress.show('Reading pages', done, all);
    },
    placed: (done: number, all: number) => progress.show('Writing files', done, all),
    report: (findings: readonly Finding[]) => {
      found = findings;
      if (!values.watch) print(findings);
    },
    note,
  };
  const run = async (more: { cacheFolder?: string } = {}): Promise<Summary> => {
    const summary = await twinFolder(folder, { ...options, ...more }).catch(async (error: unknown) => {
      await report();
      throw error;
    });
    await report(summary);
    progress.clear();
    return summary;
  };
  const where = values.format === 'json' ? process.stderr : process.stdout;
  const began = performance.now();
  if (!values.watch) {
    const summary = await run();
    where.write(twinTable(summary, values.out ?? folder, performance.now() - began));
    if (summary.findings.some(({ severity }) => severity === 'error')) process.exitCode = 1;
    return;
  }
  if (!values.out) throw new UsageError('twin --watch needs --out DIR: the generator writes to the folder itself');
  const { watchTwin } = await import('./commands/watch-twin.ts');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => (ending.signal.aborted ? process.exit(1) : ending.abort()));
  await watchTwin(folder, values.out, {
    run,
    ending: ending.signal,
    cacheFolder: options.cacheFolder,
    say: (line) => {
      progress.clear();
      where.write(`${line}\n`);
    },
  });
}

async function exportSite(values: OptionValues, host: string, folder = 'dist'): Promise<void> {
  const { exportHost } = await import('./commands/export.ts');
  const { text, written, lacking = [] } = await exportHost(host, folder, { port: portOf(values.port, 1), out: values.out, note });
  process.stdout.write(text ?? written.map((path) => `Wrote ${path}\n`).join(''));
  for (const { path, body } of lacking) note(`${path} is yours and was kept. Add to it what it lacks of this:\n\n${body}`);
}

/** @throws {UsageError} if it is not a port */
function portOf(text: string | undefined, least: number): number | undefined {
  const port = text === undefined ? undefined : Number(text);
  if (port !== undefined && !(Number.isInteger(port) && port >= least && port <= proxySettings.port.max))
    throw new UsageError(`--port: expected a number from ${least} to ${proxySettings.port.max}`);
  return port;
}

/** Relative to the current folder, as Eleventy wants it. */
const starterConfig = (): string => relative('.', fileURLToPath(new URL('./starter/eleventy.config.js', import.meta.url)));

function hooksOf(values: OptionValues): BuildHooks {
  return {
    ...(process.env.SITE_URL && { url: process.env.SITE_URL }),
    cacheFolder: defaultCacheFolder,
    ...(values['no-parity'] && { parity: false }),
    note,
    rendered: (done) => progress.show('Rendering pages', done),
    progress: (done, all) => progress.show('Reading pages', done, all),
  };
}

async function main(): Promise<void> {
  const asked = readCommandLine(process.argv.slice(2));
  if (asked.action === 'run') await commands[asked.name](asked.values, asked.operand, asked.second);
  else
    process.stdout.write(
      asked.action === 'help' ? asked.text : `${(await import('./publish/package-version.ts')).packageVersion()}\n`,
    );
}

// A reader that has seen enough (`| head -1`) closes the pipe: the work goes on, and its exit code is the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

main().catch(async (error: unknown) => {
  progress.clear();
  const { readTemplateErrors, templateErrorLine } = await import('./eleventy/errors/template-errors.ts');
  const debug = process.argv.includes('--debug');
  for (const fault of readTemplateErrors(error)) process.stderr.write(`diptych: ${templateErrorLine(fault)}\n`);
  if (debug) process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
  // Ends work in progress, after what was printed is flushed.
  setTimeout(() => process.exit(), 100).unref();
});
