import type { Check } from '../check.ts';

/** Invalid JSON-LD: no JSON, no object, or no @context, which names the vocabulary (JSON-LD 1.1 §3.1). */
export const jsonLd: Check = {
  severity: 'error',
  summary: 'A JSON-LD script is not valid JSON, or has no @context.',
  *find({ visiblePages }) {
    for (const page of visiblePages) {
      for (const { text, line } of page.facts.jsonLd) {
        const fault = faultOf(text);
        if (!fault) continue;
        yield {
          on: page,
          line,
          tokens: ['application/ld+json'],
          key: fault.key,
          message: `invalid JSON-LD: ${fault.message}`,
          fix: fixes[fault.key],
        };
      }
    }
  },
};

const fixes = {
  syntax: 'Print it with a JSON filter instead of by hand.',
  'no object': 'Write an object, as https://schema.org shows, or remove the script.',
  'no context': 'Add "@context": "https://schema.org" to each object.',
};

/** The fault of a JSON-LD text. The key is the same for one mistake of a layout, whose message may differ by page. */
function faultOf(text: string): { readonly key: keyof typeof fixes; readonly message: string } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { key: 'syntax', message: text.trim() ? (error as Error).message.replace(/\s+/g, ' ') : 'it is empty' };
  }
  const nodes = [value].flat();
  if (nodes.length === 0 || nodes.some((node) => typeof node !== 'object' || node === null))
    return { key: 'no object', message: 'it holds no object' };
  if (nodes.some((node) => !('@context' in (node as object)))) return { key: 'no context', message: 'it has no @context' };
  return undefined;
}
