/** The part of fontkit that shapes text. */
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

/** A font for drawings: text becomes outlines, so a picture is the same on all machines. */
export interface Font {
  /** Whether it has every letter. */
  covers(text: string): boolean;
  /** In pixels. */
  widthOf(text: string, size: number): number;
  /** SVG of a line that starts at a point of the baseline. */
  draw(text: string, size: number, x: number, y: number): string;
}

/** A font in its only weight, or the default of a variable font. */
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
