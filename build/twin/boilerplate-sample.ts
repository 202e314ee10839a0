/** Size of the sample of pages that boilerplate is learned from, taken evenly. */
const samplePages = 64;
/** Fewer pages are not enough. */
export const fewestSamplePages = 4;
/** Share of the pages with a thing from which on it is boilerplate. */
export const boilerplateShare = 0.3;

/** A deterministic, even sample of the pages of a site, for learning boilerplate. */
export function samplePagesOf(files: readonly string[]): string[] {
  const step = Math.max(1, files.length / samplePages);
  return Array.from({ length: Math.min(files.length, samplePages) }, (_, at) => files[Math.floor(at * step)]!);
}
