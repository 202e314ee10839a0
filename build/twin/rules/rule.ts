import type { MarkdownNode, NodeName } from '../markdown-node.ts';
import type { ElementHandler, TextHandler } from '../tree-builder.ts';

/** A rule of Turndown: the Markdown of the nodes of these names. */
export interface NodePrinter {
  /** Names of nodes, in lower case as Turndown compares them. */
  readonly filter: readonly Lowercase<NodeName>[];
  /**
   * @param content Markdown of what is in the node
   * @returns Markdown; newlines at its ends say how far it stands from its neighbours
   */
  replacement(content: string, node: MarkdownNode): string;
}

/** A family of elements: how they become nodes, and how these become Markdown. */
export interface Rules {
  /** By name of the element. */
  readonly tags?: Readonly<Record<string, ElementHandler>>;
  /** By class, before the name counts. The first rule that fits handles the element. */
  readonly classes?: readonly ClassRule[];
  /** By ARIA role, if no class rule fits. */
  readonly roles?: Readonly<Record<string, ElementHandler>>;
  /** For text that a script on the page would change. */
  readonly text?: TextHandler;
  readonly printers?: readonly NodePrinter[];
}

export interface ClassRule {
  /** Tested on the class attribute. */
  readonly names: RegExp;
  /** Tested on the name of the element, if given. */
  readonly tags?: RegExp;
  readonly handle: ElementHandler;
}
