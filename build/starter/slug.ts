/** The id of a heading, in the manner of GitHub: `Why “two panels”?` → `why-two-panels`. Never empty. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-') || 'section';
