import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pluginSite, readTree, runWarm, temporaryFolder } from '../support/cli.ts';

const page = `<!doctype html><html lang="en"><head><title>Home</title><meta name="description" content="The home page of a site with a newsletter form and inline styles">
<script>start()</script>
<script type="application/ld+json">{"@context":"https://schema.org"}</script>
<style>p { margin: 0 }</style>
<link rel="stylesheet" href="https://fonts.example/a.css">
</head><body><main><h1>Home</h1>
<p style="color:red" onclick="go()">Text of the home page.</p>
<img src="/a.png" alt="A"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="B">
<iframe src="https://video.example/1" title="Film"></iframe>
<form action="https://news.example/join"><button>Join</button></form>
</main></body></html>`;

async function build(contentSecurityPolicy?: string) {
  const folder = pluginSite(
    temporaryFolder(),
    {
      url: 'https://example.com',
      name: 'Example',

      ...(contentSecurityPolicy && { contentSecurityPolicy }),
    },
    { 'src/index.html': page, 'public/a.png': 'png' },
  );
  const { code, stdout, stderr } = await runWarm(['build', '--format', 'json'], { cwd: folder });
  expect([code, stderr]).toEqual([0, expect.anything()]);
  const openApi = JSON.parse(readTree(join(folder, '_site'))['.well-known/openapi.json']!);
  const { findings } = JSON.parse(stdout) as { findings: { check: string; file: string; line: number; message: string }[] };
  return {
    policy: openApi['x-diptych'].contentSecurityPolicy as string | undefined,
    blocked: findings
      .filter(({ check }) => check === 'blocked-by-policy')
      .map(({ line, message }) => `${line}: ${message.replace(/ of the Content-Security-Policy$/, '')}`),
  };
}

it('no policy is set: none is published, no message', async () => {
  expect(await build()).toEqual({ policy: undefined, blocked: [] });
});

it('a strict policy names each element that it blocks', async () => {
  const { policy, blocked } = await build('strict');
  expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(blocked.sort()).toEqual(
    [
      '2: an inline <script> is blocked by script-src',
      '4: an inline <style> is blocked by style-src',
      '5: https://fonts.example/a.css is blocked by style-src',
      '7: onclick="…" of <p> is blocked by script-src',
      '7: style="…" of <p> is blocked by style-src',
      '9: https://video.example/1 is blocked by frame-src',
      '10: a <form> is blocked by form-action',
    ].sort(),
  );
});

it('inline code is reported with the line of its source, page or layout', async () => {
  const folder = pluginSite(
    temporaryFolder(),
    {
      url: 'https://example.com',
      name: 'Example',
      contentSecurityPolicy: 'strict',
    },
    {
      'src/_includes/base.liquid':
        '<!doctype html>\n<html lang="en">\n<head><title>{{ title }}</title>\n\n<style>\n\n  p { margin: 0 }\n</style></head><body><main>{{ content }}</main></body></html>',
      'src/index.md':
        '---\nlayout: base.liquid\ntitle: Home\n---\n# Home\n\nText.\n\n<p style="color: red" ONCLICK=\'go()\'>Red.</p>\n\n<script>\n  start();\n</script>\n\n<form method="post"><button>Join</button></form>\n',
    },
  );
  const { stdout } = await runWarm(['build', '--format', 'json'], { cwd: folder });
  const { findings } = JSON.parse(stdout) as { findings: { check: string; file: string; line: number; message: string }[] };
  const blocked = findings.filter(({ check }) => check === 'blocked-by-policy');
  expect(blocked.map(({ file, line, message }) => `${file}:${line} ${message.split(' is ')[0]}`).sort()).toEqual([
    'src/_includes/base.liquid:7 an inline <style>',
    'src/index.md:12 an inline <script>',
    'src/index.md:15 a <form>',
    'src/index.md:9 onclick="…" of <p>',
    'src/index.md:9 style="…" of <p>',
  ]);
});

it.each([
  [
    "default-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline' https:; frame-src https://*.example; form-action https://news.example",
    ['8: data'],
  ],
  ['img-src data:', ['8: /a.png is blocked by img-src']],
  ["form-action 'self'", ['10: a <form> is blocked by form-action']],
  ["frame-ancestors 'none'", []],
])('%s', async (policy, expected) => {
  const got = await build(policy);
  expect(got.policy).toBe(policy);
  expect(got.blocked.map((line, at) => line.slice(0, expected[at]?.length))).toEqual(expected);
});
