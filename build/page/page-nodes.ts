/// <reference lib="dom" />
// The single-file build, which loads in a fifth of the time.
import { parseHTML } from 'linkedom/worker';

/**
 * The nodes of a page: linkedom's API on plain fields. linkedom's own nodes take ten times as long: each has a Map for
 * listeners, each attribute is a node, and each element name is a class. The rest, such as CSS selectors, comes from
 * linkedom's classes, for reading only: a tree does not change once it is built.
 */
const { document: sample } = parseHTML('<html>-</html>');

type Attributes = Readonly<Record<string, string>>;
const noAttributes: Attributes = {};

abstract class Sibling {
  parentNode: PageElement | null = null;
  previousSibling: PageNode | null = null;
  nextSibling: PageNode | null = null;

  get parentElement(): PageElement | null {
    return this.parentNode?.nodeType === 1 ? this.parentNode : null;
  }

  get nextElementSibling(): PageElement | null {
    return elementFrom(this.nextSibling, 'nextSibling');
  }

  get previousElementSibling(): PageElement | null {
    return elementFrom(this.previousSibling, 'previousSibling');
  }
}

export class PageText extends Sibling {
  data: string;

  constructor(data: string) {
    super();
    this.data = data;
  }

  get nodeType(): 3 {
    return 3;
  }

  get nodeName(): '#text' {
    return '#text';
  }

  get firstChild(): null {
    return null;
  }

  get textContent(): string {
    return this.data;
  }
}

export class PageElement extends Sibling {
  readonly ownerDocument: PageDocument;
  readonly localName: string;
  firstChild: PageNode | null = null;
  lastChild: PageNode | null = null;
  values: Attributes = noAttributes;

  constructor(ownerDocument: PageDocument | null, localName: string) {
    super();
    this.ownerDocument = ownerDocument ?? (this as unknown as PageDocument);
    this.localName = localName;
  }

  get nodeType(): 1 | 9 {
    return 1;
  }

  get nodeName(): string {
    return this.localName.toUpperCase();
  }

  get textContent(): string {
    let text = '';
    for (let node: PageNode | null = this.firstChild; node; node = node.firstChild ?? nextAfter(node, this))
      if (node.nodeType === 3) text += node.data;
    return text;
  }

  get firstElementChild(): PageElement | null {
    return elementFrom(this.firstChild, 'nextSibling');
  }

  get lastElementChild(): PageElement | null {
    return elementFrom(this.lastChild, 'previousSibling');
  }

  get childNodes(): PageNode[] {
    const nodes: PageNode[] = [];
    for (let node = this.firstChild; node; node = node.nextSibling) nodes.push(node);
    return nodes;
  }

  get children(): PageElement[] {
    return this.childNodes.filter((node): node is PageElement => node.nodeType === 1);
  }

  get attributes(): { readonly name: string; readonly value: string }[] {
    return Object.entries(this.values).map(([name, value]) => ({ name, value }));
  }

  hasAttributes(): boolean {
    return this.values !== noAttributes;
  }

  getAttributeNames(): string[] {
    return Object.keys(this.values);
  }

  /** (`values` inherits functions of `Object`.) */
  getAttribute(name: string): string | null {
    const value: unknown = this.values[name];
    return typeof value === 'string' ? value : null;
  }

  getAttributeNode(name: string): { readonly name: string; readonly value: string } | null {
    const value = this.getAttribute(name);
    return value === null ? null : { name, value };
  }

  setAttribute(name: string, value: string): void {
    this.values = { ...this.values, [name]: value };
  }

  adopt(values: Attributes): void {
    this.values = { ...values, ...this.values };
  }

  append(node: PageNode, before: PageNode | null = null): void {
    const last = before ? before.previousSibling : this.lastChild;
    node.parentNode = this;
    node.previousSibling = last;
    node.nextSibling = before;
    if (last) last.nextSibling = node;
    else this.firstChild = node;
    if (before) before.previousSibling = node;
    else this.lastChild = node;
  }

  /** Appends to the preceding text, because the parser cuts text at each character reference. */
  appendText(data: string, before: PageNode | null = null): void {
    const last = before ? before.previousSibling : this.lastChild;
    if (last?.nodeType === 3) last.data += data;
    else this.append(new PageText(data), before);
  }

  detach(node: PageNode): void {
    const { previousSibling, nextSibling } = node;
    if (previousSibling) previousSibling.nextSibling = nextSibling;
    else this.firstChild = nextSibling;
    if (nextSibling) nextSibling.previousSibling = previousSibling;
    else this.lastChild = previousSibling;
    node.parentNode = node.previousSibling = node.nextSibling = null;
  }
}

export class PageDocument extends PageElement {
  constructor() {
    super(null, '#document');
  }

  override get nodeType(): 9 {
    return 9;
  }

  get documentElement(): PageElement | null {
    return this.firstElementChild;
  }

  get head(): PageElement | null {
    return this.#childNamed(/^head$/);
  }

  /** Also the frames of a page in frames (HTML §3.1.3). */
  get body(): PageElement | null {
    return this.#childNamed(/^(?:body|frameset)$/);
  }

  #childNamed(name: RegExp): PageElement | null {
    return this.documentElement?.children.find(({ localName }) => name.test(localName)) ?? null;
  }

  createElement(name: string, values = noAttributes): PageElement {
    const element = new PageElement(this, name);
    for (const _ in values) {
      element.values = values;
      break;
    }
    return element;
  }
}

export type PageNode = PageText | PageElement;

function elementFrom(start: PageNode | null, way: 'nextSibling' | 'previousSibling'): PageElement | null {
  for (let node = start; node; node = node[way]) if (node.nodeType !== 3) return node;
  return null;
}

/** The next node after a node and its descendants, within `root`. */
function nextAfter(node: PageNode, root?: PageElement): PageNode | null {
  for (let at: PageNode | null = node; at && at !== root; at = at.parentNode) if (at.nextSibling) return at.nextSibling;
  return null;
}

// linkedom's queries follow `next` up to the `end` of the root; ours go from element to element.
const symbolOf = (name: string): symbol => Object.getOwnPropertySymbols(sample).find(({ description }) => description === name)!;
const elementAfter = (element: PageElement): PageElement | null => {
  for (let node = nextAfter(element); node; node = nextAfter(node)) if (node.nodeType === 1) return node;
  return null;
};
Object.defineProperties(PageElement.prototype, {
  [symbolOf('next')]: {
    get(this: PageElement) {
      return this.firstElementChild ?? elementAfter(this);
    },
  },
  [symbolOf('end')]: {
    get(this: PageElement) {
      return elementAfter(this);
    },
  },
  [symbolOf('mime')]: { value: Reflect.get(sample, symbolOf('mime')) },
});
Object.setPrototypeOf(Sibling.prototype, Object.getPrototypeOf(sample.createElement('x-y')));
