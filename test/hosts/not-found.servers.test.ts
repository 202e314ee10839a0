import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '../proxy/fixtures/real-server.ts';
import { runCli, sharedFolder, writeFiles } from '../support/cli.ts';
import { cliOf } from '../support/package-folder.ts';
import { startApache, startExported } from './server.ts';

/* A 404 page is in the language of its URL, without JavaScript. */

const folder = sharedFolder();

const page = (language: string, title: string): string =>
  `<!doctype html><html lang="${language}"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>Some text of ${title}.</p></main></body></html>\n`;

/** A site at a URL with German pages, and with a page whose name looks like a 404 page of a language. */
async function siteAt(name: string, url: string): Promise<string> {
  const cwd = join(folder, name);
  writeFiles(cwd, {
    'public/index.html': page('en', 'Home'),
    'public/404.html': page('en', 'Nothing here'),
    'public/de/index.html': page('de', 'Start'),
    'public/de/404.html': page('de', 'Nichts hier'),
    'public/errors/404.html': page('en', 'The error 404'),
  });
  const { code, stderr } = await runCli('build', ['twin', 'public', '--url', url], { cwd });
  if (code !== 0) throw new Error(stderr);
  return join(cwd, 'public');
}

const atRoot = await siteAt('root', 'https://www.example.com');
const below = await siteAt('below', 'https://www.example.com/docs');
const proxy = (dist: string) => startServer((port) => [process.execPath, cliOf('proxy'), dist, '--port', String(port)]);
const servers = [
  ['proxy', await proxy(atRoot), ''],
  ['proxy below a path', await proxy(below), '/docs'],
  ['nginx', await startExported('nginx', atRoot), ''],
  ['nginx below a path', await startExported('nginx', below), '/docs'],
  ['Caddy', await startExported('caddy', atRoot), ''],
  ['Caddy below a path', await startExported('caddy', below), '/docs'],
  ['Apache', await startExported('apache', atRoot), ''],
  ['Apache below a path', await startExported('apache', below), '/docs'],
  ['.htaccess', await startApache(atRoot, 'AllowOverride All'), ''],
  ['.htaccess below a path', await startApache(below, 'AllowOverride All'), '/docs'],
] as const;
afterAll(() => Promise.all(servers.map(([, server]) => server.close())));

it.each(
  servers.flatMap(([name, server, base]) =>
    [
      ['/nope', 'Nothing here'],
      ['/de/nope', 'Nichts hier'],
      ['/de/a/b', 'Nichts hier'],
      ['/derived', 'Nothing here'],
      ['/errors/nope', 'Nothing here'],
    ].map(([path, title]) => [name, path!, title!, server.url + base] as const),
  ),
)('%s: GET %s: %s', async (_, path, title, url) => {
  const answer = await fetch(url + path, { headers: { Accept: 'text/html' } });
  const html = await answer.text();
  expect([answer.status, answer.headers.get('content-type'), /<h1>(.*?)<\/h1>/.exec(html)?.[1]]).toEqual([
    404,
    'text/html; charset=utf-8',
    title,
  ]);
});

it.each(servers)('%s: agents get a problem', async (_, server, base) => {
  const answer = await fetch(`${server.url}${base}/de/nope`, { headers: { Accept: 'application/json' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});
