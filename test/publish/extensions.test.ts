import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginSite, readTree, runWarm, temporaryFolder } from '../support/cli.ts';

const page = (title: string, body = ''): string =>
  `---\npermalink: ${title === 'Home' ? '/' : `/${title.toLowerCase()}/`}\n---\n<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="Of ${title}."></head><body><main><h1>${title}</h1><p>Words. <a href="/">Home</a> <a href="/about/">About</a></p>${body}</main></body></html>`;

/** Builds a site of two pages, and others. @param options of the plugin, as JavaScript */
async function build(options: string, about = '', others: Readonly<Record<string, string>> = {}) {
  const folder = pluginSite(temporaryFolder(), `{ url: 'https://example.com', name: 'Example', ${options} }`, {
    'src/index.njk': page('Home'),
    'src/about.njk': page('About', about),
    ...others,
  });
  const { code, stdout, stderr } = await runWarm(['build'], { cwd: folder });
  return { code, output: stdout + stderr, tree: () => readTree(join(folder, '_site')) };
}

describe('documents', () => {
  const list = `documents: async (site) => [
    { path: 'api/pages.json', body: JSON.stringify(site.pages.map(({ title, url, markdownUrl, source }) => [title, url, markdownUrl, source])) },
    { path: 'first.md', body: site.pages[0].markdown },
  ]`;

  it('are generated from pages with their twins, published and compressed', async () => {
    const { code, tree } = await build(list);
    expect(code).toBe(0);
    expect(JSON.parse(tree()['api/pages.json']!)).toEqual([
      ['Home', 'https://example.com/', 'https://example.com/index.md', 'src/index.njk'],
      ['About', 'https://example.com/about/', 'https://example.com/about.md', 'src/about.njk'],
    ]);
    expect(tree()['first.md']).toBe(tree()['index.md']);
    expect(JSON.parse(tree()['.well-known/diptych.json']!).files).toHaveProperty('api/pages.json');
  });

  it.each<[made: string, message: string]>([
    ["() => [{ path: 'about.md', body: 'x' }]", 'the option "documents" and the twin of src/about.njk both write "about.md"'],
    ["() => [{ path: '../x.txt', body: 'x' }]", 'the option "documents": its output "../x.txt" lies outside the output folder'],
    ["() => [{ path: '', body: 'x' }]", 'plugin options: documents[0]: expected { path, body }'],
    ['[]', 'plugin options: documents: expected a function'],
  ])('not %s', async (made, message) => {
    const result = await build(`documents: ${made}`);
    expect([result.code, result.output]).toEqual([1, expect.stringContaining(message)]);
  });

  it('a page object that they modify does not change the build', async () => {
    const { tree } = await build('documents: ({ pages }) => { pages[0].title = "Other"; pages.length = 0; return []; }');
    expect(tree()['llms.txt']).toContain('- [Home](https://example.com/index.md)');
  });
});

describe('inspect', () => {
  const inspect = (severity: string): string => `inspect: (site) => site.pages
    .filter((page) => /lorem/i.test(page.markdown))
    .map((page) => ({ check: 'lorem', page, message: 'filler text', fix: 'Write it.', ${severity} }))`;

  it.each<[severity: string, code: number, message: RegExp]>([
    ['', 0, /warning +src\/about\.njk +lorem +filler text +Fix: Write it\./],
    ["severity: 'error'", 1, /error +src\/about\.njk +lorem +filler text[\s\S]*1 error found by the checks/],
  ])('a finding with %j', async (severity, code, message) => {
    const result = await build(inspect(severity), '<p>Lorem ipsum.</p>');
    expect([result.code, result.output]).toEqual([code, expect.stringMatching(message)]);
  });

  it('an empty finding', async () => {
    const { code, output } = await build("inspect: () => [{ check: 'x' }]");
    expect([code, output]).toEqual([1, expect.stringContaining('inspect: finding 0 lacks check, message or fix')]);
  });
});

describe('defects that existed before twins', () => {
  const broken = '<p><a href="/nope/">x</a></p><img src="/gone.png" alt="Gone"><script type="application/ld+json">{</script>';

  it.each<[options: string, code: number, message: RegExp]>([
    ['', 0, /warning +src\/about\.njk:\d+ +dead-link[\s\S]*warning .*missing-image/],
    ["checks: { 'dead-link': 'error' }", 1, /1 error found by the checks/],
  ])('with the options %j end the build with %i', async (options, code, message) => {
    const result = await build(options, broken);
    expect([result.code, result.output]).toEqual([code, expect.stringMatching(message)]);
  });

  it.each<[html: string, isPage: boolean]>([
    ['<!doctype html><html><head><title>CMS</title></head><body><script src="/cms.js"></script></body></html>', false],
    [
      '<!doctype html><html><head><title>CMS</title></head><body><script src="/cms.js"></script><script type="text/babel">const page = () => <h1>{title}</h1>;</script></body></html>',
      false,
    ],
    [
      '<!doctype html><html><head><title>CMS</title></head><body><p>Log in.</p><script src="/cms.js"></script></body></html>',
      true,
    ],
  ])('%s has a twin: %s', async (html, isPage) => {
    const { code, output, tree } = await build('', '', { 'src/admin/index.html': html, 'public/cms.js': '' });
    expect(code).toBe(0);
    expect([output.includes('src/admin/index.html'), 'admin.md' in tree()]).toEqual([isPage, isPage]);
  });
});
