import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginSite, readTree, runWarm, temporaryFolder } from '../support/cli.ts';

const names = ['Ants', 'Bees', 'Crabs', 'Ducks', 'Eels', 'Foxes'];
const options = { url: 'https://example.com', name: 'Animals' };

type Around = (at: number) => string;
const path = (at: number): string => (at === 0 ? '/' : `/${names[at]!.toLowerCase()}/`);
const link = (at: number, attributes = ''): string =>
  `<a href="${path(at)}"${attributes}>All about ${names[at]!.toLowerCase()}</a>`;
interface Site {
  readonly head?: Around;
  readonly top?: Around;
  readonly before?: Around;
  readonly after?: Around;
  readonly pages?: number;
}
/** Sequence links. */
const pager = (at: number, linkTo: (at: number, way: 'prev' | 'next') => string): string =>
  [at > 0 ? linkTo(at - 1, 'prev') : '', at < names.length - 1 ? linkTo(at + 1, 'next') : ''].join('');

const findingsIn = (output: string): string[] => output.match(/^(?:error|warning) .* parity .*/gm) ?? [];

/** Builds a site with a layout that adds something before or after the content in `main`. @returns the twin of Crabs */
async function twinWith({ head, top, before, after, pages = names.length }: Site) {
  const page = (at: number): string => {
    const name = names[at]!;
    return `---
permalink: ${path(at)}
---
<!doctype html><html lang="en"><head><title>${name}</title><meta name="description" content="Of ${name}.">${head?.(at) ?? ''}</head>
<body>${top?.(at) ?? ''}<header><a href="/">Animals</a></header><main>${before?.(at) ?? ''}<h1>${name}</h1><p>${name} have ${at + 2} legs, and they like them.</p>
<h2>Food</h2><p>What ${name.toLowerCase()} eat is ${'much '.repeat(at + 2)}.</p>${after?.(at) ?? ''}</main></body></html>`;
  };
  const sources = Object.fromEntries(names.slice(0, pages).map((name, at) => [`src/${name}.njk`, page(at)]));
  const folder = pluginSite(temporaryFolder(), options, sources);
  const { code, stdout, stderr } = await runWarm(['build'], { cwd: folder });
  expect({ code, findings: findingsIn(stdout + stderr) }).toEqual({ code: 0, findings: [] });
  const built = readTree(join(folder, '_site'));
  // Without the build record, parity compares every twin again.
  rmSync(join(folder, '_site/.well-known/diptych.json'));
  const checked = await runWarm(['check', '_site'], { cwd: folder });
  expect(findingsIn(checked.stdout)).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
  const [, content] = built['crabs.md']!.split(/^> For the complete index.*\n\n/m);
  return content;
}

const content = `Crabs have 4 legs, and they like them.

## Food

What crabs eat is much much much much .
`;

describe('elements of the layout around the content, within main', () => {
  const menu: Around = () => `<ul class="entries">${names.map((_, at) => `<li>${link(at)}</li>`).join('')}</ul>`;

  it.each<[what: string, site: Site]>([
    ['a menu before it', { before: menu }],
    ['a menu after it', { after: (at) => `<div class="more">${menu(at)}</div>` }],
    ['<a rel="prev">', { after: (at) => pager(at, (to, way) => `<p>${link(to, ` rel="${way}"`)}</p>`) }],
    [
      '<li class="pager-next"><a>, with words',
      { after: (at) => `<ul>${pager(at, (to, way) => `<li class="pager-${way}">${way}:<br>${link(to)}</li>`)}</ul>` },
    ],
    [
      'a link that <link rel="next"> names',
      {
        head: (at) => pager(at, (to, way) => `<link rel="${way}" href="${path(to)}">`),
        after: (at) => pager(at, (to) => `<p>${link(to)}</p>`),
      },
    ],
    [
      'a notice, on pages with a skip link',
      {
        top: () => '<a href="#main">Skip to the content</a>',
        before: () =>
          '<div class="notice"><p>This site moves to another address in the spring. <a href="/">Read more</a>.</p></div>',
      },
    ],
    [
      'a notice',
      {
        before: () =>
          '<div class="notice"><p>This site moves to another address in the spring. <a href="/">Read more</a>.</p></div>',
      },
    ],
  ])('%s is left out of the twin', async (_, site) => {
    expect(await twinWith(site)).toBe(content);
  });

  it.each<[what: string, site: Site, kept: string]>([
    ['a section that every page has', { after: () => '<h2>Help</h2><p>Write to us about it, whenever you want.</p>' }, '## Help'],
    [
      '<li class="next-steps"><a>',
      { after: () => `<h2>Next</h2><ul><li class="next-steps">${link(1)}</li></ul>` },
      'All about bees',
    ],
    [
      'a menu of a site of three pages',
      { after: () => `<ul><li>${link(1)}</li><li>${link(2)}</li></ul>`, pages: 3 },
      'All about bees',
    ],
  ])('%s stays', async (_, site, kept) => {
    expect(await twinWith(site)).toContain(kept);
  });
});
