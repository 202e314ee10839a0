import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { encodePath, fileOfUrl } from '../../contract/permalinks.ts';
import { isLocalUrl } from '../../contract/site-url.ts';
import { inParallel } from '../../contract/std/collections.ts';
import { copyInto, hashOf, isFile, readIfThere, writeWhole } from '../../files.ts';
import type { ResolvedSettings } from '../../settings.ts';
import { importIfThere } from '../optional-package.ts';
import { type CardDesign, type CardText, canDraw, cardSize, drawCard } from './card.ts';
import { type Fontkit, readFont } from './font.ts';
import { type Dimensions, pathFromFile } from './local-picture.ts';
import { loadSharp, type Sharp } from './sharp.ts';
import { readSiteStyle } from './site-style.ts';

/** The picture of a page for shared links, for its layout. */
export interface SharePicture {
  readonly path: string;
  readonly alt?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

export interface SharedPage {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly inputPath: string;
  /** From front matter: path or URL of a picture, or its file relative to that of the page, and its description. */
  readonly image?: string;
  readonly imageAlt?: string;
  readonly isHidden?: boolean;
}

export interface SharePictures {
  /** To be called before each build. */
  begin(settings: ResolvedSettings): Promise<void>;
  /** The picture in front matter, else a drawn one, else that of the site. */
  of(page: SharedPage): SharePicture | undefined;
  /** Draws new pictures. Deterministic: those of an earlier build are reused. */
  write(folder: string): Promise<void>;
}

/** @param dimensionsAt dimensions of a picture of the site by path, which also publishes it */
export function createSharePictures(cacheFolder: string, dimensionsAt: (path: string) => Dimensions | undefined): SharePictures {
  let settings: ResolvedSettings;
  let tools: Tools | undefined;
  let ofSite: SharePicture | undefined;
  const cards = new Map<string, CardText>();

  return {
    async begin(current) {
      settings = current;
      cards.clear();
      const { image } = settings;
      ofSite = image && { ...dimensionsAt(image.path), ...image };
      // A local picture cannot be shared, so a preview draws none.
      tools = settings.pictures.share && !isLocalUrl(settings.url) ? await loadTools(settings.palette) : undefined;
    },
    of({ url, title, description, inputPath, image, imageAlt, isHidden }) {
      const named = image && (pathFromFile(image, inputPath) ?? image);
      if (named) return { path: named, alt: imageAlt, ...dimensionsAt(named) };
      const { name = title } = settings;
      const card = { siteName: name, title, description };
      if (tools && !isHidden && canDraw(card, tools.design)) {
        const file = `share/${fileOfUrl(url)
          .replace(/(^|\/)$/, '$1index')
          .replace(/\.html$/, '')}.png`;
        cards.set(file, card);
        return { path: `/${encodePath(file)}`, alt: title === name ? title : `${title} · ${name}`, ...cardSize };
      }
      return ofSite;
    },
    async write(folder) {
      if (!tools) return;
      const { sharp, design, key } = tools;
      await inParallel([...cards], 4, async ([file, card]) => {
        const kept = join(cacheFolder, `${hashOf(key + JSON.stringify(card)).slice(0, 16)}.png`);
        if (!isFile(kept)) {
          const svg = Buffer.from(drawCard(card, design));
          await writeWhole(kept, await sharp(svg).toFormat('png', { compressionLevel: 9 }).toBuffer());
        }
        await copyInto(folder, file, kept);
      });
    },
  };
}

interface Tools {
  readonly sharp: Sharp;
  readonly design: CardDesign;
  /** Changes with all inputs of pictures but their text. */
  readonly key: string;
}

/** Undefined if a package is missing, or if the site's style sheet has no fonts of its own. */
async function loadTools(palette: string): Promise<Tools | undefined> {
  const [sharp, fontkit] = await Promise.all([loadSharp(), importIfThere<Fontkit>('fontkit')]);
  const published = 'site/_public';
  const { head, text, ...colors } = readSiteStyle(readIfThere(`${published}/style.css`) ?? '', palette);
  const files = [head, text].map((path) => published + path);
  if (!sharp || !fontkit || !files.every(isFile)) return undefined;
  const [headFont, textFont] = files.map((file) => readFileSync(file));
  const drawing = readIfThere(`${published}/favicon.svg`);
  // Its text would be in another font on another machine.
  const icon = drawing?.includes('<text') ? undefined : drawing;
  const code = ['card', 'font'].map((name) => readFileSync(new URL(name + extname(import.meta.url), import.meta.url)));
  return {
    sharp,
    design: { ...colors, head: readFont(fontkit, headFont!), text: readFont(fontkit, textFont!), icon },
    key: JSON.stringify([...[...code, headFont!, textFont!].map(hashOf), colors, icon, sharp.versions]),
  };
}
