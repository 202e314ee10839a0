import { expect, it } from 'vitest';
import { createNearIndex } from '../../proxy/origin/near-index.ts';

/* Which published path a wrong one means. */

it.each<[what: string, published: readonly string[], asked: string, found: string | undefined]>([
  ['a missing letter', ['/docs/install', '/about'], '/docs/instal', '/docs/install'],
  ['other case', ['/docs/Install'], '/DOCS/install', '/docs/Install'],
  ['the only page of that name, in another folder', ['/guides/install', '/about'], '/old/place/install', '/guides/install'],
  ['two pages of that name: the nearer path', ['/guides/install', '/guide/install'], '/guids/install', '/guides/install'],
  ['a quarter of its characters differs', ['/abcdefg'], '/abcdexy', '/abcdefg'],
  ['more than a quarter differs', ['/abcdefg'], '/abcdxyz', undefined],
  ['a long path: four characters differ', ['/guides/abcdefghijkl'], '/guides/abcdefghwxyz', '/guides/abcdefghijkl'],
  ['a long path: five characters differ', ['/guides/abcdefghijkl'], '/guides/abcdefgvwxyz', undefined],
  ['a path of two characters', ['/a', '/ab'], '/b', undefined],
  ['a well-known name is meant exactly', ['/.well-known/security.txt', '/security'], '/.well-known/securit.txt', undefined],
  ['a well-known name is no suggestion', ['/.well-known/security.txt'], '/well-known/security.txt', undefined],
  ['a well-known folder elsewhere', ['/docs/.well-known/security'], '/docs/.well-known/securit', '/docs/.well-known/security'],
])('%s', (_, published, asked, found) => {
  const index = createNearIndex();
  for (const path of published) index.add(path);
  expect(index.nearest(asked)).toBe(found);
});
