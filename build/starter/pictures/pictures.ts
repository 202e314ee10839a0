import { Parser } from 'htmlparser2';
import { fileOfUrl } from '../../contract/permalinks.ts';
import { parseUrl } from '../../contract/std/parse-url.ts';
import { copyInto } from '../../files.ts';
import { type Dimensions, dimensionsOf, findPicture, type LocalPicture } from './local-picture.ts';
import { loadSharp } from './sharp.ts';
import { type Format, formatsOf } from './sizes.ts';

interface InSite {
  readonly base: string;
  readonly sizes: boolean;
}

/** Kept between builds of a preview, so that no picture is read twice. */
export interface Pictures {
  /**
   * Adds width, height, and smaller formats and sizes to the pictures of a page. Attributes, `<picture>` and `srcset` of the
   * author are unchanged.
   *
   * @param url of the page, below the base path
   */
  inPage(html: string, url: string, site: InSite): Promise<string>;
  /** The dimensions of a picture named outside the text of a page; the picture is published with it. */
  dimensionsAt(path: string): Dimensions | undefined;
  /** Writes pictures in use that no other step copies. */
  write(folder: string): Promise<void>;
}

/** Width of the text of a page, 46 rem. */
const textColumn = 736;

interface Known extends Partial<Dimensions> {
  readonly stamp: string;
  formats?: Promise<Format[]>;
}

export function createPictures(cacheFolder: string): Pictures {
  const known = new Map<string, Known>();
  /** Pictures to publish, by path; with the stamp of the published one. */
  const shown = new Map<string, { from: string; stamp: string }>();
  const written = new Map<string, string>();
  let queue: Promise<unknown> = Promise.resolve();

  function show(path: string, { file, stamp, isCopied }: LocalPicture): Known {
    if (!isCopied) shown.set(fileOfUrl(path), { from: file, stamp });
    const last = known.get(file);
    if (last?.stamp === stamp) return last;
    const fresh = { stamp, ...dimensionsOf(file) };
    known.set(file, fresh);
    return fresh;
  }

  /** One picture at a time: each takes all cores, and memory for its pixels. */
  function formats(file: string, picture: Known): Promise<Format[]> {
    const make = async (): Promise<Format[]> => {
      const { width } = picture;
      const sharp = width && /\.(?:png|jpe?g)$/i.test(file) ? await loadSharp() : undefined;
      return sharp && width ? formatsOf(file, width, sharp, cacheFolder) : [];
    };
    if (picture.formats) return picture.formats;
    const made = queue.then(make);
    queue = made;
    picture.formats = made;
    return made;
  }

  async function element(
    tag: ImageTag,
    isFirst: boolean,
    path: string,
    local: LocalPicture,
    { base, sizes }: InSite,
  ): Promise<string> {
    const picture = show(path, local);
    const sources = sizes ? await formats(local.file, picture) : [];
    if (sources.length === 0) return withAttributes(tag, { ...dimensionsFor(tag, picture), ...whenFor(isFirst) });
    const wide = Math.min(Number(tag.attributes.width) || dimensionsFor(tag, picture).width!, textColumn);
    const column = `(min-width: ${wide}px) ${wide}px, 100vw`;
    const lines = sources.map(({ type, files }) => {
      for (const { path, from } of files) shown.set(path, { from, stamp: '' });
      const srcset = files.map(({ path, width }) => `${base}/${path} ${width}w`).join(', ');
      return `<source type="${type}" srcset="${srcset}" sizes="${column}">`;
    });
    // The author's file is the largest, and so the one in the twin.
    const own = { srcset: `${base}${path} ${picture.width}w`, sizes: column };
    const image = withAttributes(tag, { ...own, ...dimensionsFor(tag, picture), ...whenFor(isFirst) });
    return `<picture>${lines.join('')}${image}</picture>`;
  }

  return {
    async inPage(html, url, site) {
      if (!html.includes('<img')) return html;
      let result = '';
      let end = 0;
      let isFirst = true;
      for (const tag of imageTags(html)) {
        const path = pathOf(tag.attributes.src, url, site.base);
        const local = path === undefined ? undefined : findPicture(path);
        if (path === undefined || !local) continue;
        result += html.slice(end, tag.start) + (await element(tag, isFirst, path, local, site));
        isFirst &&= 'loading' in tag.attributes;
        end = tag.start + tag.text.length;
      }
      return result + html.slice(end);
    },
    dimensionsAt(path) {
      const local = findPicture(path);
      const { width, height } = local ? show(path, local) : {};
      return width && height ? { width, height } : undefined;
    },
    async write(folder) {
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

/** The `img` elements without formats of the author. */
function imageTags(html: string): ImageTag[] {
  const tags: ImageTag[] = [];
  let pictures = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'picture') pictures++;
      if (name !== 'img' || pictures > 0 || 'srcset' in attributes) return;
      tags.push({ start: parser.startIndex, text: html.slice(parser.startIndex, parser.endIndex + 1), attributes });
    },
    onclosetag(name) {
      if (name === 'picture') pictures--;
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
const whenFor = (isFirst: boolean): Record<string, string> =>
  isFirst ? { fetchpriority: 'high' } : { loading: 'lazy', decoding: 'async' };

/** Width and height; if the author set one, it determines the other. */
function dimensionsFor({ attributes }: ImageTag, { width, height }: Partial<Dimensions>): Partial<Dimensions> {
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
