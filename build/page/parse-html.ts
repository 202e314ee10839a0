/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { isUtf8 } from 'node:buffer';
// The same in one file, which loads in a fifth of the time.
import { EventTarget as ListenedTo, parseHTML } from 'linkedom/worker';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, serialize } from 'parse5';
import { checkSize, deepestElement } from '../twin/conversion-limit.ts';
import { makeVisible } from '../twin/visible-document.ts';

// linkedom's nodes can be listened to: each has a Map of its own in one WeakMap of all, which is half of the memory of a
// document. Nobody listens here.
for (let kind = parseHTML('<html></html>').document.constructor; kind; kind = Object.getPrototypeOf(kind))
  if (Object.getPrototypeOf(kind) === ListenedTo) Object.setPrototypeOf(kind, class {});

/** Parses HTML, of a whole page or of a part of one, into a document that has a body, and no text that nobody sees. The only place that knows linkedom. */
export function parseDocument(html: string): Document {
  const inBody = /<(?:html|body)[\s>]/i.test(html) ? html : `<body>${html}</body>`;
  const whole = /<html[\s>]/i.test(inBody) ? inBody : `<html>${inBody}</html>`;
  const document = parseHTML(whole).document as unknown as Document;
  makeVisible(document, html);
  return document;
}

/** Whether a text is a CSS selector. */
export function isSelector(text: string): boolean {
  try {
    parseDocument('').querySelector(text);
    return text.trim() !== '';
  } catch {
    return false;
  }
}

/**
 * HTML with the tags that its author left out, as browsers read it.
 *
 * @throws ConversionLimit if that makes the page too large: what is written once may be read again in each block that follows
 */
export function withTags(html: string): string {
  let elements = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...of) {
      checkSize({ elements: ++elements, deepest: 0 });
      return defaultTreeAdapter.createElement(...of);
    },
    // Most nodes have one child: a list that is made by push has room for 17.
    appendChild(parent, child) {
      if (parent.childNodes.length === 0) {
        parent.childNodes = [child];
        child.parentNode = parent;
      } else defaultTreeAdapter.appendChild(parent, child);
    },
    insertText(parent, text) {
      if (parent.childNodes.length === 0) treeAdapter.appendChild(parent, treeAdapter.createTextNode(text));
      else defaultTreeAdapter.insertText(parent, text);
    },
  };
  const document = parse(html, { treeAdapter });
  checkSize({ elements, deepest: depthOf(document) });
  return serialize(document);
}

/** Depth of the most deeply nested element, or one more than may be. Does not recurse. */
function depthOf(document: DefaultTreeAdapterTypes.Document): number {
  let level: DefaultTreeAdapterTypes.ChildNode[] = document.childNodes;
  let depth = 0;
  for (; level.length > 0 && depth <= deepestElement; depth++)
    level = level.flatMap((node) => ('content' in node ? node.content.childNodes : 'childNodes' in node ? node.childNodes : []));
  return depth;
}

/**
 * The text of an HTML file: UTF-8 where its bytes are, else the encoding that its byte order mark or its `meta`
 * names, else windows-1252 (HTML Living Standard §13.2.3.2).
 */
export function decodeHtml(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/^\uFEFF/, '');
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
  const named = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1];
  return decoderOf(mark ?? named ?? 'windows-1252').decode(bytes);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
