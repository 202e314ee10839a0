import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { type RealServer, startNginx, startServer } from '../proxy/fixtures/real-server.ts';
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
  const dist = join(folder, 'dist');
  const servers: RealServer[] = [];
  const teardown = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()));
    rmSync(folder, { recursive: true, force: true });
  };
  /** @returns its URL */
  const started = async (starting: Promise<RealServer>): Promise<string> => {
    const server = await starting;
    servers.push(server);
    return server.url;
  };
  const proxy = (port: number, ...args: string[]) => [process.execPath, cliOf('proxy'), ...args, '--port', `${port}`] as const;
  try {
    cpSync('site', join(folder, 'site'), { recursive: true });
    const additions = {
      // A page and a folder of the same name.
      'twice.md': twice('twice'),
      'twice/index.md': twice('twice/index'),
      'v1/about.njk': olderPage,
      // A language folder, which gets its own llms.txt.
      'de/start.md': '---\ntitle: Anfang\ndescription: Die erste Seite.\nlanguage: de\n---\n\nMehr auf [English](/).\n',
    };
    for (const [file, content] of Object.entries(additions)) {
      mkdirSync(dirname(join(folder, 'site', file)), { recursive: true });
      writeFileSync(join(folder, 'site', file), content);
    }
    let printed = '';
    const building = startServer(async (port) => {
      const env = { ...process.env, SITE_URL: `http://127.0.0.1:${port}` };
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [cliOf('build'), 'build'], { cwd: folder, env });
      printed = stdout + stderr;
      return proxy(port, dist);
    });
    const url = await started(building);
    const service = { url, dist, printed };
    if (project.name !== 'servers') {
      project.provide('service', service);
      return teardown;
    }
    // An nginx that knows nothing of Diptych and serves files by name.
    const nginx = await started(
      startNginx(`root ${dist}; absolute_redirect off; location / { try_files $uri $uri.html $uri/index.html =404; }`),
    );
    const fronting = await started(startServer((port) => proxy(port, '--origin', nginx)));
    project.provide('service', { ...service, fronting });
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}

const twice = (name: string): string =>
  `---\ntitle: Page ${name}\ndescription: The page ${name}.\n---\n\nSee [both](/twice/) and [one](/twice).\n`;

/** A long page of an old version, with a canonical link to the current page. */
const olderPage = `---
layout: false
---
<!doctype html>
<html lang="en">
<head><title>About version 1</title><meta name="description" content="What version 1 was."><link rel="canonical" href="{{ site.url }}/about"><meta name="diptych" content="older"></head>
<body><main><h1>About version 1</h1>${['one', 'two'].map((id) => `<h2 id="${id}">Part ${id}</h2><p>${`Words of part ${id}. `.repeat(700)}</p>`).join('')}</main></body>
</html>
`;
