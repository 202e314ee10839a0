/** Size of the sample of pages that boilerplate is learned from, taken evenly. */
const framePages = 64;
/** Fewer pages are not enough. */
export const fewestFramePages = 4;
/** Share of the pages with a thing from which on it is boilerplate. */
export const frameShare = 0.3;

/** A deterministic, even sample of the pages of a site, for learning boilerplate. */
export function framePagesOf(files: readonly string[]): string[] {
  const step = Math.max(1, files.length / framePages);
  return Array.from({ length: Math.min(files.length, framePages) }, (_, at) => files[Math.floor(at * step)]!);
}
