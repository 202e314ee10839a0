import type { MarkdownNode, NodeName } from '../markdown-node.ts';
import type { ElementHandler, TextHandler } from '../tree-builder.ts';

/** A rule of Turndown: the Markdown for nodes of these names. */
export interface NodePrinter {
  /** Names of nodes, in lower case as Turndown compares them. */
  readonly filter: readonly Lowercase<NodeName>[];
  /**
   * @param content Markdown of the children
   * @returns Markdown; outer newlines set the distance to its neighbours
   */
  replacement(content: string, node: MarkdownNode): string;
}

/** Rules for a family of elements: from elements to nodes, and from nodes to Markdown. */
export interface Rules {
  readonly tags?: Readonly<Record<string, ElementHandler>>;
  /** By class, before the element name. The first matching rule applies. */
  readonly classes?: readonly ClassRule[];
  /** By ARIA role, if no class rule matches. */
  readonly roles?: Readonly<Record<string, ElementHandler>>;
  /** For text that a script on the page would change. */
  readonly text?: TextHandler;
  readonly printers?: readonly NodePrinter[];
}

export interface ClassRule {
  /** Tested on the class attribute. */
  readonly names: RegExp;
  /** Tested on the name of the element, if set. */
  readonly tags?: RegExp;
  readonly handle: ElementHandler;
}
