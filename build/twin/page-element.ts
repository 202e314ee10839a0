/** Value of an attribute; parity asks by itself, not through what conversion asks with. */
export const attribute = (element: Element, name: string): string | undefined => element.getAttributeNode(name)?.value;

/** An address as a browser resolves it; as written where it is none. */
export function absolute(url: string, base: string): string {
  const address = url
    .replace(/[\u0081\u008D\uFDD0-\uFDEF]/g, '')
    .replaceAll('\0', '\uFFFD')
    .trim();
  try {
    return new URL(address, base).href.replaceAll('|', '%7C');
  } catch {
    return address;
  }
}

/** Whether an element stands in one of these names, below `root`. */
export function within(element: Element, root: Element, names: RegExp): boolean {
  for (let at = element.parentElement; at && at !== root; at = at.parentElement) if (names.test(at.localName)) return true;
  return false;
}

/** What is done at the end of an element that means nothing by itself. */
export const nothing = (): void => {};
