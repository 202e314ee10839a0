/**
 * A mistake of the person who runs the build: shown as one clear line for each fault, without a stack.
 * Each line says what is wrong, where, and how to fix it.
 */
export class AuthorError extends Error {
  override readonly name = 'AuthorError';
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
