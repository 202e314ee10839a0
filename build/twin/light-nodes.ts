/**
 * linkedom makes each node an event target: a Map of listeners in a WeakMap, for every element, attribute and text. That
 * is most of the time, and of the garbage, of parsing a page, and nobody listens to the nodes of a page
 * that is read once. The nodes made here are linkedom's own in all else: its prototypes, its fields, its parser.
 */
type Fields = Record<PropertyKey, unknown>;

/**
 * Makes linkedom's HTML documents create nodes without listeners, in this thread, from now on; elements are plain
 * HTMLElements, whatever their name, but those that hold raw text. For threads that only read pages: adding a listener to such a node throws.
 *
 * @param document any HTML document of the linkedom in use
 * @returns whether it was done: not where the nodes of this linkedom have other fields than those that are known here
 */
export function makeNodesLight(document: Document): boolean {
  const element = document.createElement('x-sample');
  const text = document.createTextNode('sample');
  const attribute = document.createAttribute('sample');
  const end = symbolOf(element, 'end');
  const symbols = {
    next: symbolOf(element, 'next'),
    prev: symbolOf(element, 'prev'),
    end,
    private: symbolOf(element, 'private'),
    classList: symbolOf(element, 'classList'),
    dataset: symbolOf(element, 'dataset'),
    style: symbolOf(element, 'style'),
    start: end && symbolOf((element as unknown as Fields)[end] as object, 'start'),
    value: symbolOf(text, 'value'),
    changed: symbolOf(attribute, 'changed'),
  };
  if (Object.values(symbols).includes(undefined)) return false;
  const { LightElement, LightText, LightAttribute } = constructors(symbols as Record<keyof typeof symbols, symbol>);
  LightElement.prototype = Object.getPrototypeOf(element);
  LightText.prototype = Object.getPrototypeOf(text);
  LightAttribute.prototype = Object.getPrototypeOf(attribute);
  if (
    !alike(new LightElement(document, 'x-sample'), element) ||
    !alike(new LightText(document, 'sample'), text) ||
    !alike(new LightAttribute(document, 'sample'), attribute)
  )
    return false;
  const prototype: Document = Object.getPrototypeOf(document);
  const createElement = prototype.createElement;
  Object.assign(prototype, {
    createElement(this: Document, name: string, options?: ElementCreationOptions) {
      return options === undefined && !ofTheirOwn.test(name)
        ? new LightElement(this, name)
        : createElement.call(this, name, options);
    },
    createTextNode(this: Document, data: string) {
      return new LightText(this, String(data));
    },
    createAttribute(this: Document, name: string) {
      return new LightAttribute(this, name);
    },
  });
  return true;
}

/** Elements whose text linkedom treats in ways of its own. */
const ofTheirOwn = /^(?:script|style|textarea|title|template)$/i;

type Light = new (document: Document, name: string) => Node;

/** Fields in the order of linkedom's constructors, so that engines keep one shape for each kind of node. */
function constructors(
  symbol: Record<'next' | 'prev' | 'end' | 'private' | 'classList' | 'dataset' | 'style' | 'start' | 'value' | 'changed', symbol>,
) {
  function node(self: Fields, document: Document, name: string, nodeType: number): void {
    self.ownerDocument = document;
    self.localName = name;
    self.nodeType = nodeType;
    self.parentNode = null;
    self[symbol.next] = null;
    self[symbol.prev] = null;
  }
  function LightElement(this: Fields, document: Document, name: string): void {
    node(this, document, name, 1);
    this[symbol.private] = null;
    this[symbol.next] = this[symbol.end] = {
      [symbol.next]: null,
      [symbol.prev]: this,
      [symbol.start]: this,
      nodeType: -1,
      ownerDocument: document,
      parentNode: null,
    };
    this[symbol.classList] = null;
    this[symbol.dataset] = null;
    this[symbol.style] = null;
  }
  function LightText(this: Fields, document: Document, data: string): void {
    node(this, document, '#text', 3);
    this[symbol.value] = data;
  }
  function LightAttribute(this: Fields, document: Document, name: string): void {
    node(this, document, name, 2);
    this.ownerElement = null;
    this.name = name;
    this[symbol.value] = '';
    this[symbol.changed] = false;
  }
  return { LightElement, LightText, LightAttribute } as unknown as Record<
    'LightElement' | 'LightText' | 'LightAttribute',
    Light & { prototype: object }
  >;
}

const symbolOf = (node: object, description: string): symbol | undefined =>
  Object.getOwnPropertySymbols(node).find((symbol) => symbol.description === description);

/** Whether two fresh nodes have the same fields with the same values; what stands for the end of an element is looked into. */
function alike(one: object, other: object): boolean {
  const keys = Reflect.ownKeys(other);
  const same = (key: PropertyKey): boolean => {
    const [own, wanted] = [(one as Fields)[key], (other as Fields)[key]];
    if (own === one && wanted === other) return true;
    if (isPlain(own) && isPlain(wanted)) return sameKeys(own, wanted) && own.nodeType === wanted.nodeType;
    return own === wanted;
  };
  return sameKeys(one, other) && keys.every(same);
}

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const sameKeys = (one: object, other: object): boolean =>
  Reflect.ownKeys(one).map(String).sort().join() === Reflect.ownKeys(other).map(String).sort().join();
