import { readFileSync } from 'node:fs';
import { AuthorError } from '../contract/user-error.ts';

/** Reads the settings of a JSON file, not yet validated. @throws {AuthorError} where it is missing or no JSON, with the line */
export function readSettingsFile(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new AuthorError([`${path}: not found; it holds the settings of the site`]);
  }
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    throw new AuthorError([
      `${path}${lineOf(text, message)}: not valid JSON (${message.replace(/ in JSON at position.*$/s, '')}); look for a missing or extra comma or quote`,
    ]);
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new AuthorError([`${path}: found ${text.trim().slice(0, 40)}, expected an object of settings`]);
  return settings as Record<string, unknown>;
}

/** `:3` from V8's "… at position 57", at the end of the text where it names none. */
function lineOf(text: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  const before = text.slice(0, position === undefined ? text.length : Number(position));
  return `:${before.split('\n').length}`;
}
