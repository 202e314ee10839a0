import { validateHeaderValue } from 'node:http';
import type { Fields } from '../answers/fields.ts';

/** Fields as they go over the wire. Throws where a value holds what no field may hold, as Node's own writer does. */
export function toLines(fields: Fields): string {
  let lines = '';
  for (let i = 0; i < fields.length; i += 2) {
    validateHeaderValue(fields[i]!, fields[i + 1]!);
    lines += `${fields[i]}: ${fields[i + 1]}\r\n`;
  }
  return lines;
}

/** The fields of such lines. */
export const toFields = (lines: string): string[] =>
  lines
    .split('\r\n')
    .filter((line) => line !== '')
    .flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
