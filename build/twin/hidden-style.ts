const styledAway =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?:[a-z%]+)?\s*(?:;|!|$)|color\s*:\s*transparent|(?:left|top|text-indent)\s*:\s*-\d{4,}|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01]|clip-path\s*:\s*inset\(\s*(?:50|100)%)/i;
const noBox = /(?:^|;)\s*(?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|$)/i;
const transparent = /(?:^|;)\s*opacity\s*:\s*0?\.?0*\s*(?:;|!|$)/i;

/** Whether the `style` of an element hides it for good. What also moves is shown by a script in a moment. */
export function isStyledAway(written: string | undefined): boolean {
  if (written === undefined) return false;
  const style = written.replace(/\/\*.*?(?:\*\/|$)/gs, '').replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => {
    const point = Number.parseInt(code, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
  if (styledAway.test(style)) return true;
  if (noBox.test(style) && /overflow\s*:\s*hidden/i.test(style)) return true;
  return transparent.test(style) && !/transform|transition|animation|will-change/i.test(style);
}
