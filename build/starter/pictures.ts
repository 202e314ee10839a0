import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';
import { Parser } from 'htmlparser2';
import { decodedPath, decodeLoosely, fileOfUrl } from '../contract/permalinks.ts';
import { parseUrl } from '../contract/site-url.ts';
import { copyInto, isFile } from '../files.ts';
import { loadPackage } from './optional-package.ts';

interface NamedPicture extends Partial<Dimensions> {
  readonly path: string;
  readonly alt?: string;
}

interface Known extends Partial<Dimensions> {
  readonly stamp: string;
}

/**
 * The pictures of a site, kept between builds of a preview, so that no picture is read twice.
 *
 * @example
 * const pictures = createPictures();
 * pictures.inPage('<img src="leek.png" alt="">', '/docs/soup', ''); // '<img src="leek.png" alt="" width="640" height="480" …>'
 */
export function createPictures() {
  const known = new Map<string, Known>();
  /** Pictures to publish, by path; with the stamp of the published one. */
  const shown = new Map<string, { from: string; stamp: string }>();
  const written = new Map<string, string>();

  /** Reads a picture, and notes that it is to be published. */
  function show(path: string, { file, stamp, isCopied }: LocalPicture): Known {
    if (!isCopied) shown.set(fileOfUrl(path), { from: file, stamp });
    return read(file, stamp);
  }

  function read(file: string, stamp: string): Known {
    const last = known.get(file);
    if (last?.stamp === stamp) return last;
    const fresh = { stamp, ...dimensionsOf(file) };
    known.set(file, fresh);
    return fresh;
  }

  return {
    /**
     * Adds width, height and lazy loading to the pictures of a page that lie in the site. Attributes of the author stay.
     *
     * @param url of the page, below the base path
     */
    inPage(html: string, url: string, base: string): string {
      if (!html.includes('<img')) return html;
      let result = '';
      let end = 0;
      let isFirst = true;
      for (const tag of imageTags(html)) {
        const path = pathOf(tag.attributes.src, url, base);
        const local = path === undefined ? undefined : findPicture(path);
        if (path === undefined || !local) continue;
        const added = { ...missingDimensions(tag, show(path, local)), ...whenToLoad(isFirst) };
        result += html.slice(end, tag.start) + withAttributes(tag, added);
        isFirst &&= 'loading' in tag.attributes;
        end = tag.start + tag.text.length;
      }
      return result + html.slice(end);
    },
    /** A picture that front matter names, with its dimensions: by a path of the site, a URL, or a path relative to the file. */
    named(name: string | undefined, inputPath: string, alt?: string): NamedPicture | undefined {
      if (!name) return undefined;
      const path = pathFromFile(name, inputPath) ?? name;
      const local = path.startsWith('/') ? findPicture(path) : undefined;
      const { width, height } = local ? show(path, local) : {};
      return { path, ...(alt && { alt }), ...(width && height && { width, height }) };
    },
    /** Writes pictures beside pages, which no other step copies. */
    async write(folder: string): Promise<void> {
      for (const [path, { from, stamp }] of shown) {
        if (written.get(`${folder}/${path}`) === stamp) continue;
        await copyInto(folder, path, from);
        written.set(`${folder}/${path}`, stamp);
      }
    },
  };
}

interface ImageTag {
  readonly start: number;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
}

function imageTags(html: string): ImageTag[] {
  const tags: ImageTag[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'img')
        tags.push({ start: parser.startIndex, text: html.slice(parser.startIndex, parser.endIndex + 1), attributes });
    },
  });
  parser.end(html);
  return tags;
}

/** The path of a picture below the base path; undefined for other sites. */
function pathOf(source: string | undefined, pageUrl: string, base: string): string | undefined {
  const url = source && parseUrl(source, `http://site${base}${pageUrl}`);
  if (!url) return undefined;
  const { origin, pathname } = url;
  return origin === 'http://site' && pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined;
}

/** The first picture of a page is probably visible at once; others are lazy. Tags that decide it themselves (the logo) do not count. */
const whenToLoad = (isFirst: boolean): Record<string, string> =>
  isFirst ? { fetchpriority: 'high' } : { loading: 'lazy', decoding: 'async' };

/** Width and height; if the author set one, it determines the other. */
function missingDimensions({ attributes }: ImageTag, { width, height }: Partial<Dimensions>): Partial<Dimensions> {
  if (!width || !height) return {};
  const [ownWidth, ownHeight] = [Number(attributes.width), Number(attributes.height)];
  if (ownHeight > 0) return { width: Math.round((ownHeight * width) / height) };
  if (ownWidth > 0) return { height: Math.round((ownWidth * height) / width) };
  return { width, height };
}

const withAttributes = ({ text, attributes }: ImageTag, added: Readonly<Record<string, string | number>>): string => {
  const missing = Object.entries(added).filter(([name]) => !(name in attributes));
  return text.replace(/\s*\/?>$/, `${missing.map(([name, value]) => ` ${name}="${value}"`).join('')}>`);
};

/** A picture in `site/`: beside the pages, or in `_public`, which is copied anyway. */
interface LocalPicture {
  readonly file: string;
  /** Changes with the file. */
  readonly stamp: string;
  readonly isCopied: boolean;
}

interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** @param path in the site: `/docs/leek.png` is `site/_public/docs/leek.png` or `site/docs/leek.png` */
function findPicture(path: string): LocalPicture | undefined {
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
function dimensionsOf(file: string): Dimensions | undefined {
  const { imageSize } = loadPackage('image-size') as { imageSize(bytes: Uint8Array): Dimensions & { orientation?: number } };
  try {
    const { width, height, orientation = 1 } = imageSize(readFileSync(file));
    return orientation > 4 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}
