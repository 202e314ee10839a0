/*
 * Runs `diptych` as often as it is asked to, each time in the folder, with the arguments and in the environment of the
 * message, and answers with its exit code and what it wrote. Most of a short command is the start of its process and the
 * loading of Eleventy, which happen once here.
 *
 *     node warm-cli.mjs FILE-OF-THE-COMMAND
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { pathToFileURL } from 'node:url';

const [node, , file] = process.argv;
const { default: events } = await import(new URL('../../node_modules/@11ty/eleventy/src/EventBus.js', import.meta.url));
const { exit } = process;
/** Which run something belongs to: what the end of one put off is not the business of the next. */
const runs = new AsyncLocalStorage();
let last = 0;
let finish = () => {};

// Each run listens to them anew.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
process.on('beforeExit', () => finish(true));
process.exit = (code = process.exitCode) => {
  if (runs.getStore() !== last) return;
  process.exitCode = code;
  finish(false);
};
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exitCode = 1;
  finish(false);
});
process.on('disconnect', () => exit());
process.on('message', async ({ args, cwd, env }) => {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    process[name].write = (text, ...more) => {
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
      more.findLast((one) => typeof one === 'function')?.();
      return true;
    };
  const before = { ...process.env };
  process.chdir(cwd);
  Object.assign(process.env, env);
  process.argv = [node, file, ...args];
  process.exitCode = undefined;
  // What Eleventy keeps from one build to the next, by names relative to the folder.
  await events.emit('eleventy.resourceModified', './any');
  await events.emit('eleventy.compileCacheReset');
  finish = (idle) => {
    finish = () => {};
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    process.send({ code: process.exitCode ?? 0, ...written, idle }, () => idle || exit());
    process.channel.ref();
  };
  process.channel.unref();
  last++;
  runs
    .run(last, () => import(`${pathToFileURL(file).href}?run=${last}`))
    .catch((error) => process.emit('uncaughtException', error));
});
