import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port.ts';
import { cliOf } from './package-folder.ts';

/** The starter site, served by a proxy from its folder and by a proxy in front of nginx. */
export interface Service {
  /** The site URL of the build, which is the URL of the proxy that serves the folder. */
  readonly url: string;
  /** URL of the proxy in front of nginx, only in the project `servers`. */
  readonly fronting?: string;
  /** The built folder. */
  readonly dist: string;
  /** What the build printed. */
  readonly printed: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    service: Service;
  }
}

/** Builds the starter once and serves it for all conformance tests: from its folder, in the project `servers` also from nginx. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-service-'));
  const processes: ChildProcess[] = [];
  const teardown = async (): Promise<void> => {
    await Promise.all(processes.map((child) => stop(child)));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const port = await freePort('localhost');
    const url = `http://localhost:${port}`;
    cpSync('site', join(folder, 'site'), { recursive: true });
    // A page and a folder of the same name.
    mkdirSync(join(folder, 'site/twice'));
    for (const name of ['twice', 'twice/index'])
      writeFileSync(
        join(folder, `site/${name}.md`),
        `---\ntitle: Page ${name}\ndescription: The page ${name}.\n---\n\nSee [both](/twice/) and [one](/twice).\n`,
      );
    // A long page of an old version, with a canonical link to the current page.
    mkdirSync(join(folder, 'site/v1'));
    writeFileSync(join(folder, 'site/v1/about.njk'), olderPage);
    // A language folder, which gets its own llms.txt.
    mkdirSync(join(folder, 'site/de'));
    writeFileSync(
      join(folder, 'site/de/start.md'),
      '---\ntitle: Anfang\ndescription: Die erste Seite.\nlanguage: de\n---\n\nMehr auf [English](/).\n',
    );
    const printed = await run([cliOf('build'), 'build'], folder, { SITE_URL: url });
    const dist = join(folder, 'dist');
    processes.push(await startProxy([dist, '--port', String(port), '--host', 'localhost']));
    const service = { url, dist, printed };
    if (project.name !== 'servers') {
      project.provide('service', service);
      return teardown;
    }
    const [frontingPort, nginxPort] = await Promise.all([freePort('localhost'), freePort('localhost')]);
    processes.push(await startNginx(folder, dist, nginxPort));
    processes.push(
      await startProxy(['--origin', `http://127.0.0.1:${nginxPort}`, '--port', String(frontingPort), '--host', 'localhost']),
    );
    project.provide('service', { ...service, fronting: `http://localhost:${frontingPort}` });
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}

const olderPage = `---
layout: false
---
<!doctype html>
<html lang="en">
<head><title>About version 1</title><meta name="description" content="What version 1 was."><link rel="canonical" href="{{ site.url }}/about"><meta name="diptych" content="older"></head>
<body><main><h1>About version 1</h1>${['one', 'two'].map((id) => `<h2 id="${id}">Part ${id}</h2><p>${`Words of part ${id}. `.repeat(700)}</p>`).join('')}</main></body>
</html>
`;

/** @returns what is printed */
async function run(args: string[], cwd: string, env: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env: { ...process.env, ...env } });
  return stdout + stderr;
}

async function startProxy(args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [cliOf('proxy'), ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const port = Number(args[args.indexOf('--port') + 1]);
  await waitForAnswer(`http://localhost:${port}/api/v1/health`, child);
  return child;
}

async function startNginx(folder: string, dist: string, port: number): Promise<ChildProcess> {
  const work = join(folder, 'nginx');
  mkdirSync(work);
  writeFileSync(join(work, 'nginx.conf'), nginxConfiguration(work, dist, port));
  const child = spawn('/usr/sbin/nginx', ['-c', join(work, 'nginx.conf'), '-p', work, '-e', join(work, 'error.log')], {
    stdio: 'inherit',
  });
  await waitForAnswer(`http://127.0.0.1:${port}/`, child);
  return child;
}

/** An nginx that knows nothing of Diptych and serves files by name. */
const nginxConfiguration = (work: string, dist: string, port: number): string => `
daemon off; user root; worker_processes 1; pid ${work}/nginx.pid;
events { worker_connections 512; }
http {
  include /etc/nginx/mime.types; default_type application/octet-stream;
  access_log off; client_body_temp_path ${work}/b; proxy_temp_path ${work}/p; fastcgi_temp_path ${work}/f; uwsgi_temp_path ${work}/u; scgi_temp_path ${work}/s;
  server {
    listen 127.0.0.1:${port}; root ${dist}; absolute_redirect off;
    location / { try_files $uri $uri.html $uri/index.html =404; }
  }
}`;

async function waitForAnswer(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} exited with ${child.exitCode}`);
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} does not answer`);
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.on('exit', () => done());
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 3_000).unref();
  });
}
