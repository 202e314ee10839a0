import { expect, it } from 'vitest';
import { parseRedirects, redirectAt } from '../../build/contract/redirects.ts';

it.each<[rule: string, path: string, to: string | undefined]>([
  ['/old /new 301', '/old', '301 /new'],
  ['/old /new', '/old', '301 /new'],
  ['/old /new 302', '/old', '302 /new'],
  ['/old /new 308', '/old', '308 /new'],
  ['/old /new 200', '/old', undefined],
  ['/old /new?a=1#b 301', '/old', '301 /new?a=1#b'],
  ['/{old} /new 301', '/%7Bold%7D', '301 /new'],
  ['/old /new 301\n/old /other 301', '/old', '301 /new'],
  ['# /old /new 301', '/old', undefined],
  ['/old https://elsewhere.example/ 301', '/old', undefined],
  ['/old //elsewhere.example/ 301', '/old', undefined],
  ['/old/* /new 301', '/old/x', undefined],
  ['/old/:name /new 301', '/old/x', undefined],
  ['/old?a=1 /new 301', '/old', undefined],
  // The twin of a page that has moved.
  ['/old /new 301', '/old.md', '301 /new.md'],
  ['/old/ /new 301', '/old.md', '301 /new.md'],
  ['/old.html /new 301', '/old.md', '301 /new.md'],
  ['/old /new?a=1#b 302', '/old.md', '302 /new.md?a=1#b'],
  ['/old /new 301\n/old.md /other.md 301', '/old.md', '301 /other.md'],
  ['/old /file.pdf 301', '/old.md', undefined],
  ['/new/ /new 301', '/new.md', undefined],
  ['/other /new 301', '/old.md', undefined],
])('with %j, %s leads to %s', (rules, path, to) => {
  const redirect = redirectAt(path, parseRedirects(rules), (url) => url === '/new');
  expect(redirect && `${redirect.status} ${redirect.location}${redirect.query ?? ''}${redirect.fragment ?? ''}`).toBe(to);
});
