import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHandler } from '../../proxy/edge/handler.ts';
import { edgeSiteOf, readHostedSite } from '../hosts/hosted.ts';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { localServers } from './fixtures/local-servers.ts';

const { serve } = localServers();

const long = ['anchor', 'ballast', 'compass', 'davit']
  .map((word) => `<h2 id="${word}">The ${word}</h2>${'<p>Words of no weight stand here in a row.</p>'.repeat(130)}`)
  .join('');
const repetitions = ['/llms-full.txt', '/sitemap.md', '/changes.md', '/long.parts/compass.md'];
const others = ['/long.md', '/index.md', '/llms.txt', '/problems.md', '/.well-known/openapi.json'];
const pages = ['/', '/long', '/a.css'];

it.each<[indexMarkdown: boolean | undefined, noindex: readonly string[]]>([
  [undefined, repetitions],
  [true, []],
  [false, [...repetitions, ...others]],
])('indexMarkdown: %s', async (indexMarkdown, noindex) => {
  const cwd = temporaryFolder();
  const dir = join(cwd, 'out');
  writeFiles(cwd, {
    'out/index.html': '<title>Home</title><main><h1>Home</h1><p>Text.</p></main>',
    'out/long.html': `<title>Long</title><main><h1>Long</h1>${long}</main>`,
    'out/a.css': 'a { color: red }',
    'diptych.json': JSON.stringify({ url: 'https://docs.example', ...(indexMarkdown !== undefined && { indexMarkdown }) }),
  });
  expect((await runWarm(['twin', 'out'], { cwd })).code).toBe(0);
  const base = await serve({ dir });
  const handler = createHandler({
    site: JSON.parse(JSON.stringify(edgeSiteOf(readHostedSite(dir)))),
    assets: (path) => new Response(readFileSync(join(dir, path))),
  });
  for (const path of [...repetitions, ...others, ...pages])
    for (const accept of ['text/html', 'text/markdown']) {
      const answers = [
        await fetch(base + path, { headers: { accept } }),
        await handler(new Request(`https://docs.example${path}`, { headers: { accept } })),
      ];
      const expected = noindex.includes(path) ? 'noindex' : null;
      expect([path, ...answers.map(({ status, headers }) => [status, headers.get('x-robots-tag')])]).toEqual([
        path,
        [200, expected],
        [200, expected],
      ]);
    }
});
