import { describe, expect, it } from 'vitest';
import { samplePagesOf } from '../../build/twin/repeated.ts';
import { twinInMemory } from '../support/twin-in-memory.ts';

const menu = '<div id="top"><b>Acme</b></div><ul><li><a href="0.html">Start</a></li><li><a href="1.html">Prices</a></li></ul>';
const foot = '<div id="bottom">Acme Ltd, 1 Long Road</div>';
const said = (at: number): string => `<p>What page ${at} says, in a sentence of some length that only it has.</p>`;

/** The twin of the last of some pages, without its front matter and the line for agents. */
async function twinOf(count: number, body: (at: number) => string): Promise<string> {
  const page = (at: number): string =>
    `<!doctype html><html lang="en"><head><title>Title ${at}</title></head><body>${body(at)}</body></html>`;
  const documents = await twinInMemory(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.html`, page(at)])));
  const twin = documents[`${count - 1}.md`]!;
  return twin
    .replace(/^[\s\S]*?\n(?=# )/, '')
    .replace(/\n> For the complete index.*\n/, '')
    .trim();
}

describe('texts that most pages of a folder begin or end with', () => {
  it.each<[what: string, count: number, body: (at: number) => string, isThere: boolean]>([
    ['on four pages without main', 4, (at) => `${menu}<h2>Part</h2>${said(at)}${foot}`, false],
    ['on three pages, which are too few to know', 3, (at) => `${menu}<h2>Part</h2>${said(at)}${foot}`, true],
    ['on three of five', 5, (at) => `${at > 1 ? `${menu}<h2>Part</h2>${said(at)}${foot}` : said(at)}`, false],
    ['on two of five', 5, (at) => `${at > 2 ? `${menu}<h2>Part</h2>${said(at)}${foot}` : said(at)}`, true],
    ['in main', 4, (at) => `<main>${menu}<h2>Part</h2>${said(at)}${foot}</main>`, true],
  ])('%s', async (_, count, body, isThere) => {
    const twin = await twinOf(count, body);
    expect([twin.includes('Prices'), twin.includes('Long Road')]).toEqual([isThere, isThere]);
    expect(twin).toContain(`What page ${count - 1} says`);
  });
});

it.each([
  ['leads to another page of another site on each page', (at: number) => `https://slides.example/${at}/view`, true],
  ['shares each page', (at: number) => `https://share.example/?of=${at}`, false],
  ['leads to the same page of another site', () => 'https://slides.example/', false],
])('a link with the same words that %s is kept: %s', async (_, leadsTo, isThere) => {
  const twin = await twinOf(
    4,
    (at) => `<h2>Part</h2>${said(at)}<p>Take it with you.</p><div><a href="${leadsTo(at)}">Slides</a></div>`,
  );
  expect([twin.includes('Slides'), twin.includes('Take it')]).toEqual([isThere, isThere]);
});

it.each([
  [60, 60],
  [61, 60],
  [600, 60],
])('of %i pages %i are compared', (count, compared) => {
  const pages = Array.from({ length: count }, (_, at) => `${at}.html`);
  const sample = samplePagesOf(pages);
  expect([sample.length, new Set(sample).size, sample[0]]).toEqual([compared, compared, '0.html']);
});
