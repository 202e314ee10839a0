const block = /<\/?(?:p|h\d|ul|ol|li|pre|br|hr|div|table|tr|td|th|blockquote)\b[^>]*>/g;
const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The text of rendered HTML, on one line: blocks and line breaks part words. */
export const textOf = (html: string): string =>
  html
    .replace(block, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
      name ? (names[name.toLowerCase()] ?? whole) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/\s+/g, ' ')
    .trim();
