import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { siteUrlForm, siteUrlMeant } from './contract/site-url.ts';
import { UserError } from './contract/std/errors.ts';
import { jsonAdvice, jsonFaultOf, lineOfJsonKey, nearestWord, wrongQuotes } from './contract/std/words.ts';
import { type Localized, settingsSchema } from './settings-schema.ts';

/** Settings as the owner writes them, all optional. */
export type Settings = z.input<typeof settingsSchema>;

/** Settings with every default in place. */
export type ResolvedSettings = Omit<z.output<typeof settingsSchema>, 'sections'> & {
  /** Names of the sections, in the language of the site. */
  readonly sections: readonly string[];
  /** Names of sections by language, by their names in the language of the site. */
  readonly sectionNames: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether twins are compared with their pages: unless the check "parity" is off. */
  readonly parity: boolean;
  /** Whether another generator built the pages. */
  readonly adopted?: true;
  /** Whether the starter builds them, whose Markdown obeys "markdown". */
  readonly starter?: true;
};

/** Source of settings for messages, or a function for the location of a key. */
type Place = string | ((path: readonly PropertyKey[]) => string);

/**
 * Validates settings and fills in the defaults.
 *
 * @param settings as the owner wrote them
 * @param where source for messages: `plugin options`, or by the path of a key `site/_data/site.json:3`
 * @param url overrides `settings.url` (SITE_URL)
 * @throws {UserError} one line for each fault: the key, the expected and the found value
 */
export function resolveSettings(settings: unknown, where: Place, url?: string): ResolvedSettings {
  const placeOf = typeof where === 'string' ? () => where : where;
  const overridden = url !== undefined && typeof settings === 'object' && settings !== null;
  const result = settingsSchema.safeParse(overridden ? { ...settings, url } : settings, { reportInput: true });
  if (result.success) {
    const { searchApi, mcp, checks, sections, language } = result.data;
    if (mcp && searchApi === false)
      throw new UserError(
        `${placeOf(['mcp'])}: mcp: its search needs the index that "searchApi": false leaves out; remove one of the two`,
      );
    return {
      ...result.data,
      // Where code runs for one, it runs for the other.
      ...(mcp && { searchApi: true }),
      parity: checks.parity !== 'off',
      sections: sections.map((name) => nameIn(name, language)),
      sectionNames: Object.fromEntries(
        sections.flatMap((names) => (typeof names === 'string' ? [] : [[nameIn(names, language), names] as const])),
      ),
    };
  }
  throw new UserError(result.error.issues.flatMap((issue) => linesOf(issue, placeOf, overridden)));
}

/** A text of the settings in the language of the site, else the first of its languages. */
const nameIn = (name: Localized, language: string): string =>
  typeof name === 'string' ? name : (name[language] ?? Object.values(name)[0]!);

function linesOf(issue: z.core.$ZodIssue, placeOf: Exclude<Place, string>, overridden: boolean): string[] {
  const key = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  const place = key === 'url' && overridden ? 'SITE_URL' : `${placeOf(issue.path)}: ${key || 'settings'}`;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((unknown) => {
      const known = keysAt(issue.path);
      const near = nearestWord(unknown, known);
      const meant = near === undefined ? `expected one of ${known.join(', ')}` : `did you mean "${near}"?`;
      return `${placeOf([...issue.path, unknown])}: unknown key "${[key, unknown].filter(Boolean).join('.')}"; ${meant}`;
    });
  const found = foundBy(issue);
  return [`${place}: expected ${expectedBy(issue)}, got ${found}${fixOf(issue)}`];
}

/** Advice for values that differ in JSON but not to people: "60" and 60, or spellings of a host name. */
function fixOf(issue: z.core.$ZodIssue): string {
  const meant = issue.message === siteUrlForm ? siteUrlMeant(String(issue.input)) : undefined;
  if (meant !== undefined) return `; write ${JSON.stringify(meant)}`;
  if (issue.code !== 'invalid_type') return '';
  const wanted = (['string', 'boolean'] as const).find((type) => type === issue.expected) ?? 'number';
  return wrongQuotes(wanted, issue.input);
}

/** The value of the key. A rule that compares two keys reports the object that contains both. */
function foundBy({ code, path, input }: z.core.$ZodIssue): string {
  const value =
    code === 'custom' && typeof input === 'object' ? (input as Record<PropertyKey, unknown>)[path.at(-1) ?? ''] : input;
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** The known keys of a part of the settings. */
function keysAt(path: readonly PropertyKey[]): string[] {
  let node = z.toJSONSchema(settingsSchema, { io: 'input' }) as z.core.JSONSchema.BaseSchema;
  for (const part of path)
    node = (typeof part === 'number' ? node.items : node.properties?.[String(part)]) as z.core.JSONSchema.BaseSchema;
  return node.properties
    ? Object.keys(node.properties)
    : ((node.propertyNames as z.core.JSONSchema.BaseSchema | undefined)?.enum ?? []).map(String);
}

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return article(issue.expected);
  if (issue.code === 'too_small') return `at least ${issue.minimum}${issue.origin === 'string' ? ' character' : ''}`;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? 'another key';
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value)).join(' or ');
  return issue.message;
}

const article = (type: string): string =>
  ({
    string: 'a string',
    boolean: 'true or false',
    int: 'a whole number',
    number: 'a number',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  })[type] ?? type;

/**
 * The settings of a JSON file, as written and resolved.
 *
 * @param url overrides `settings.url` (SITE_URL)
 * @throws {UserError} if it is missing, not JSON or invalid: file, line and key
 */
export function readSettingsFile(
  path: string,
  url?: string,
): { readonly written: Settings; readonly settings: ResolvedSettings } {
  const { text, written } = readJsonFile(path);
  const placeOf = (key: readonly PropertyKey[]): string => `${path}:${lineOfJsonKey(text, key)}`;
  return { written, settings: resolveSettings(written, placeOf, url) };
}

function readJsonFile(path: string): { readonly text: string; readonly written: Settings } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new UserError(`${path}: not found; it holds the settings of the site`);
  }
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch (error) {
    const { line, what } = jsonFaultOf(text, error as Error);
    throw new UserError(`${path}:${line}: not valid JSON (${what}); ${jsonAdvice}`);
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new UserError(`${path}: expected an object of settings, got ${text.trim().slice(0, 40)}`);
  return { text, written: settings };
}

/**
 * The settings as JSON Schema (draft 2020-12), before defaults. `npm run compile` writes it to lib/site.schema.json, for editors.
 */
export const settingsJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(settingsSchema, { io: 'input' }),
  title: 'Settings of a Diptych site',
});
