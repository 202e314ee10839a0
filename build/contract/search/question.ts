/** Limits of a question. */
export const mostCharacters = 200;
export const mostWords = 16;

/** Why a question is refused, in one sentence; undefined for a valid one. */
export function faultOfQuestion(question: string): string | undefined {
  const words = question.split(/\s+/).filter(Boolean).length;
  if (words === 0) return 'The query parameter q is missing or empty: it holds the words to search for.';
  if (question.length > mostCharacters)
    return `The query parameter q has ${question.length} characters; at most ${mostCharacters} are searched for.`;
  return words > mostWords ? `The query parameter q has ${words} words; at most ${mostWords} are searched for.` : undefined;
}

/** A question from some words, such as those of a path, cut to the limits. */
export const questionOf = (text: string): string =>
  (text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).slice(-mostWords).join(' ').slice(0, mostCharacters);
