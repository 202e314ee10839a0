import { describe, expect, it } from 'vitest';
import { apache } from '../../build/hosts/apache/apache.ts';
import { hostedSiteOf } from '../../build/hosts/hosted-site.ts';
import { readTemplate } from '../../build/hosts/template.ts';

/* Rules of Apache skip a number of others (S=…): each must lead to the paragraph named in its comment. */

const lines = readTemplate('apache/htaccess').split('\n');
const rules = lines.flatMap((line, at) => (line.startsWith('RewriteRule') ? [at] : []));
const isComment = (at: number): boolean => lines[at]!.startsWith('#') && !lines[at]!.startsWith('# @@');

describe('rules that skip others', () => {
  const skips = rules.flatMap((at) => {
    const count = Number(/S=(\d+)\]/.exec(lines[at]!)?.[1] ?? 0);
    return count > 2 ? [{ at, count }] : [];
  });
  it.each(skips)('line $at: S=$count', ({ at, count }) => {
    const target = rules[rules.indexOf(at) + count + 1]!;
    const first = lines.findLastIndex((_, line) => line < target && isComment(line));
    expect(rules.find((rule) => rule > first)).toBe(target);
    const comment = lines.findLast((line, row) => row < at && isComment(row) && line.includes('on to '))!;
    const named = [...comment.matchAll(/on to ([A-Z][a-z ]+[a-z])/g)].map(([, name]) => name!);
    expect(named.some((name) => lines[first]!.startsWith(`# ${name}`))).toBe(true);
  });
  it('none skips a table, whose length varies', () => {
    for (const { at, count } of skips) {
      const target = rules[rules.indexOf(at) + count + 1]!;
      const paragraph = lines.findLastIndex((_, line) => line < target && isComment(line));
      expect(lines.slice(at, paragraph).filter((line) => line.startsWith('# @@'))).toEqual([]);
    }
  });
});

it('patterns of pages without Markdown compile with PCRE, and each page is in exactly one', () => {
  const pages = Array.from({ length: 6_000 }, (_, at) => `/old/${'%E3%81%82'.repeat(30)}/${at}/`);
  const site = hostedSiteOf({
    files: ['index.html'],
    version: '1',
    bytesOf: () => Buffer.from(''),
    site: { url: 'https://example.test', name: 'Example', rateLimit: { limit: 120, window: 60 }, deprecations: [] },
    missingTwins: Object.fromEntries(pages.map((page) => [page, 'it only leads to another page'])),
  });
  const conditions = String(apache.siteFiles!(site)[0]!.body).match(/^.*RewriteCond %\{ENV:D_PATH\} "\^\(\/old.*$/gm)!;
  expect(Math.max(...conditions.map(({ length }) => length))).toBeLessThan(30_000);
  expect(conditions.join('').match(/\/\d+(?=[|)])/g)).toEqual(pages.map((page) => /\/\d+(?=\/$)/.exec(page)![0]));
});
