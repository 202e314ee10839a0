import type { ProxySetting } from '../build/contract/proxy-settings.ts';

/** What a value of a setting must be, for a message: `a whole number of bytes from 0`. */
export function expectationOf({ type, values, min = 0, max = Number.MAX_SAFE_INTEGER, unit }: ProxySetting): string {
  if (type === 'switch') return 'true or false';
  if (type === 'choice') return values?.join(' or ') ?? 'nothing';
  if (type === 'text') return 'a text';
  return `a whole number${unit ? ` of ${unit}` : ''} from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`;
}

/** Whether a value may stand for a setting. `null` may where it is the default: nothing is set. */
export function isValueOf(
  { type, values, default: fallback, min = 0, max = Number.MAX_SAFE_INTEGER }: ProxySetting,
  value: unknown,
): boolean {
  if (value === null) return fallback === null;
  if (type === 'switch') return typeof value === 'boolean';
  if (type === 'choice') return values?.includes(value as string) ?? false;
  if (type === 'text') return typeof value === 'string';
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}
