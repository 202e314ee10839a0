/** Header fields: names and values alternate. */
export type Fields = readonly string[];

/** Characters that a field value may not hold (RFC 9110 §5.5). */
const forbidden = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * A field as sent on the wire, with its line end.
 *
 * @throws {TypeError} if the value has a forbidden character
 */
export function toLine(name: string, value: string): string {
  if (forbidden.test(value)) throw new TypeError(`the value of ${name} holds a character that no field may hold`);
  return `${name}: ${value}\r\n`;
}

/** Fields as sent on the wire. Throws as `toLine` does. */
export function toLines(fields: Fields): string {
  let lines = '';
  for (let i = 0; i < fields.length; i += 2) lines += toLine(fields[i]!, fields[i + 1]!);
  return lines;
}

export const toFields = (lines: string): string[] =>
  lines
    .split('\r\n')
    .filter((line) => line !== '')
    .flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
