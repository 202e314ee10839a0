import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../build/page/parse-html.ts';
import { runs } from '../support/runs.ts';
import { converted } from './seed.ts';

const renderer = new MarkdownIt({ html: true });

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const twinOf = (html: string): string => converted(`<main>${html}</main>`).twin.trimEnd();
/** HTML with normalized entities and quotes. */
const read = (markdown: string): string => renderer.render(markdown).replaceAll('&quot;', '"').trim();

/** Characters with a meaning in Markdown, and some words. */
const piece = fc.constantFrom(
  ...'* ** *** _ __ ~~ ` `` [ ] ( ) ![ ]( < > </ <b> <b <a@b.c> <http://x> <!-- --> & &amp; &copy; &#35; &x \\ \\\\ # ## - + = == --- === 1. 1) 12. | ! : a b. word é 日本 “ , . / " \''.split(
    ' ',
  ),
  ' ',
  ' ',
  ' ',
);
const prose = fc
  .array(piece, { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join('').replace(/ +/g, ' ').trim())
  .filter(Boolean);

/** Positions of backslashes that escape a character. */
function escapesIn(markdown: string): number[] {
  const places: number[] = [];
  for (let at = 0; at < markdown.length; at++)
    if (markdown[at] === '\\' && /[!-/:-@[-`{-~]/.test(markdown[at + 1] ?? '')) {
      places.push(at);
      at++;
    }
  return places;
}

describe('text is escaped where Markdown would change it', () => {
  it.each([
    ['p', 1],
    ['h2', 2],
  ])('any text of a %s is read back unchanged', (tag, seed) => {
    fc.assert(
      fc.property(prose, (text) => {
        const html = `<${tag}>${escapeHtml(text)}</${tag}>`;
        expect(read(twinOf(html))).toBe(`<${tag}>${escapeHtml(text).replaceAll('>', '&gt;')}</${tag}>`);
      }),
      { numRuns: runs(400, 2_000), seed },
    );
  });

  it('beside marks, links and code', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            prose,
            fc.tuple(fc.constantFrom('em', 'strong', 'code', 'a'), prose).map(([tag, text]) => ({ tag, text })),
          ),
          { minLength: 2, maxLength: 5 },
        ),
        (parts) => {
          const html = parts
            .map((part) => {
              if (typeof part === 'string') return escapeHtml(part);
              const { tag, text } = part;
              return tag === 'a'
                ? `<a href="https://x.example/">${escapeHtml(text)}</a>`
                : `<${tag}>${escapeHtml(text)}</${tag}>`;
            })
            .join('');
          // Adjacent links without a space are list items separated by CSS: the twin adds a space, unless one has a single letter.
          const isLink = (part: (typeof parts)[number] | undefined): boolean =>
            typeof part === 'object' && part.tag === 'a' && part.text.trim().length > 1;
          const isApart = (part: (typeof parts)[number], at: number): boolean => isLink(part) && isLink(parts[at - 1]);
          const text = parts
            .map((part, at) => (isApart(part, at) ? ' ' : '') + (typeof part === 'string' ? part : part.text))
            .join('');
          const page = parseDocument(`<main>${read(twinOf(`<p>${html}</p>`))}</main>`).querySelector('main')!;
          expect(page.textContent!.replace(/\s+/g, ' ').trim()).toBe(text.replace(/\s+/g, ' ').trim());
          expect([...page.querySelectorAll('a')].map((link) => link.textContent)).toEqual(
            parts.flatMap((part) => (typeof part !== 'string' && part.tag === 'a' ? [part.text] : [])),
          );
        },
      ),
      { numRuns: runs(400, 2_000), seed: 33 },
    );
  });
});

describe('text is escaped nowhere else', () => {
  it('each backslash is needed, alone or together with others of its kind', () => {
    fc.assert(
      fc.property(prose, (text) => {
        // Of several backslashes in a row, any one could be removed.
        fc.pre(!text.includes('\\'));
        const twin = twinOf(`<p>${escapeHtml(text)}</p>`);
        const places = escapesIn(twin);
        if (places.length === 0) return;
        const meant = read(twin);
        // Both sides of a pair are escaped, although one would do: only removing all of a kind changes the result.
        for (const sign of new Set(places.map((at) => twin[at + 1]!))) {
          const without = [...twin]
            .map((character, at) => (places.includes(at) && twin[at + 1] === sign ? '' : character))
            .join('');
          expect([text, twin, sign, read(without)]).not.toEqual([text, twin, sign, meant]);
        }
      }),
      { numRuns: runs(400, 2_000), seed: 4 },
    );
  });

  it.each([
    'snake_case_name and __dunder but not closed',
    '5 * 3 * 2 = 30, a*b, 2**10',
    'a < b > c, x<y, <3, i<n; i++',
    'array[0], [optional], f(x)[y] (z)',
    'AT&T, R&D;, Q&A, &unknown;',
    'C:\\dir\\file, \\n, \\d+',
    '#hash, C#, issue #12, ####### seven',
    '-5 °C, +1, 1.5 kg, 3.1.7, -- dash, --flag',
    '~100, ~/.config, a ~ b',
    'one ` backtick',
    'https://example.com/a_b_c?d=e&f=g#h_i, www.example.com, me@example.com',
    '$5 and $6, {{ x }}, @name, 100 %, ^1, a | b, "q", \'s\', (p), x = y, !important, ; : ? ! …',
  ])('%s', (text) => {
    expect(twinOf(`<p>${escapeHtml(text)}</p>`)).toBe(text);
  });
});
