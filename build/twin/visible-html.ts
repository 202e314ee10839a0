/**
 * HTML without the characters that nobody sees and machines read, by which text for an agent alone is smuggled into a
 * page: tags (U+E0000 to U+E0FFF) and variation selectors, as they are or as numeric references. Those stay that choose
 * the look of what stands before them: of an emoji or a keycap, the flag of a region (UTS #51), an ideograph (UTS #37).
 */
export function visibleHtml(html: string): string {
  if (!suspect.test(html)) return html;
  return html.replace(reference, characterOf).replace(selector, '$1');
}

const suspect = /[\uFE00-\uFE0F\uDB40-\uDB43]|&#(?:x0*(?:fe0[\da-f]|e0[\da-f]{3})|0*(?:650[23]\d|9(?:1[7-9]|2[01])\d{3}))/i;

const reference = /&#(?:x([\da-f]+)|(\d+));?/gi;

/** The character of a reference; below U+00A0 are markup, and the numbers that HTML reads as windows-1252. */
function characterOf(written: string, hex: string | undefined, decimal: string): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code < 0xa0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? written : String.fromCodePoint(code);
}

/** A sequence in which a selector or tags mean something (kept), else a selector or tag. */
const selector =
  /(\u{1F3F4}[\u{E0061}-\u{E007A}]{2}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,4}\u{E007F}|[\d#*]\uFE0F(?=\u20E3)|(?![\d#*])\p{Emoji}[\uFE0E\uFE0F]|\p{Unified_Ideograph}[\uFE00-\uFE02\u{E0100}-\u{E01EF}])|[\uFE00-\uFE0F\u{E0000}-\u{E0FFF}]/gu;
