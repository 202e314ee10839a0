import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

/* What stands around the content of finished pages is in no twin, and `twin` reports no loss of it. */

const bar =
  '<ul><li><a href="a.html">All</a></li><li><a href="b.html">Archive</a></li><li><a href="c.html">Authors</a></li></ul>';
const prose = (at: number): string => `<p>What page ${at} says, in a sentence of some length that only it has.</p>`;
const said = 'What page 3 says, in a sentence of some length that only it has.';

/** The twin of the fourth of ten pages, from its title on; and what the command says of lost content. */
async function twinOf(layout: (at: number) => string): Promise<string> {
  const cwd = temporaryFolder();
  const page = (at: number): string =>
    `<!doctype html><html lang="en"><head><title>Title ${at} - Site</title></head><body>${layout(at)}</body></html>`;
  writeFiles(cwd, Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`out/${at}.html`, page(at)])));
  const { code, stdout, stderr } = await runWarm(['twin', 'out', '--url', 'https://example.com'], { cwd });
  expect([code, /parity|lost/.test(stderr), /lowest parity +100/.test(stdout)]).toEqual([0, false, true]);
  return readTree(join(cwd, 'out'))
    ['3.md']!.replace(/^[\s\S]*?\n(?=# )/, '')
    .replace(/\n> For the complete index.*\n/, '')
    .trim();
}

const h1 = (at: number): string => `<h1>Title ${at}</h1>`;
const sequence = (at: number): string =>
  `<div><article class="post-prev"><a href="${at - 1}.html">Title ${at - 1}</a></article><article class="post-next"><a href="0.html">Title 0</a></article></div>`;

describe('left out of the twins of a finished site', () => {
  it.each<[what: string, layout: (at: number) => string, rest?: string]>([
    [
      'links to the previous and next page, on a site with pages of links only',
      (at) => (at % 2 === 0 ? `<main>${bar}</main>` : `<main><article>${h1(at)}${prose(at)}<hr>${sequence(at)}</article></main>`),
      '\n---',
    ],
    [
      'links to the previous and next page above a dialog that is hidden until asked for',
      (at) =>
        `<main><article>${h1(at)}${prose(at)}<hr>${sequence(at)}</article><div aria-hidden="true"><label>Word for ${at}</label></div></main>`,
      '\n---',
    ],
    [
      'a bar with the title of the page, whose other words are on every page',
      (at) =>
        `<table><tr><td><a href="https://other.example">Maker</a></td><td><b>Title ${at}</b><br>updated on the third of May by Ann Author</td></tr></table><div>${prose(at)}<h3>Items</h3><ul><li>Item ${at}</li></ul></div>`,
      '\n### Items\n\n- Item 3',
    ],
    [
      'an aside called sidebar beside an article',
      (at) =>
        `<header>${h1(at)}</header><div><article>${prose(at)}</article><aside class="col-4 sidebar"><h4>News ${at}</h4><p>Of the year ${at}, in words that only this page has.</p></aside></div>`,
    ],
    [
      'an aside called sidebar beside a section',
      (at) =>
        `<div>${h1(at)}<section>${prose(at)}</section><aside id="sidebar-right"><h4>News ${at}</h4><ul><li>Of the year ${at}, in words of its own.</li></ul></aside></div>`,
    ],
    [
      'a division called sidebar that is mostly links',
      (at) =>
        `<div>${h1(at)}<div class="main">${prose(at)}</div><div class="sidebar"><h3>Recent ${at}</h3><ul><li><a href="0.html">First ${at}</a></li><li><a href="1.html">Second ${at}</a></li><li><a href="2.html">Third ${at}</a></li></ul></div></div>`,
    ],
    [
      'a row of a section of the page and another page, with a bar between',
      (at) =>
        `${h1(at)}${at < 4 ? `<div><a href="#own">Members ${at}</a> | <a href="0.html">List of ${at}</a></div>` : ''}${prose(at)}<h2 id="own">Members ${at}</h2><p>None.</p>`,
      '\n## Members 3\n\nNone.',
    ],
    [
      'a path of pages that only one page has',
      (at) =>
        `${at === 3 ? '<div class="navpath"><ul><li><a href="0.html">source</a></li></ul></div>' : ''}${prose(at)}<p>End of ${at}.</p>`,
      '\nEnd of 3.',
    ],
    [
      'a heading above a table of contents and nothing else',
      (at) =>
        `<main>${h1(at)}${prose(at)}<h3>On page ${at}</h3><ul id="toc"><li><a href="#a">Part ${at}</a></li></ul><h3 id="a">Part ${at}</h3><p>Text.</p></main>`,
      '\n### Part 3\n\nText.',
    ],
  ])('%s', async (_, layout, rest = '') => {
    expect(await twinOf(layout)).toBe(`# Title 3\n\n${said}\n${rest}`.trim());
  });
});

describe('kept in the twins of a finished site', () => {
  it.each<[what: string, layout: (at: number) => string, rest: string]>([
    [
      'a box in an article that is called sidebar, as by docutils',
      (at) => `<main>${h1(at)}${prose(at)}<aside class="sidebar"><p>Aside of ${at}</p><p>More of ${at}.</p></aside></main>`,
      'Aside of 3\n\nMore of 3.',
    ],
    [
      'prose in a division called sidebar',
      (at) =>
        `<div>${h1(at)}<div>${prose(at)}</div><div class="sidebar"><p>Open on day ${at} from nine in the morning until five, and by appointment.</p></div></div>`,
      'Open on day 3 from nine in the morning until five, and by appointment.',
    ],
    [
      'a heading above a table of contents and text',
      (at) =>
        `<main>${h1(at)}${prose(at)}<h3>Parts of ${at}</h3><ul id="toc"><li><a href="#a">Part ${at}</a></li></ul><p>Read all.</p><h3 id="a">Part ${at}</h3><p>Text.</p></main>`,
      '### Parts of 3\n\nRead all.\n\n### Part 3\n\nText.',
    ],
    [
      'a form for a message above an empty box and a dialog',
      (at) =>
        `<div>${h1(at)}<div>${prose(at)}</div><form><div><p>Sent ${at}.</p></div><div><input type="text" placeholder="Name"></div><div><textarea placeholder="Message"></textarea></div></form><div></div><div aria-hidden="true">Word for ${at}</div></div>`,
      'Sent 3.\n\n(Name)\n\n(Message)',
    ],
    [
      'the name of a sign in a link',
      (at) =>
        `<main>${h1(at)}${prose(at)}<p>By <a href="https://other.example/by/4.0/"><span aria-label="Attribution ${at}"><i></i></span></a>.</p></main>`,
      'By [Attribution 3](https://other.example/by/4.0/).',
    ],
  ])('%s', async (_, layout, rest) => {
    expect(await twinOf(layout)).toBe(`# Title 3\n\n${said}\n\n${rest}`);
  });
});
