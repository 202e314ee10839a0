import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask } from './fixtures/client.ts';
import { serve } from './fixtures/command.ts';
import { temporarySite } from './fixtures/site.ts';

/* The image, without building it. */

const dockerfile = readFileSync('.deploy/Dockerfile', 'utf8');
const listOf = (instruction: string): string[] =>
  JSON.parse(new RegExp(`${instruction}\\b[^[]*(\\[.*\\])$`, 'm').exec(dockerfile)![1]!) as string[];

/** The exit code of the image's health check for a proxy at a port. */
const checked = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const [command, ...args] = listOf('HEALTHCHECK');
    execFile(command!, args, { env: { ...process.env, PORT: String(port) } }, (error) => resolve(Number(error?.code ?? 0)));
  });

test('the image: healthy while the proxy serves, without writing files; unhealthy when it has ended', async () => {
  const { dir, remove } = temporarySite();
  // Refuses all writes, like a read-only root file system.
  const permission = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
  const { port, child, ended } = await serve([dir, '--trusted-hops', '1'], { node: [permission, '--allow-fs-read=*'] });
  expect((await ask(port, '/')).status).toBe(200);
  expect(await checked(port)).toBe(0);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(await checked(port)).toBe(1);
  remove();
});

test('the image: its build context has all files that it copies, and it starts the command of the package', () => {
  const context = readFileSync('.deploy/Dockerfile.dockerignore', 'utf8')
    .match(/(?<=^!).+/gm)!
    .sort();
  const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '));
  expect(copied.sort()).toEqual(context);
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: Record<string, string> };
  expect(listOf('ENTRYPOINT')).toEqual(['node', `/app/${bin['diptych-proxy']}`]);
});
