import { listOf, type Node, nodeOf, type OpenApi, stringOf } from './open-api.ts';

/** A property of a schema, with its ancestors: `customer.address.city`, `items[].id`. */
export interface SchemaRow {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly schema: Node;
}

/** Most rows of a table: deeper properties are omitted, their parents have only a type. */
const mostRows = 150;
const deepest = 5;
const mostTypes = 6;

/** The properties of a schema, as deep as {@link mostRows} allow; the first level always. */
export function schemaRows(api: OpenApi, schema: unknown): readonly SchemaRow[] {
  let rows: readonly SchemaRow[] = [];
  for (let depth = 1; depth <= deepest; depth++) {
    const deeper = rowsIn(api, schema, '', depth, new Set());
    if (depth > 1 && (deeper.length > mostRows || deeper.length === rows.length)) break;
    rows = deeper;
  }
  return rows;
}

function rowsIn(api: OpenApi, value: unknown, within: string, depth: number, open: ReadonlySet<unknown>): SchemaRow[] {
  const { $ref } = nodeOf(value);
  const schema = joined(api, value);
  const [only, ...others] = alternativesOf(api, schema);
  if (open.has($ref) || others.length > 0) return [];
  const inside = $ref === undefined ? open : new Set([...open, $ref]);
  if (only !== undefined) return rowsIn(api, only, within, depth, inside);
  if (schema.items !== undefined) return rowsIn(api, schema.items, `${within}[]`, depth, inside);
  const required = listOf(schema.required);
  const further = nodeOf(schema.additionalProperties);
  const all = [
    ...Object.entries(nodeOf(schema.properties)),
    ...(Object.keys(further).length > 0 ? [['*', further] as const] : []),
  ];
  return all.flatMap(([key, property]) => {
    const name = within === '' ? key : `${within}.${key}`;
    const row = { name, type: typeOf(api, property), isRequired: required.includes(key), schema: joined(api, property) };
    return [row, ...(depth > 1 ? rowsIn(api, property, name, depth - 1, inside) : [])];
  });
}

/** A schema with its reference and `allOf` merged. */
export function joined(api: OpenApi, value: unknown, open: readonly unknown[] = []): Node {
  const { allOf, ...own } = api.resolved(value);
  const parts = open.includes(value) ? [] : listOf(allOf).map((part) => joined(api, part, [...open, value]));
  const all = [...parts, own];
  const properties = Object.assign({}, ...all.map((part) => part.properties));
  const required = all.flatMap((part) => listOf(part.required));
  return Object.assign({}, ...all, Object.keys(properties).length > 0 && { properties }, required.length > 0 && { required });
}

export const alternativesOf = (api: OpenApi, { oneOf, anyOf }: Node): readonly unknown[] =>
  [...listOf(oneOf), ...listOf(anyOf)].filter((each) => api.resolved(each).type !== 'null');

/** The type of a value in words: `array of object (Order)`, `string (date-time) or null`. */
export function typeOf(api: OpenApi, value: unknown, depth = 0): string {
  const schema = joined(api, value);
  const name = stringOf(nodeOf(value).$ref).split('/').at(-1)!;
  const alternatives = alternativesOf(api, schema);
  const canBeNull = schema.nullable === true || [...listOf(schema.oneOf), ...listOf(schema.anyOf)].length > alternatives.length;
  const own = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) => typeof type === 'string');
  const usual = schema.properties ? 'object' : schema.items ? 'array' : 'any value';
  const types = (own.length > 0 ? own : [usual]).map((type) => {
    if (type === 'array') return depth < 4 ? `array of ${typeOf(api, schema.items ?? {}, depth + 1)}` : 'array';
    const more = type === 'object' ? name : type === 'null' ? '' : stringOf(schema.format);
    return more ? `${type} (${more})` : `${type}`;
  });
  const all = alternatives.length > 0 && depth < 4 ? alternatives.map((each) => typeOf(api, each, depth + 1)) : types;
  const words = new Set([...all, ...(canBeNull ? ['null'] : [])].join(' or ').split(' or '));
  if (words.delete('null')) words.add('null');
  const shown = depth > 0 || words.size <= mostTypes + 1 ? [...words] : [...words].slice(0, mostTypes);
  return [...shown, ...(shown.length < words.size ? [`${words.size - shown.length} others`] : [])].join(' or ');
}
