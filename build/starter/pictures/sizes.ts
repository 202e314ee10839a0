import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, isFile, writeWhole } from '../../files.ts';
import type { Sharp } from './sharp.ts';

/** A format of a picture, in several widths. */
export interface Format {
  readonly type: 'image/avif' | 'image/webp';
  readonly files: readonly { readonly path: string; readonly from: string; readonly width: number }[];
}

/** Widths for a phone, a phone of high density, and the text column at twice its 46 rem. */
const widths = [480, 800, 1472];
/** AVIF of effort 4 takes five times as long as of 1, for 7 % less. */
const recipes = { avif: { quality: 50, effort: 1 }, webp: { quality: 78 } } as const;

/**
 * A picture as AVIF and WebP, cached in a folder between builds; formats that save no bytes are omitted.
 *
 * @param file a PNG or JPEG
 * @param width of the picture
 * @returns nothing for animated or unreadable pictures
 */
export async function formatsOf(file: string, width: number, sharp: Sharp, cacheFolder: string): Promise<Format[]> {
  const bytes = readFileSync(file);
  // The chunk of an animated PNG precedes its pixels; sharp would keep the first frame only.
  if (bytes.subarray(0, 1_000).includes('acTL')) return [];
  const key = hashOf(hashOf(bytes) + JSON.stringify([recipes, sharp.versions])).slice(0, 16);
  const wanted = widthsFor(width);
  const formats = await Promise.all(
    (['avif', 'webp'] as const).map(async (format): Promise<Format[]> => {
      const files = wanted.map((each) => {
        const name = `${key}-${each}.${format}`;
        return { path: `pictures/${name}`, from: join(cacheFolder, name), width: each };
      });
      for (const { from, width } of files)
        if (!isFile(from))
          await writeWhole(from, await sharp(bytes).rotate().resize({ width }).toFormat(format, recipes[format]).toBuffer());
      const largest = statSync(files.at(-1)!.from).size;
      return largest < bytes.length ? [{ type: `image/${format}`, files }] : [];
    }),
  ).catch(() => []);
  return formats.flat();
}

/** Widths below that of the picture, without those too near to it to save much. */
const widthsFor = (width: number): number[] => {
  const largest = Math.min(width, widths.at(-1)!);
  return [...widths.filter((each) => each < largest * 0.8), largest];
};
