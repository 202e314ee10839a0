/** What is wrong with a text that is not JSON, and in which line (1-based): the last where V8's message names no position. */
export function jsonFaultOf(text: string, { message }: Error): { readonly line: number; readonly what: string } {
  const position = /position (\d+)/.exec(message)?.[1];
  const before = text.trimEnd().slice(0, position === undefined ? undefined : Number(position));
  const what = message.split('\n')[0]!.replace(/ in JSON at position.*| is not valid JSON.*/s, '');
  return { line: before.split('\n').length, what };
}

export const jsonAdvice = 'look for a missing or extra comma or quote';
