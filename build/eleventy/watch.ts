import { readFileSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { frontMatterOf } from '../page/front-matter.ts';
import type { Eleventy } from './eleventy.ts';
import { withLateRejections } from './late-rejections.ts';

/** A build of a watch. */
export interface WatchedBuild {
  /** Files whose change made it; none for the first. */
  readonly files: readonly string[];
  /** Whether every template was rendered. */
  readonly whole: boolean;
  /** Milliseconds. */
  readonly took: number;
}

export interface WatchListener {
  /** @returns whether a whole build is to follow: other pages may show something of what changed */
  built(build: WatchedBuild): boolean;
  failed(error: unknown, build: WatchedBuild): void;
  /** The configuration, or something that it imports, has changed: only a new process is sure to read it anew. */
  outdated(file: string): void;
}

/** Front matter of the templates as they were read for the build, by path. */
export type Sources = ReadonlyMap<string, string>;

type FileEvent = 'add' | 'change' | 'unlink';

const quickBuild = 500;
/** Milliseconds in which changes are one change: an editor that saves all, a branch that is checked out. */
const gathering = 10;
/** Templates whose data stand in front matter: where that is the same, only the content is another. */
const content = /\.(md|njk|liquid|html|webc|hbs|mustache|ejs|haml|pug)$/;

/**
 * Builds the site, and again at every change, one build at a time. Small sites are built whole each time. In larger
 * ones a change of the content of a page renders that page alone; whatever may show elsewhere (front matter, layouts,
 * includes, data, settings, files that come or go) is a whole build, and so is what follows a failed one.
 *
 * @param quick milliseconds that a whole build may take before the content of a page is built by itself
 * @returns when the first build is done, well or not, and changes are noticed
 * @throws what Eleventy throws where it cannot even begin to watch: the configuration is broken
 */
export async function watchSite(
  eleventy: Eleventy,
  sources: Sources,
  listener: WatchListener,
  quick = quickBuild,
): Promise<void> {
  const began = Date.now();
  const changes = new Map<string, FileEvent>();
  let failure: { readonly error: unknown } | undefined;
  let lastWhole = Number.POSITIVE_INFINITY;
  let busy = true;
  let timer: NodeJS.Timeout | undefined;

  // Eleventy's watch swallows errors of its builds; here they are kept.
  const write = eleventy.write.bind(eleventy);
  eleventy.write = async () => {
    failure = undefined;
    try {
      return await withLateRejections(write);
    } catch (error) {
      failure = { error };
      return [[], []];
    }
  };

  let rebuild: (path: string) => Promise<void>;
  try {
    await measured([], true, async () => {
      rebuild = await eleventy.watch();
    });
  } catch (error) {
    throw failure?.error ?? error;
  }
  eleventy.watcher.removeAllListeners('add').removeAllListeners('change').removeAllListeners('unlink');
  // Relative to another folder where something outside of the project is watched.
  const root = resolve(eleventy.watcher.options.cwd ?? '.');
  for (const event of ['add', 'change', 'unlink'] as const)
    eleventy.watcher.on(event, (path: string) => note(relative('.', resolve(root, path)).replaceAll(sep, '/'), event));
  busy = false;
  // Saved while the first build ran, before anyone watched.
  for (const path of sources.keys()) if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > began) note(path, 'change');

  function note(path: string, event: FileEvent): void {
    changes.set(path, event);
    clearTimeout(timer);
    timer = setTimeout(run, gathering);
  }

  async function run(): Promise<void> {
    if (busy || changes.size === 0) return;
    busy = true;
    const batch = [...changes];
    changes.clear();
    try {
      await build(batch);
    } finally {
      busy = false;
      if (changes.size > 0) timer = setTimeout(run, gathering);
    }
  }

  async function build(batch: readonly [path: string, event: FileEvent][]): Promise<void> {
    const files = batch.map(([path]) => path);
    const settling = files.find((path) => eleventy.shouldTriggerConfigReset([`./${path}`]));
    if (settling !== undefined) return listener.outdated(settling);
    for (const [path, event] of batch) {
      if (event === 'add') eleventy.fileSystemSearch.add(path);
      else if (event === 'unlink') eleventy.fileSystemSearch.delete(path);
    }
    const whole = !(lastWhole > quick && !failure && batch.every(isContent));
    const followed = await measured(files, whole, () => render(files, whole));
    if (followed && !whole && changes.size === 0) await measured(files, true, () => render(files, true));
  }

  async function render(files: readonly string[], whole: boolean): Promise<void> {
    eleventy.setIncrementalBuild(!whole);
    // All but the last only take their place in the queue of Eleventy, which answers for the last.
    for (const file of files.slice(0, -1)) void rebuild(file);
    await rebuild(files.at(-1)!);
  }

  async function measured(files: readonly string[], whole: boolean, work: () => Promise<void>): Promise<boolean> {
    const start = performance.now();
    await work();
    const done = { files, whole, took: performance.now() - start };
    if (failure) {
      listener.failed(failure.error, done);
      return false;
    }
    if (whole) lastWhole = done.took;
    return listener.built(done);
  }

  function isContent([path, event]: readonly [path: string, event: FileEvent]): boolean {
    const before = sources.get(path);
    return event === 'change' && before !== undefined && content.test(path) && frontMatterOf(read(path)) === before;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
