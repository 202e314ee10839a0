/** A page that is beyond what conversion takes on; the message is one line that names the limit. */
export class ConversionLimit extends Error {
  override readonly name = 'ConversionLimit';
}

/** Elements of the largest page that is converted and measured within two seconds, about 5 MB of prose. */
export const mostElements = 150_000;

/**
 * Refuses a page that cannot be converted in good time, before anything is built of it.
 *
 * @param html of the content, or of the whole page
 * @throws ConversionLimit
 */
export function checkSize(html: string): void {
  let elements = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    const next = html.charCodeAt(at + 1) | 0x20;
    if (next >= 0x61 && next <= 0x7a && ++elements > mostElements)
      throw new ConversionLimit(`has more than ${mostElements.toLocaleString('en')} elements, the limit of conversion`);
  }
}
