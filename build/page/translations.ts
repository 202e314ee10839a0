export interface InLanguage {
  readonly url: string;
  /** BCP 47 tag. */
  readonly language: string;
}

/** The language folder of a page: `de` for `/de/start` in German; may be empty. */
export function languageFolderOf({ url, language }: InLanguage): string {
  const folder = /^\/([^/]+?)(?:\/|\.html?$|$)/.exec(url)?.[1] ?? '';
  return folder && [language, language.split('-')[0]!].some((tag) => tag.toLowerCase() === folder.toLowerCase()) ? folder : '';
}

/** Whether a page is the home of its language folder: `/de/`, `/de.html`. */
export const isLanguageHome = (page: InLanguage): boolean => /^\/[^/]+\/?$/.test(page.url) && languageFolderOf(page) !== '';

/**
 * Translations of pages, by URL: `/start` and `/de/start`, or `/en/start` and `/de/start`. Sorted by language, the page itself
 * included; pages without translations are not in the map.
 */
export function translationsOf<P extends InLanguage>(pages: readonly P[]): ReadonlyMap<string, readonly P[]> {
  const groups = new Map<string, Map<string, P>>();
  for (const page of pages) {
    const folder = languageFolderOf(page);
    const key = (folder ? page.url.slice(folder.length + 1).replace(/^\.html?$/, '') : page.url) || '/';
    const group = groups.get(key) ?? new Map<string, P>();
    groups.set(key, group);
    if (!group.has(page.language)) group.set(page.language, page);
  }
  const translated = [...groups.values()].filter(({ size }) => size > 1);
  return new Map(
    translated.flatMap((group) => {
      const all = [...group.values()].sort((a, b) => (a.language < b.language ? -1 : 1));
      return all.map((page) => [page.url, all] as const);
    }),
  );
}

/** Right-to-left scripts (Unicode Bidirectional Algorithm, UAX 9). */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi']);

/** `rtl` for right-to-left languages, else an empty string: `ar`, `he`, `az-Arab`. */
export function directionOf(language: string): 'rtl' | '' {
  try {
    return rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : '';
  } catch {
    return '';
  }
}
