import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { manifestFile } from '../../../build/contract/manifest.ts';

/** How long a folder must be quiet before it is read, in milliseconds: a swap is two renames, a copy without manifest many writes. */
const quietSwap = 30;
const quietCopy = 250;
/** Longest wait for a folder that is never quiet, in milliseconds. */
const longest = 2_000;

/**
 * Detects that a folder was replaced or its manifest rewritten; without manifest, any change. One watcher for each folder:
 * a recursive one would watch every file.
 */
export class FolderWatcher {
  readonly #onChange: () => void;
  readonly #onEnd: (error: Error) => void;
  readonly #outside: FSWatcher | undefined;
  #inside: FSWatcher[] = [];
  #fresh: FSWatcher[] = [];
  #hasManifest = false;
  #timer: NodeJS.Timeout | undefined;
  #since: number | undefined;
  #closed = false;

  /** @param onEnd called once when the folder cannot be watched, or no longer: changes are not detected from then on */
  constructor(folder: string, onChange: () => void, onEnd: (error: Error) => void) {
    this.#onChange = onChange;
    this.#onEnd = onEnd;
    const name = basename(folder);
    this.#outside = this.#open(dirname(folder), (file) => {
      if (file === name || file === null) this.#changed(quietSwap);
    });
  }

  /** Watches one folder from now on. Called for each, before it is listed. */
  add(folder: string): void {
    const watcher = this.#open(folder, (file) => {
      if (!this.#hasManifest) this.#changed(quietCopy);
      else if (file === basename(manifestFile)) this.#changed(quietSwap);
    });
    if (watcher) this.#fresh.push(watcher);
  }

  /** After a listing: removes folders that were not added since the last one. A moved folder keeps its watcher. */
  renew(hasManifest: boolean): void {
    this.#hasManifest = hasManifest;
    for (const watcher of this.#inside) watcher.close();
    this.#inside = this.#fresh;
    this.#fresh = [];
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const watcher of [this.#outside, ...this.#inside, ...this.#fresh]) watcher?.close();
  }

  #open(path: string, listen: (file: string | null) => void): FSWatcher | undefined {
    if (this.#closed) return undefined;
    try {
      const watcher = watch(path, { persistent: false }, (_event, file) => listen(file));
      return watcher.on('error', (error) => this.#end(error));
    } catch (error) {
      // Removed, or not readable: the listing reports it.
      if (!['ENOENT', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) this.#end(error as Error);
      return undefined;
    }
  }

  #end(error: Error): void {
    if (this.#closed) return;
    this.close();
    this.#onEnd(error);
  }

  #changed(quiet: number): void {
    if (this.#closed) return;
    const now = performance.now();
    this.#since ??= now;
    clearTimeout(this.#timer);
    const wait = Math.max(0, Math.min(quiet, this.#since + longest - now));
    this.#timer = setTimeout(() => {
      this.#since = undefined;
      this.#onChange();
    }, wait);
  }
}
