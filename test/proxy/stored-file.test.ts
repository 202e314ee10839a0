import { expect, test } from 'vitest';
import { OriginFailure } from '../../proxy/origin/failure.ts';
import { createMemory, type FileReader, StoredFile, streamedFrom, wholeOf } from '../../proxy/origin/file.ts';

/** A file of a size, read from a source that may change, and the number of its readings. */
function fileOf(size: number, memory = 10 * streamedFrom) {
  const source = { digest: 'a'.repeat(43), readings: 0 };
  const reader: FileReader = {
    async read({ size, stamp }) {
      source.readings++;
      return { bytes: size > streamedFrom ? undefined : new Uint8Array(size), digest: source.digest, stamp };
    },
    stream: async (_, start, end) =>
      Object.assign(new Blob([new Uint8Array(end - start + 1)]).stream(), { destroy() {} }) as never,
    changed: () => new OriginFailure('unavailable', 'changed'),
    differs() {},
  };
  const found = { size, stamp: 'x', listed: undefined };
  return { source, file: new StoredFile('a', found, reader, createMemory(memory)) };
}

test.each([
  ['in memory', 10, undefined, 1],
  ['not kept in memory', 10, 0, 2],
  ['too large for memory', streamedFrom + 1, undefined, 1],
])(
  'a file %s, of %i bytes with a memory of %s: asked for twice at once and once later, it is read %i times',
  async (_, size, memory, times) => {
    const { file, source } = fileOf(size, memory);
    await Promise.all([file.load(), file.load()]);
    expect([source.readings, file.tag?.length]).toEqual([1, 22]);
    await file.load();
    expect(source.readings).toBe(times);
  },
);

test('a second reading that finds other bytes is refused', async () => {
  const { file, source } = fileOf(10, 0);
  await file.load();
  source.digest = 'b'.repeat(43);
  await expect(file.load()).rejects.toThrow('changed');
});

test.each([10, streamedFrom + 1])('all of %i bytes, up to a limit', async (size) => {
  expect((await wholeOf(fileOf(size).file, size))?.length).toBe(size);
  expect(await wholeOf(fileOf(size).file, size - 1)).toBeUndefined();
});
