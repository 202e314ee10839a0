import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { printedBlocks, withoutFigures } from '../support/printed.ts';

/* Pages about causes of errors: printed messages are those of the commands, and the fixes work. */

const url = 'https://www.example.com';
const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const own = '<p>What the guide says, in a sentence of some length that only this page has.</p>';
const story = `<p>${'Some of a story, in some more words. '.repeat(12)}</p>`;
const nav = '<nav><a href="/">Home</a> <a href="/guide">Guide</a></nav>';

/** The messages listed on a page. */
const messages = (name: string): string[] =>
  [...readFileSync(`site/docs/${name}.md`, 'utf8').matchAll(/^- `(.+?)`[^`]*$/gm)].map(([, message]) => withoutFigures(message!));
const block = (name: string): string =>
  printedBlocks.find(({ page, language }) => page.endsWith(`${name}.md`) && language === 'txt')!.text;
const twin = ['twin', 'public', '--url', url];
const outputOf = async (cwd: string, ...args: string[]): Promise<string> => {
  const { stdout, stderr } = await runWarm(args, { cwd });
  return withoutFigures(stdout + stderr);
};

/** The output of `check` on a folder with twins, after the twin of the guide lost words. */
async function checkedWithout(cwd: string, lost: string): Promise<string> {
  await outputOf(cwd, ...twin);
  const markdown = readFileSync(join(cwd, 'public/guide.md'), 'utf8');
  expect(markdown).toContain(lost);
  writeFiles(cwd, { 'public/guide.md': markdown.replaceAll(lost, '') });
  return outputOf(cwd, 'check', 'public');
}

describe('My page lost its content', () => {
  const [noTwin, holds, covers] = messages('lost-content') as [string, string, string];
  const lost = page('Guide', `${nav}<div><article>${own}<footer>${story}</footer></article></div>`);

  it('no twin, and the fix by --content', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'public/index.html': page('Home', `<main><h1>Home</h1>${own}</main>`), 'public/guide.html': lost });
    expect(await outputOf(cwd, ...twin)).toContain(noTwin);
    expect(await runWarm([...twin, '--content', 'guide*=footer', '--content', 'main'], { cwd })).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'public/guide.md'), 'utf8')).toContain('Some of a story');
  });

  it('a twin that lacks words', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'public/guide.html': page('Guide', `<main><h1>Guide</h1>${own}<p>Made every hour.</p></main>`) });
    expect(await checkedWithout(cwd, ' every hour')).toContain(holds);
  });

  it('a twin that covers only a part', async () => {
    const cwd = temporaryFolder();
    const layout = (title: string): string =>
      page(
        title,
        `<table><tr><td><a href="/">Home</a></td><td>${title}</td></tr></table><h2>${title}</h2>${own.replace('guide', title)}`,
      );
    const pages = ['1', '2', '3', '4', '5', 'guide'].map((name) => [`public/${name}.html`, layout(name)]);
    writeFiles(cwd, Object.fromEntries(pages));
    expect(await checkedWithout(cwd, 'a sentence')).toContain(covers);
  });

  it('an old theme of Hugo: elements around the content, and the fix of its guide', async () => {
    const cwd = temporaryFolder();
    const post = (name: string): string =>
      page(
        name,
        `<header>${nav}</header><section id="main"><h1>${name}</h1><div>${own.replace('guide', name)}</div></section><aside id="meta"><section><h4>Fri Nov ${name}, 2012</h4><h5>${name}00 words</h5></section></aside>`,
      );
    const names = ['1', '2', '3', '4', '5', '6'];
    writeFiles(cwd, Object.fromEntries(names.map((name) => [`public/post/${name}/index.html`, post(name)])));
    const covers = /covers 0 % of the page, where nothing marks the content/;
    expect(await outputOf(cwd, ...twin)).toMatch(covers);
    const [, selector] = /--content '(#.+)'/.exec(readFileSync('site/docs/generators/hugo.md', 'utf8'))!;
    expect(await outputOf(cwd, ...twin, '--content', selector!)).not.toMatch(covers);
    expect(readFileSync(join(cwd, 'public/post/1.md'), 'utf8')).toContain('a sentence of some length');
  });

  it('the message ends with the element used as content', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, {
      'public/index.html': page('Home', `<main><h1>Home</h1>${own}</main>`),
      'public/news/a.html': page('A', `${nav}<div class="body"><h1>A</h1>${own}${story}</div>`),
    });
    const shown = await outputOf(cwd, ...twin);
    for (const line of withoutFigures(block('lost-content')).split('\n'))
      expect(shown).toMatch(new RegExp(line.trim().replace(/[()]/g, '\\$&').replace('0 pages', '0 pages?')));
  });
});

describe('check fails on my old site', () => {
  const files = {
    'public/index.html': page('Home', `<main><h1>Home</h1>${own}<a href="/guide">Guide</a></main>`),
    'public/guide.html': page(
      'Guide',
      `<main><h1>Guide</h1>${own}<a href="/old">old</a></main>`,
      '<meta name="description" content="What the guide is about.">',
    ),
  };

  it('prints these lines, and ends with 1', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, files);
    const { code, stdout } = await runWarm(['check', 'public'], { cwd });
    expect(code).toBe(1);
    for (const line of block('check-old-site').trim().split('\n')) expect(stdout).toContain(line);
    expect(stdout).toMatch(/^dead-link 1, description 1$/m);
  });

  it('after `twin`, judges only its output', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, files);
    expect([(await runWarm(twin, { cwd })).code, (await runWarm(['check', 'public'], { cwd })).code]).toEqual([0, 0]);
  });

  it.each([
    '{"checks":{"dead-link":"warning"}}',
    '{"exclude":["guide.html"]}',
    '{"elsewhere":["/old"]}',
    '{"url":"https://www.example.com","elsewhere":["/o*"]}',
  ])('ends with 0 by diptych.json %s', async (settings) => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { ...files, 'diptych.json': settings });
    expect((await runWarm(['check', 'public'], { cwd })).code).toBe(0);
  });
});

describe('Two URLs for a page', () => {
  const canonical = (path: string): string => `<link rel="canonical" href="${url}${path}">`;
  const body = `<main><h1>Page</h1>${own}<a href="/guide">Guide</a> <a href="/a">A</a></main>`;
  const files = {
    'public/index.html': page('Home', body, canonical('/')),
    'public/a.html': page('A', body, canonical('/a')),
    'public/b.html': page('B', body, canonical('/b')),
    'public/guide.html': page('Guide', body, canonical('/guide.html')),
  };

  it('the message, and each fix', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, files);
    expect(await outputOf(cwd, ...twin)).toContain(messages('two-urls')[0]);
    writeFiles(cwd, { 'public/guide.html': page('Guide', body, canonical('/guide')) });
    expect(await outputOf(cwd, ...twin)).not.toContain('which redirects');
  });

  it.each([
    ['on', '/guide.html'],
    ['off', '/guide'],
  ])('--html-urls %s: %s', async (form, path) => {
    const cwd = temporaryFolder();
    writeFiles(cwd, files);
    await outputOf(cwd, ...twin, '--html-urls', form);
    expect(readFileSync(join(cwd, 'public/sitemap.xml'), 'utf8')).toContain(`<loc>${url}${path}</loc>`);
  });
});
