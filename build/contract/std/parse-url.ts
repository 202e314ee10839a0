/**
 * A URL, absolute or relative to a base; undefined if it is invalid (WHATWG URL §4.4).
 *
 * Not by `URL.canParse`: in Node 20, once optimised by V8, it takes Latin-1 for UTF-8 and rejects text with an umlaut.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
