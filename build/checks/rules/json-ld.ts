import type { Check } from '../check.ts';

/** JSON-LD that a reader would throw away: no JSON, no object, or nothing that says in which vocabulary (JSON-LD 1.1 §3.1). */
export const jsonLd: Check = {
  name: 'json-ld',
  severity: 'error',
  summary: 'A JSON-LD script is not valid JSON, or has no @context.',
  find: ({ visiblePages }) =>
    visiblePages.flatMap((page) =>
      page.facts.jsonLd.flatMap(({ text, line }) => {
        const fault = faultOf(text);
        if (!fault) return [];
        return [
          {
            on: page,
            line,
            tokens: ['application/ld+json'],
            key: fault.key,
            message: `invalid JSON-LD: ${fault.message}`,
            fix: 'Print it with a JSON filter instead of by hand.',
          },
        ];
      }),
    ),
};

/** What is wrong with it; the key is the same where a layout makes the same mistake of other words. */
function faultOf(text: string): { readonly key: string; readonly message: string } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { key: 'syntax', message: text.trim() ? (error as Error).message.replace(/\s+/g, ' ') : 'it is empty' };
  }
  const nodes = Array.isArray(value) ? value : [value];
  if (nodes.length === 0 || nodes.some((node) => typeof node !== 'object' || node === null))
    return { key: 'no object', message: 'it holds no object' };
  if (nodes.some((node) => !('@context' in node))) return { key: 'no context', message: 'it has no @context' };
  return undefined;
}
