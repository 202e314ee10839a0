import { UserError } from '../contract/std/errors.ts';

/** An author's mistake without the stack, which Eleventy prints below the line that says what to do, and which names our files. */
export function withoutStack<T>(error: T): T {
  if (error instanceof UserError) error.stack = '';
  return error;
}

/** The same functions, whose errors pass through {@link withoutStack}. */
export const withoutStacks = <T extends object>(functions: T): T =>
  Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [
      name,
      (...args: unknown[]): unknown => {
        const rethrow = (error: unknown): never => {
          throw withoutStack(error);
        };
        try {
          const result = run(...args);
          return result instanceof Promise ? result.catch(rethrow) : result;
        } catch (error) {
          return rethrow(error);
        }
      },
    ]),
  ) as T;
