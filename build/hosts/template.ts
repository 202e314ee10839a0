import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The values of a template's places, by name: a text for a place within a line, lines for a line that is a place. */
export type Places = Readonly<Record<string, string | readonly string[]>>;

/** The configuration of a server as it lies in the package: `nginx/site.conf`. */
export const readTemplate = (path: string): string =>
  readFileSync(join(dirname(createRequire(import.meta.url).resolve('diptych/package.json')), 'build/hosts', path), 'utf8');

/**
 * Fills the places of a template. `@@NAME@@` within a line stands for a text. A line that is only that, behind the sign of
 * a comment (`  # @@NAME@@`), stands for lines, which get its indentation; for none, it goes.
 *
 * @param common values that a template need not ask for
 * @throws {Error} for a place without value, a value without place, and a text where lines are expected
 */
export function fillTemplate(template: string, values: Places, common: Places = {}): string {
  const used = new Set<string>();
  const filling = (name: string): string | readonly string[] => {
    used.add(name);
    const value = values[name] ?? common[name];
    if (value === undefined) throw new Error(`@@${name}@@: no value`);
    return value;
  };
  // In one go: what stands in a value is no place.
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
