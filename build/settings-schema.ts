import { z } from 'zod';
import { settingsSchema } from './options.ts';

/**
 * The settings as JSON Schema (draft 2020-12): what an owner writes, before defaults. `npm run schema` writes it to
 * build/site.schema.json, by which editors complete and check site.json.
 */
export const settingsJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(settingsSchema, { io: 'input' }),
  title: 'Settings of a Diptych site',
});

/** One row of the settings reference. */
export interface SettingRow {
  readonly name: string;
  readonly type: string;
  readonly default?: string;
  readonly summary: string;
}

interface Node {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Record<string, Node>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly enum?: readonly string[];
}

/** The settings as rows for people, nested keys with dots. */
export function settingRows(node: Node = settingsJsonSchema() as Node, prefix = ''): SettingRow[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]) => {
    const name = prefix + key;
    const nested = child.properties
      ? settingRows(child, `${name}.`)
      : child.items?.properties
        ? settingRows(child.items, `${name}[].`)
        : [];
    const row: SettingRow = {
      name,
      type: typeOf(child),
      ...(child.default !== undefined && nested.length === 0 && { default: JSON.stringify(child.default) }),
      summary: child.description ?? '',
    };
    return [row, ...nested];
  });
}

function typeOf(node: Node): string {
  if (node.anyOf) return node.anyOf.map(typeOf).join(' or ');
  if (node.type === 'array') return `list of ${node.items ? typeOf(node.items) : 'values'}`;
  return { string: 'text', integer: 'whole number', boolean: 'true or false' }[node.type ?? ''] ?? node.type ?? 'value';
}
