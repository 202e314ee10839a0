/** Eleventy's memory of the files that its globs match. */
export interface FileSearch {
  inputs: object;
  outputs: object;
  promises: Readonly<Record<string, PromiseLike<unknown>>>;
  add(path: string): void;
  delete(path: string): void;
}

/**
 * Lets a preview survive files that come and go while Eleventy searches for files: Eleventy fails then, and would never find
 * them. Once the search has ended, all of its results are forgotten, so that the next build searches again.
 */
export function searchAgainAfterRaces(search: FileSearch): void {
  for (const name of ['add', 'delete'] as const) {
    const change = search[name].bind(search);
    search[name] = (path) => {
      try {
        change(path);
      } catch {
        void Promise.allSettled(Object.values(search.promises)).then(() => {
          search.inputs = {};
          search.outputs = {};
          search.promises = {};
        });
      }
    };
  }
}
