import { describe, expect, it } from 'vitest';
import { generate } from '../../build/generators/index.ts';
import { createSite } from '../../build/page/site.ts';
import { resolveSettings } from '../../build/settings.ts';
import { pageReference } from '../../build/twin/page-reference.ts';
import { madePage } from '../support/made-page.ts';

const url = 'https://manual.example';
const settings = resolveSettings({ url, name: 'Manual' }, 'options');
const link = (path: string, pad = ''): string => `${pad}- [${path}](${pageReference(path)})`;
const llmsTxt = (bodies: Record<string, string>, description = 'What it is.'): Record<string, string> => {
  const pages = Object.entries(bodies).map(([path, body]) => madePage(url, path, { title: `T ${path}`, description, body }));
  return Object.fromEntries(generate(createSite(pages, settings)).map(({ path, body }) => [path, String(body)]));
};
const outline = (text = ''): string[] => [...text.matchAll(/^## .*|^- \[([^\]]*)\]/gm)].map(([whole, title]) => title ?? whole);

describe('llms.txt of a flat site is grouped by', () => {
  it('the contents of its home page, and those of its pages, in their order', () => {
    const home = [link('/two'), link('/one'), link('/one-b', '  ')].join('\n');
    const bodies = { '/': home, '/one': link('/one-a'), '/one-a': 'A', '/one-b': 'B', '/two': link('/two-a'), '/two-a': 'A' };
    expect(outline(llmsTxt(bodies)['llms.txt'])).toEqual([
      ...['## Pages', 'T /', '## T /two', 'T /two', 'T /two-a'],
      ...['## T /one', 'T /one', 'T /one-b', 'T /one-a'],
    ]);
  });

  it('the headings above these', () => {
    const home = ['## Guide', link('/b'), link('/a'), '## Reference', link('/c')].join('\n\n');
    expect(outline(llmsTxt({ '/': home, '/a': 'A', '/b': 'B', '/c': 'C' })['llms.txt'])).toEqual([
      ...['## Pages', 'T /', '## Guide', 'T /b', 'T /a', '## Reference', 'T /c'],
    ]);
  });

  it('nothing, if a home page leads to few of its pages', () => {
    const bodies = { '/': link('/b'), '/a': 'A', '/b': 'B', '/c': 'C', '/d': 'D' };
    expect(outline(llmsTxt(bodies)['llms.txt'])).toEqual(['## Pages', 'T /', 'T /a', 'T /b', 'T /c', 'T /d']);
  });
});

it('the page of a folder stands with the pages in it', () => {
  expect(outline(llmsTxt({ '/': 'Home', '/api/': 'API', '/api/a': 'A' })['llms.txt'])).toEqual([
    ...['## Pages', 'T /', '## Api', 'T /api/', 'T /api/a'],
  ]);
});

it('a site that is too large for notes has links to all of its pages, each with its tokens after a colon', () => {
  const bodies = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`/p${at}`, 'Text.']));
  const documents = llmsTxt(bodies, 'Words that say what it is. '.repeat(5));
  expect(outline(documents['llms.txt'])).toHaveLength(201);
  expect(documents['llms.txt']).toMatch(/^- \[T \/p7\]\(https:\/\/manual\.example\/p7\.md\): \(\d+ tokens\)$/m);
  expect(Object.keys(documents).filter((file) => file.endsWith('/llms.txt'))).toEqual([]);
});
