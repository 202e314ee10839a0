/** The part of fontkit that turns text into shapes. */
export interface Fontkit {
  create(bytes: Uint8Array): FontFile;
}

interface FontFile {
  readonly unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string): {
    readonly advanceWidth: number;
    readonly glyphs: readonly { readonly path: { toSVG(): string } }[];
    readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[];
  };
}

/** A font as drawings use it: text becomes outlines, so a picture looks the same on machines with other fonts. */
export interface Font {
  /** Whether it has every letter. */
  covers(text: string): boolean;
  /** In pixels. */
  widthOf(text: string, size: number): number;
  /** SVG of a line that starts at a point of the base line. */
  draw(text: string, size: number, x: number, y: number): string;
}

/** A font in the weight that it has, or that a variable font has by default. */
export function readFont(fontkit: Fontkit, bytes: Uint8Array): Font {
  const font = fontkit.create(bytes);
  const scaleOf = (size: number): number => size / font.unitsPerEm;
  return {
    covers: (text) => [...text].every((letter) => /\s/.test(letter) || font.hasGlyphForCodePoint(letter.codePointAt(0)!)),
    widthOf: (text, size) => font.layout(text).advanceWidth * scaleOf(size),
    draw(text, size, x, y) {
      const { glyphs, positions } = font.layout(text);
      let at = 0;
      const shapes = glyphs.map(({ path }, index) => {
        const { xAdvance, xOffset, yOffset } = positions[index]!;
        const shape = path.toSVG();
        const place = `${at + xOffset} ${yOffset}`;
        at += xAdvance;
        return shape && `<path transform="translate(${place})" d="${shape}"/>`;
      });
      const scale = scaleOf(size);
      return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${shapes.join('')}</g>`;
    },
  };
}
