/** Value of an attribute; parity asks by itself, not through what conversion asks with. */
export const attribute = (element: Element, name: string): string | undefined => element.getAttributeNode(name)?.value;

/** Whether an element stands in one of these names, below `root`. */
export function within(element: Element, root: Element, names: RegExp): boolean {
  for (let at = element.parentElement; at && at !== root; at = at.parentElement) if (names.test(at.localName)) return true;
  return false;
}

/** What is done at the end of an element that means nothing by itself. */
export const nothing = (): void => {};
