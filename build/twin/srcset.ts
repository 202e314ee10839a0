/** A candidate of a `srcset`, with its width, or density × 1000; 0 without either. */
export interface Candidate {
  readonly url: string;
  readonly size: number;
  /** Media type of its `source`, if any. */
  readonly type?: string | undefined;
}

/** The candidates of a `srcset` (HTML §4.8.4.2.1): a URL extends to white space, and a comma at its end is the separator. */
export function candidatesOf(srcset: string | null | undefined): Candidate[] {
  const candidates: Candidate[] = [];
  if (!srcset) return candidates;
  const word = /[^\s,]\S*/g;
  for (let found = word.exec(srcset); found; found = word.exec(srcset)) {
    const [written] = found;
    let end = written.length;
    while (written[end - 1] === ',') end--;
    let size = 0;
    if (end === written.length) {
      const comma = srcset.indexOf(',', word.lastIndex);
      const next = comma < 0 ? srcset.length : comma;
      const [, number, unit] = /^([\d.]+)([wx])$/.exec(srcset.slice(word.lastIndex, next).trim()) ?? [];
      if (number) size = Number(number) * (unit === 'x' ? 1_000 : 1);
      word.lastIndex = next;
    }
    candidates.push({ url: written.slice(0, end), size });
  }
  return candidates;
}

/** The largest candidate, the first of equal ones; AVIF and JPEG XL, which few programs read, only without others. */
export function largestOf(candidates: readonly Candidate[]): string | undefined {
  const open = candidates.filter(({ url, type }) => !/\.(?:avif|jxl)(?:[?#]|$)|^image\/(?:avif|jxl)/i.test(type ?? url));
  return (open.length > 0 ? open : candidates).reduce<Candidate | undefined>(
    (best, candidate) => (best && candidate.size <= best.size ? best : candidate),
    undefined,
  )?.url;
}

/** Attributes with the address of an image: of scripts that load it late, until when `src` is a placeholder, and its own. */
export const imageSources = ['data-src', 'src'];
export const imageSets = ['srcset', 'data-srcset'];
