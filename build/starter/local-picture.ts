import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';
import { decodedPath, decodeLoosely } from '../contract/permalinks.ts';
import { isFile } from '../files.ts';
import { loadPackage } from './optional-package.ts';

/** A picture in `site/`: beside the pages, or in `_public`, which is copied anyway. */
export interface LocalPicture {
  readonly file: string;
  /** Changes with the file. */
  readonly stamp: string;
  readonly isCopied: boolean;
}

export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** @param path in the site: `/docs/leek.png` is `site/_public/docs/leek.png` or `site/docs/leek.png` */
export function findPicture(path: string): LocalPicture | undefined {
  const name = decodedPath(path);
  if (!name || !/\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(name) || /\/(?:[._]|$)/.test(name)) return undefined;
  const file = [`site/_public${name}`, `site${name}`].find(isFile);
  if (!file) return undefined;
  const { mtimeMs, size } = statSync(file);
  return { file, stamp: `${mtimeMs} ${size}`, isCopied: file.startsWith('site/_public/') };
}

/** The name of a picture that differs from the one at a path only in case, as servers tell: `probe.png` for `Probe.PNG`. */
export function otherCaseOf(source: string, inputPath: string): string | undefined {
  if (isUrl(source)) return undefined;
  const path = decodeLoosely(urlFromFile(source, inputPath));
  const folders = [`site/_public${dirname(path)}`, `site${dirname(path)}`].filter((folder) => existsSync(folder));
  const names = folders.flatMap((folder) => readdirSync(folder));
  return names.find((name) => name !== basename(path) && name.toLowerCase() === basename(path).toLowerCase());
}

/**
 * The path of a picture named relative to a file, as editors complete it: `leek.png`, `../_public/leek.png`.
 *
 * @returns undefined if there is no such picture
 */
export function pathFromFile(source: string, inputPath: string): string | undefined {
  if (source.startsWith('/') || isUrl(source)) return undefined;
  const path = urlFromFile(source, inputPath);
  return findPicture(path) && path;
}

const isUrl = (source: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/|[?#])/i.test(source);

function urlFromFile(source: string, inputPath: string): string {
  const from = relative('site', inputPath).split(sep).join('/');
  return new URL(source, `http://site/${encodeURI(from)}`).pathname.replace(/^\/_public\//, '/');
}

/** Its displayed size, after EXIF rotation; undefined if it is no picture. */
export function dimensionsOf(file: string): Dimensions | undefined {
  const { imageSize } = loadPackage('image-size') as { imageSize(bytes: Uint8Array): Dimensions & { orientation?: number } };
  try {
    const { width, height, orientation = 1 } = imageSize(readFileSync(file));
    return orientation > 4 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}
