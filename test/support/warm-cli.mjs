/*
 * Runs `diptych`, or Eleventy, as often as it is asked to, each time the file, in the folder, with the arguments and in the environment
 * of the message, and answers with its exit code and what it wrote. Most of a short command is the start of its process and
 * the loading of Eleventy, which happen once here.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepThreads } from './kept-threads.mjs';

keepThreads();
// As the command does.
process.env.ELEVENTY_SKIP_ESM_RESOLVER ??= '1';
const [node] = process.argv;
const eleventy = new URL('../../node_modules/@11ty/eleventy/src/', import.meta.url);
const { default: events } = await import(new URL('EventBus.js', eleventy));
const { default: TemplateContent } = await import(new URL('TemplateContent.js', eleventy));
const scripts = /^(?!node_modules\/).*\.[mc]?js$/;
const { cache: loaded } = createRequire(import.meta.url);
/** Folders in which a command ran before. */
const known = new Set();
const { exit } = process;
/** What Eleventy's own command listens to for as long as its process lives. */
const failures = ['unhandledRejection', 'rejectionHandled', 'uncaughtException'];
/** Which run something belongs to: what the end of one put off is not the business of the next. */
const runs = new AsyncLocalStorage();
let last = 0;
/** Takes what a run wrote so far for all that it says, and waits a little for what is still at work. */
let end = () => {};
/** Answers; this process takes another run if nothing is at work. */
let finish = () => {};

// Each run listens to them anew.
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
  // What Eleventy keeps from one build to the next.
  await forget('ResourceModified', './any');
  await forget('CompileCacheReset');
  TemplateContent._inputCache.clear();
  if (known.has(cwd)) await forget('ImportCacheReset', scriptsIn(cwd));
  known.add(cwd);
  let ended;
  let patience;
  end = () => {
    end = () => {};
    ended = { code: process.exitCode ?? 0, ...written };
    patience = setTimeout(() => finish(false), 100).unref();
  };
  finish = (idle) => {
    finish = () => {};
    end();
    clearTimeout(patience);
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    for (const [at, event] of failures.entries())
      for (const listener of process.listeners(event)) if (!listeners[at].includes(listener)) process.off(event, listener);
    process.send({ ...ended, idle }, () => idle || exit());
    process.channel.ref();
  };
  process.channel.unref();
  last++;
  delete loaded[file];
  runs
    .run(last, () => import(`${pathToFileURL(file).href}?run=${last}`))
    .catch((error) => process.emit('uncaughtException', error));
});

/** By the names of Eleventy 3 and 4. */
const forget = async (what, ...values) => {
  await events.emit(`eleventy.${what[0].toLowerCase()}${what.slice(1)}`, ...values);
  await events.emit(`buildawesome.${what.toLowerCase()}`, ...values);
};

const scriptsIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => scripts.test(path))
    .map((path) => join(folder, path));
