import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { unpublishable } from '../../build/contract/unpublishable.ts';
import { createProxy } from '../../proxy/index.ts';

const parent = mkdtempSync(join(tmpdir(), 'diptych-unpublishable-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

describe('a folder that is not the output of a site is refused, with the folder to take instead', () => {
  test.each([
    ['.', ['package.json'], '_site'],
    ['.next', [], 'out'],
    ['.next/server', [], 'out'],
    ['.next/server/app', [], 'out'],
    ['.svelte-kit/output/prerendered', [], 'adapter-static'],
    ['.nuxt', [], '.output/public'],
    ['.output', [], '.output/public'],
    ['.output/server/chunks', [], '.output/public'],
  ])('%s with %j: take %s', async (path, files, instead) => {
    const dir = folderOf(path, files);
    await expect(createProxy({ dir, watch: false }).ready).rejects.toThrow(instead);
  });

  test.each([
    ['dist', []],
    ['.output/public', []],
    ['next/server', []],
    ['docs', ['data/package.json']],
  ])('%s with %j is served', async (path, files) => {
    const proxy = createProxy({ dir: folderOf(path, files), watch: false });
    await proxy.ready;
    await proxy.close();
  });

  test('with the separators of Windows', () => {
    expect(unpublishable('C:\\shop\\.output\\server', false)).toContain('.output/public');
    expect(unpublishable('C:\\shop\\.output\\public', false)).toBeUndefined();
  });
});

let number = 0;
function folderOf(path: string, files: readonly string[]): string {
  const dir = join(parent, String(number++), path);
  for (const file of ['index.html', ...files]) {
    mkdirSync(join(dir, file, '..'), { recursive: true });
    writeFileSync(join(dir, file), '<!doctype html><title>Home</title>');
  }
  return dir;
}
