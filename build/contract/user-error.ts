/**
 * A mistake of the person who runs the build. It is printed as one line for each fault, without a stack trace. A line says
 * what is wrong, where, and how to fix it.
 */
export class AuthorError extends Error {
  override readonly name = 'AuthorError';
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
