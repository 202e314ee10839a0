import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { ask, modes, service } from './client.ts';

const read = (path: string): string => readFileSync(join(service.dist, path), 'utf8');
const manifest = JSON.parse(read('.well-known/diptych.json')) as { files: Record<string, unknown> };
const twins = Object.keys(manifest.files).filter((file) => file.endsWith('.md') && file !== 'problems.md');

/** Targets of links and images in a Markdown document, found by a renderer. */
function targetsOf(markdown: string): string[] {
  const html = new MarkdownIt({ html: true, linkify: true }).render(markdown.replace(/^---\n[\s\S]*?\n---\n/, ''));
  return [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, target]) => target!.replaceAll('&amp;', '&'));
}

const documents: [string, string[]][] = [
  ...['llms.txt', 'llms-full.txt', ...twins].map((path): [string, string[]] => [path, targetsOf(read(path))]),
  ['sitemap.xml', [...read('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!)],
  ['robots.txt', [...read('robots.txt').matchAll(/^Sitemap: (.+)$/gm)].map(([, url]) => url!)],
  [
    '.well-known/api-catalog',
    [...read('.well-known/api-catalog').matchAll(/"(?:href|anchor)": "([^"]+)"/g)].map(([, url]) => url!),
  ],
];

describe.each(modes)('links of the artifacts, served from %s', (_, base) => {
  it.each(documents)('%s: every link of the site answers 200, fragments included', async (path, targets) => {
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((target) => !/^(https?:|mailto:)/.test(target))).toEqual([]);
    const own = [...new Set(targets.filter((target) => target.startsWith(service.url)))];
    const answers = await Promise.all(
      own.map(async (url) => [url.replace(/#.*/, ''), (await ask(base, url.replace(/#.*/, ''))).status]),
    );
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
    if (path !== 'robots.txt') expect(own.length).toBeGreaterThan(0);
  });

  it('all URLs of the OAuth metadata belong to the site', async () => {
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server']) {
      const text = await (await ask(base, path)).text();
      for (const [url] of text.matchAll(/https?:\/\/[^"]+/g))
        if (!url.includes('schemas.workos.com')) expect(url.startsWith(service.url)).toBe(true);
      expect(text).not.toMatch(/\[\s*\]/);
    }
  });
});
