/** Why the proxy cannot start: one line for a person, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
