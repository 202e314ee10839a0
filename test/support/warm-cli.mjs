/*
 * Runs `diptych` or Eleventy once per message, which names the file, arguments, folder and environment, and answers with the
 * exit code and the output. The start of a process and the loading of Eleventy, most of the time of a short command, happen
 * once.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import childProcess from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endThreads, reuseThreads } from './reused-threads.mjs';

// Each build starts `sync`, a fifth of its time: that its files are on the disk matters only after a crash of the machine.
const { execFile } = childProcess;
childProcess.execFile = (file, ...rest) => (file === 'sync' ? rest.at(-1)(null) : execFile(file, ...rest));
reuseThreads();
// As `diptych` does at its start.
process.env.ELEVENTY_SKIP_ESM_RESOLVER ??= '1';
const [node] = process.argv;
const eleventy = new URL('../../node_modules/@11ty/eleventy/src/', import.meta.url);
const { default: events } = await import(new URL('EventBus.js', eleventy));
const { default: TemplateContent } = await import(new URL('TemplateContent.js', eleventy));
const scripts = /^(?!node_modules\/).*\.[mc]?js$/;
const { cache: loaded } = createRequire(import.meta.url);
/** Folders of previous runs. */
const known = new Set();
const { exit } = process;
/** Events to which Eleventy's command adds listeners and never removes them. */
const failures = ['unhandledRejection', 'rejectionHandled', 'uncaughtException'];
/** The number of the run that a callback belongs to: an `exit` that comes late must not end the next run. */
const runs = new AsyncLocalStorage();
let last = 0;
/** Ends the run: its output is complete, and pending work gets three seconds, because a new process takes longer. */
let end = () => {};
/** Sends the answer; the process ends unless it is idle. */
let finish = () => {};

// Each run adds listeners.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
process.on('beforeExit', () => finish(true));
process.exit = (code = process.exitCode) => {
  if (runs.getStore() !== last) return;
  process.exitCode = code;
  end();
};
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exitCode = 1;
  finish(false);
});
process.on('disconnect', () => exit());
process.on('message', async ({ file, args, cwd, env }) => {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    process[name].write = (text, ...more) => {
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
      more.findLast((one) => typeof one === 'function')?.();
      return true;
    };
  const before = { ...process.env };
  const listeners = failures.map((event) => process.listeners(event));
  process.chdir(cwd);
  Object.assign(process.env, env);
  process.argv = [node, file, ...args];
  process.exitCode = undefined;
  let ended;
  let timeout;
  end = () => {
    end = () => {};
    ended = { code: process.exitCode ?? 0, ...written };
    timeout = setTimeout(() => finish(false), 3_000).unref();
  };
  finish = async (idle) => {
    finish = () => {};
    end();
    clearTimeout(timeout);
    await endThreads();
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    for (const [at, event] of failures.entries())
      for (const listener of process.listeners(event)) if (!listeners[at].includes(listener)) process.off(event, listener);
    process.send({ ...ended, idle }, () => idle || exit());
    process.channel.ref();
  };
  // Clear what Eleventy caches between builds.
  await emit('ResourceModified', './any');
  await emit('CompileCacheReset');
  TemplateContent._inputCache.clear();
  if (known.has(cwd)) await emit('ImportCacheReset', scriptsIn(cwd));
  known.add(cwd);
  process.channel.unref();
  last++;
  delete loaded[file];
  runs
    .run(last, () => import(`${pathToFileURL(file).href}?run=${last}`))
    .catch((error) => process.emit('uncaughtException', error));
});

/** Emits an event under its names in Eleventy 3 and 4. */
const emit = async (event, ...values) => {
  await events.emit(`eleventy.${event[0].toLowerCase()}${event.slice(1)}`, ...values);
  await events.emit(`buildawesome.${event.toLowerCase()}`, ...values);
};

const scriptsIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => scripts.test(path))
    .map((path) => join(folder, path));
