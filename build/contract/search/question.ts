/** Longest question in characters. */
export const mostCharacters = 500;
/** Terms of a question that are looked for, the rarest first: they decide, and their lists are short. */
export const mostTerms = 16;

/** Why a question is refused, in one sentence; undefined for a valid one. */
export function faultOfQuestion(question: string): string | undefined {
  if (question.trim() === '') return 'The question is missing or empty: it holds the words to search for.';
  if (question.length <= mostCharacters) return undefined;
  return `The question has ${question.length} characters; at most ${mostCharacters} are searched for.`;
}

/** A question from some words, such as those of a path, cut to the limits. */
export const questionOf = (text: string): string =>
  (text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).slice(-mostTerms).join(' ').slice(0, mostCharacters);
