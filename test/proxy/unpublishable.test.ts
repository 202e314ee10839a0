import { describe, expect, test } from 'vitest';
import { unpublishable } from '../../build/contract/unpublishable.ts';
import { createProxy } from '../../proxy/index.ts';

/* Folders that hold code of a server. */

describe('a folder that is not the output of a site is refused, with the folder to take instead', () => {
  test.each([
    ['/shop', true, '_site'],
    ['/shop/.next', false, 'out'],
    ['/shop/.next/server/app', false, 'out'],
    ['/shop/.svelte-kit/output/prerendered', false, 'adapter-static'],
    ['/shop/.nuxt', false, '.output/public'],
    ['/shop/.output', false, '.output/public'],
    ['/shop/.output/server/chunks', false, '.output/public'],
    ['C:\\shop\\.output\\server', false, '.output/public'],
  ])('%s, with package.json: %s: take %s', (path, hasPackageJson, instead) => {
    expect(unpublishable(path, hasPackageJson)).toContain(instead);
  });

  test.each(['/shop/dist', '/shop/.output/public', '/next/server', '/shop/.nextra', 'C:\\shop\\.output\\public'])(
    '%s is published',
    (path) => {
      expect(unpublishable(path, false)).toBeUndefined();
    },
  );

  test('by the proxy, too', async () => {
    await expect(createProxy({ dir: '.', watch: false }).ready).rejects.toThrow(/package\.json; name the folder/);
  });
});
