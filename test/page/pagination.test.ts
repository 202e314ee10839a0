import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { pluginSite, readTree, runWarm, temporaryFolder } from '../support/cli.ts';

const url = 'https://blog.example';
const posts = ['One', 'Two', 'Three', 'Four', 'Five'];
const layout = (main: string): string =>
  `<!doctype html><html lang="en"><head><title>{{ title }}</title><meta name="description" content="Of {{ title }}."></head><body><main>${main}</main></body></html>`;

/** A blog with a list of two posts per page. */
function blog(permalink: string, title: string): Record<string, string> {
  const list = `{% for post in pagination.items %}<p><a href="/{{ post | lower }}/">{{ post }}</a></p>{% endfor %}<a href="{{ pagination.href.next or '/' }}">Next</a>`;
  return {
    'src/index.njk': `---\ntitle: Home\n---\n${layout('<h1>Home</h1><p><a href="/blog/">Blog</a></p>')}`,
    'src/blog.njk': `---\nposts: ${JSON.stringify(posts)}\npagination: { data: posts, size: 2 }\npermalink: ${JSON.stringify(permalink)}\neleventyComputed: { title: ${JSON.stringify(title)} }\n---\n${layout(`<h1>Blog</h1>${list}`)}`,
    ...Object.fromEntries(
      posts.map((post) => [
        `src/${post.toLowerCase()}.njk`,
        `---\ntitle: ${post}\n---\n${layout(`<h1>${post}</h1><p><a href="/blog/">Blog</a></p>`)}`,
      ]),
    ),
  };
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function build(pages: Record<string, string>, settings: object = {}) {
  const folder = pluginSite(temporaryFolder(), { url, name: 'Example', ...settings }, pages);
  folders.push(folder);
  const { code, stdout, stderr } = await runWarm(['build'], { cwd: folder });
  return { code, output: stdout + stderr, tree: readTree(join(folder, '_site')) };
}

/** Lines of an index with a matching path. */
const linesOf = (index: string, path: RegExp): string[] =>
  index.split('\n').filter((line) => path.test(/\]\(https:\/\/blog\.example(\/[^)]*)\)/.exec(line)?.[1] ?? ''));

/** Permalinks: `/blog/` for the first page, `url` with the number in place of `#` for the others. */
const numbered = (url: string): string =>
  `{% if pagination.pageNumber > 0 %}${url.replace('#', '{{ pagination.pageNumber + 1 }}')}{% else %}/blog/{% endif %}`;

describe('the pages of a pagination', () => {
  it.each<[permalink: string, title: string]>([
    [numbered('/blog/#/'), 'Blog'],
    [numbered('/blog/page/#/'), 'Blog'],
    ['', 'Blog'],
    [numbered('/blog-#.html'), 'Blog (page {{ pagination.pageNumber + 1 }} of {{ pagination.pages | length }})'],
    [numbered('/blog/page-#/'), 'Blog – Seite {{ pagination.pageNumber + 1 }}'],
  ])('%s, "%s": one entry of llms.txt, with the others below', async (permalink, title) => {
    const { code, output, tree } = await build(blog(permalink, title));
    expect([code, output]).toEqual([0, expect.not.stringMatching(/^(?:error|warning)/m)]);
    const lines = linesOf(tree['llms.txt']!, /^\/blog/);
    expect(lines.map((line) => /^ *- \[[^\]]*/.exec(line)?.[0])).toEqual([
      expect.stringMatching(/^- \[Blog/),
      expect.stringMatching(/^ {2}- \[Blog.* \(2\)$/),
      expect.stringMatching(/^ {2}- \[Blog.* \(3\)$/),
    ]);
  });

  it.each<[permalink: string, title: string]>([
    [numbered('/blog/201#/'), 'Blog'],
    [numbered('/blog/#/'), 'Chapter {{ pagination.pageNumber + 1 }}'],
    [numbered('/blog/n#/'), 'News item {{ pagination.pageNumber + 1 }}'],
  ])('%s, "%s": separate pages', async (permalink, title) => {
    const { tree } = await build(blog(permalink, title));
    expect(linesOf(tree['llms.txt']!, /^\/blog/).every((line) => line.startsWith('- '))).toBe(true);
  });
});
