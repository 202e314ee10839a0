import { defaultTreeAdapter, type html, parse, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { checkSize, deepestElement } from '../twin/conversion-limit.ts';
import { PageDocument, type PageElement, type PageNode, PageText } from './page-nodes.ts';

type Nodes = TreeAdapterTypeMap<
  PageNode,
  PageElement,
  PageNode,
  PageDocument,
  PageElement,
  PageElement,
  PageText,
  PageText,
  PageElement,
  PageText
>;

/**
 * Parses HTML with omitted tags, as browsers do.
 *
 * @throws ConversionLimit if that makes the page too large: unclosed elements may be repeated in each following block
 */
export function parseOmitted(text: string): PageDocument {
  const page = new PageDocument();
  let elements = 0;
  /** Elements of SVG and MathML, whose names have capitals. */
  const foreign = new Map<PageElement, { readonly name: string; readonly namespace: html.NS }>();
  const comment = new PageText('');
  const adapter: Partial<TreeAdapter<Nodes>> = {
    createDocument: () => page,
    createDocumentFragment: () => page.createElement('#fragment'),
    createElement(name, namespace, attributes) {
      checkSize({ elements: ++elements, deepest: 0 });
      const element = page.createElement(name.toLowerCase(), recordOf(attributes));
      if (namespace !== xhtml) foreign.set(element, { name, namespace });
      return element;
    },
    // Comments are not needed.
    createCommentNode: () => comment,
    appendChild(parent, node) {
      if (node !== comment) parent.append(node);
    },
    insertBefore: (parent, node, next) => parent.append(node, next),
    insertText: (parent, data) => parent.appendText(data),
    insertTextBefore: (parent, data, next) => parent.appendText(data, next),
    adoptAttributes: (element, attributes) => element.adopt(recordOf(attributes)),
    detachNode: (node) => node.parentNode?.detach(node),
    setTemplateContent: () => {},
    getTemplateContent: (template) => template,
    setDocumentType: () => {},
    getFirstChild: ({ firstChild }) => firstChild,
    getParentNode: ({ parentNode }) => parentNode,
    getAttrList: ({ attributes }) => attributes,
    getTagName: (element) => foreign.get(element)?.name ?? element.localName,
    getNamespaceURI: (element) => foreign.get(element)?.namespace ?? xhtml,
    isElementNode: (node): node is PageElement => node.nodeType === 1,
  };
  parse<Nodes>(text, { treeAdapter: { ...(defaultTreeAdapter as unknown as TreeAdapter<Nodes>), ...adapter } });
  checkSize({ elements, deepest: depthOf(page) });
  return page;
}

const xhtml = 'http://www.w3.org/1999/xhtml' as html.NS;

const recordOf = (
  attributes: readonly { readonly name: string; readonly value: string; readonly prefix?: string }[],
): Record<string, string> =>
  Object.fromEntries(attributes.map(({ name, value, prefix }) => [prefix ? `${prefix}:${name}` : name, value]));

/** Depth of the most deeply nested element, at most one above the limit. Does not recurse. */
function depthOf(page: PageDocument): number {
  let depth = 0;
  let deepest = 0;
  for (let node: PageNode | null = page.firstChild; node && deepest <= deepestElement; ) {
    if (node.nodeType === 1) deepest = Math.max(deepest, depth + 1);
    if (node.firstChild) depth++;
    let next: PageNode | null = node.firstChild ?? node.nextSibling;
    for (; !next && node.parentNode; depth--) {
      node = node.parentNode;
      next = node.nextSibling;
    }
    node = next;
  }
  return deepest;
}
