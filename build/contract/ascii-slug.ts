/** A name in lower-case letters, digits and hyphens: `My Café` → `my-cafe`. Empty if nothing of it remains. */
export const asciiSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
