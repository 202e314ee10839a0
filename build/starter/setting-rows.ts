import { z } from 'zod';
import { settingsSchema } from '../settings-schema.ts';

/** One key of the settings, for the reference page. */
export interface SettingRow {
  /** Dotted path: `rateLimit.window`; members of a list as `deprecations[].path`. */
  readonly name: string;
  readonly type: string;
  readonly default: string;
  readonly summary: string;
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
}

/** All keys of `site/_data/site.json`, from the schema that validates it. */
export const settingRows = (): SettingRow[] => rowsOf(z.toJSONSchema(settingsSchema, { io: 'input' }) as Schema, '');

function rowsOf({ properties = {}, required = [] }: Schema, prefix: string): SettingRow[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = prefix + key;
    const row = {
      name,
      type: typeOf(schema),
      default: defaultOf(schema, required.includes(key)),
      summary: schema.description ?? '',
    };
    return [row, ...rowsOf(schema, `${name}.`), ...rowsOf(schema.items ?? {}, `${name}[].`)];
  });
}

const names: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'true or false',
  integer: 'whole number',
  array: 'list',
};

function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.enum) return schema.enum.join(', ');
  if (schema.type === 'array') return schema.items?.type === 'object' ? 'list of objects' : 'list of strings';
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `object of ${typeOf(schema.additionalProperties)}`;
  return names[schema.type ?? ''] ?? schema.type ?? '';
}

function defaultOf(schema: Schema, required: boolean): string {
  if (schema.default === undefined || schema.type === 'object') return required ? 'required' : '';
  return typeof schema.default === 'string' ? schema.default : JSON.stringify(schema.default);
}
