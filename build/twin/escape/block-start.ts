/** The position of inline Markdown, which decides what starts a block there. */
export interface InlinePlace {
  readonly block: 'paragraph' | 'heading' | 'cell';
  /** First in a list item, where a checkbox would be read. */
  readonly inItem?: boolean;
  /** First in a quote, where an alert would be read. */
  readonly inQuote?: boolean;
}

/** Characters that may start a block at the start of a line. */
export const lineStart = /^(?:[#>=<|:+*_~`[-]|\d)/;

const blockTag =
  /^<(?:\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s>]|\/>|$)|(?:pre|script|style|textarea)(?=[\s>]|$)|!--|\?|![A-Za-z]|!\[CDATA\[)/i;
const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Offset of the character to escape so that a line starts no block, or -1. */
export function blockStart(line: string, first: boolean, place: InlinePlace): number {
  switch (line[0]) {
    case '#':
      return /^#{1,6}(?:[ \t]|$)/.test(line) ? 0 : -1;
    case '>':
      return 0;
    case '+':
      return (first ? /^\+(?:[ \t]|$)/ : /^\+[ \t]+\S/).test(line) ? 0 : -1;
    case '*':
      return (first ? /^\*(?:[ \t]|$)/ : /^\*[ \t]+\S/).test(line) || thematic(line) ? 0 : -1;
    case '-':
      return /^-(?:[ \t]|$)/.test(line) || thematic(line) || (!first && (/^-+[ \t]*$/.test(line) || delimiterRow.test(line)))
        ? 0
        : -1;
    case '_':
      return thematic(line) ? 0 : -1;
    case '=':
      return !first && /^=+[ \t]*$/.test(line) ? 0 : -1;
    case '|':
    case ':':
      return !first && delimiterRow.test(line) ? 0 : -1;
    case '`':
      return /^`{3,}[^`]*$/.test(line) ? 0 : -1;
    case '~':
      return line.startsWith('~~~') ? 0 : -1;
    case '<':
      return blockTag.test(line) ? 0 : -1;
    case '[':
      if (first && place.inItem && /^\[[ xX]\][ \t]/.test(line)) return 0;
      if (first && place.inQuote && /^\[!\w+\]/.test(line)) return 0;
      return first && /^\[[^\]]*\]:/.test(line) ? 0 : -1;
    default: {
      const number = (first ? /^(\d{1,9})[.)](?:[ \t]|$)/ : /^(1)[.)][ \t]+\S/).exec(line);
      return number ? number[1]!.length : -1;
    }
  }
}

const thematic = (line: string): boolean => /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(line);
