/**
 * A mistake of the person who runs the build or the proxy. It is printed as one line for each fault, without a stack trace. A
 * line says what is wrong, where, and how to fix it.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly lines: readonly string[];

  constructor(lines: string | readonly string[], options?: ErrorOptions) {
    const list = typeof lines === 'string' ? [lines] : lines;
    super(list.join('\n'), options);
    this.lines = list;
  }
}

/** A command, option or argument that is not understood: exit code 2, where any other mistake is 1. */
export class UsageError extends UserError {}

/** A mistake that keeps a build from being finished, as the terminal and the preview show it. */
export interface Fault {
  /** Source file, relative to the project, and line (1-based), if they are known. */
  readonly file?: string;
  readonly line?: number;
  /** What is wrong, on one line. */
  readonly message: string;
  /** How to fix it. */
  readonly advice?: string;
  /** Lines around the fault, numbered. */
  readonly excerpt?: string;
}
