/** What a question may have at most. */
export const mostCharacters = 200;
export const mostWords = 16;

/** What is wrong with a question, in one sentence; undefined if nothing is. */
export function faultOfQuestion(question: string): string | undefined {
  const words = question.split(/\s+/).filter(Boolean).length;
  if (words === 0) return 'The query parameter q is missing or empty: it holds the words to search for.';
  if (question.length > mostCharacters)
    return `The query parameter q has ${question.length} characters; at most ${mostCharacters} are searched for.`;
  return words > mostWords ? `The query parameter q has ${words} words; at most ${mostWords} are searched for.` : undefined;
}

/** Some words, such as those of a path, as a question: as many as it may have. */
export const questionOf = (text: string): string =>
  (text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).slice(-mostWords).join(' ').slice(0, mostCharacters);
