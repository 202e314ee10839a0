import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The values of a template's placeholders, by name: a text within a line, or whole lines. */
export type Places = Readonly<Record<string, string | readonly string[]>>;

/** The template of a server's configuration in the package: `nginx/site.conf`. */
export const readTemplate = (path: string): string =>
  readFileSync(join(dirname(createRequire(import.meta.url).resolve('diptych/package.json')), 'build/hosts', path), 'utf8');

/**
 * Fills a template. `@@NAME@@` within a line is replaced by a text. A comment line of only that (`  # @@NAME@@`) is replaced by
 * lines with its indentation, or removed if there are none.
 *
 * @param common values that need not be used
 * @throws {Error} for a placeholder without value, an unused value, and a text where lines are expected
 */
export function fillTemplate(template: string, values: Places, common: Places = {}): string {
  const used = new Set<string>();
  const filling = (name: string): string | readonly string[] => {
    used.add(name);
    const value = values[name] ?? common[name];
    if (value === undefined) throw new Error(`@@${name}@@: no value`);
    return value;
  };
  // In one pass, so that placeholders in values are not replaced.
  const text = template.replace(/^([ \t]*)# @@(\w+)@@\n|@@(\w+)@@/gm, (_, indent: string, block: string, inline: string) => {
    const value = filling(block ?? inline);
    if (block === undefined) return String(value);
    if (typeof value === 'string') throw new Error(`@@${block}@@: expected lines`);
    return value.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('');
  });
  const left = Object.keys(values).filter((name) => !used.has(name));
  if (left.length > 0) throw new Error(`no place for ${left.join(', ')}`);
  return text;
}
