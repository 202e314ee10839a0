import { UserError } from '../../contract/std/errors.ts';
import { readIfThere } from '../../files.ts';
import { yaml } from '../../page/front-matter.ts';

/** An unvalidated object of a document. */
export type Node = Readonly<Record<string, unknown>>;

export const nodeOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** An OpenAPI document (3.0 or 3.1). */
export interface OpenApi {
  readonly root: Node;
  /**
   * An object with its `$ref` resolved; members beside the reference count (OpenAPI 3.1 §4.8.23).
   *
   * @throws {UserError} if the target does not exist, is in another file, or the references form a cycle
   */
  resolved(value: unknown): Node;
}

/**
 * Reads an OpenAPI document, JSON or YAML.
 *
 * @param file relative to the project
 * @throws {UserError} with file and line if it is missing, cannot be read, or is no OpenAPI 3
 */
export function readOpenApi(file: string): OpenApi {
  const text = readIfThere(file);
  if (text === undefined) throw new UserError(`${file}: not found; "apis" of the settings names it`);
  const root = nodeOf(parsed(file, text));
  if (!/^3\.[01]\./.test(`${root.openapi}`))
    throw new UserError(
      root.swagger === undefined
        ? `${file}:1: not an OpenAPI document: "openapi" must be 3.0.x or 3.1.x`
        : `${file}:1: Swagger ${root.swagger}; convert it to OpenAPI 3, with npx swagger2openapi`,
    );
  if ([root.paths, root.webhooks].every((all) => Object.keys(nodeOf(all)).length === 0))
    throw new UserError(`${file}:1: "paths" names no operation`);

  function target(reference: string): Node {
    const fault = (what: string): UserError =>
      new UserError(`${file}:${lineAt(text!, text!.indexOf(reference))}: "$ref": "${reference}" ${what}`);
    const seen = new Set<unknown>();
    let at = reference;
    for (;;) {
      if (seen.has(at)) throw fault('leads to itself');
      seen.add(at);
      if (!at.startsWith('#')) throw fault('leads out of the file; join the files, with npx @redocly/cli bundle');
      const keys = at.split('/').slice(1).map(decoded);
      const found = keys.reduce<unknown>(
        (node, key) => (Object.hasOwn(Object(node), key) ? (node as Node)[key] : undefined),
        root,
      );
      if (found === undefined) throw fault('leads nowhere');
      const next = nodeOf(found).$ref;
      if (typeof next !== 'string') return nodeOf(found);
      at = next;
    }
  }
  return {
    root,
    resolved(value) {
      const { $ref, ...own } = nodeOf(value);
      return typeof $ref === 'string' ? { ...target($ref), ...own } : own;
    },
  };
}

function parsed(file: string, text: string): unknown {
  try {
    if (text.trimStart().startsWith('{')) return JSON.parse(text);
  } catch {
    // Not JSON: the YAML parser reports the position of errors.
  }
  const document = yaml().parseDocument(text);
  const [error] = document.errors;
  if (error) throw new UserError(`${file}:${lineAt(text, error.pos[0])}: cannot be read: ${error.message.split('\n')[0]}`);
  return document.toJS();
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** A segment of a JSON pointer in a URL (RFC 6901 §6). */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return segment;
  }
}
