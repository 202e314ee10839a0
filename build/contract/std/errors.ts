/**
 * A mistake of the user. Each fault is printed as one line, without stack trace: what, where, and how to fix it.
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

/** An unknown command, option or argument: exit code 2; other mistakes are 1. */
export class UsageError extends UserError {}

/** A mistake that stops a build, as shown in the terminal and the preview. */
export interface Fault {
  /** Source file, relative to the project, and line (1-based), if known. */
  readonly file?: string;
  readonly line?: number;
  /** The problem, on one line. */
  readonly message: string;
  readonly advice?: string;
  /** Lines around the fault, numbered. */
  readonly excerpt?: string;
}
