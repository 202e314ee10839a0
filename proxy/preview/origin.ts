import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { PreviewFile } from '../../build/contract/preview-messages.ts';
import { redirectsFile } from '../../build/contract/redirects.ts';
import { surfaces } from '../../build/contract/surfaces.ts';
import type { ResolvedProxyOptions } from '../options.ts';
import { OriginFailure } from '../origin/failure.ts';
import type { FileFacts } from '../origin/folder/inventory.ts';
import { createSnapshot, type Snapshot } from '../origin/folder/snapshot.ts';
import type { Origin, Page } from '../origin/origin.ts';
import { parseRedirects } from '../origin/redirects-file.ts';
import { readSiteFacts, type Site, type SiteFacts } from '../origin/site.ts';
import { type Addition, withAddition } from './addition.ts';

const openApiFile = surfaces.getOpenApi.path.slice(1);

/** What changed in the folder since the last time. */
export interface PreviewChange {
  readonly changed: Readonly<Record<string, PreviewFile>>;
  readonly removed: readonly string[];
}

/** The folder of a preview: held in memory as a published folder is, but told what changed. */
export interface PreviewOrigin extends Origin {
  /** Loads what changed and swaps to it; a file that is another again by now is part of the next change. */
  apply(change: PreviewChange): Promise<void>;
  /** The newest build could not be finished: what was there before is served on. */
  setBroken(broken: boolean): void;
  /** Whether there is anything to serve. */
  readonly isBuilt: boolean;
  /** Hash of a file as it is served; undefined where there is none. */
  hashOf(file: string): string | undefined;
}

/**
 * The origin of a preview.
 *
 * @param addition what stands at the end of every HTML page
 */
export function createPreviewOrigin(options: ResolvedProxyOptions, addition: Addition): PreviewOrigin {
  const listeners: (() => void)[] = [];
  const files = new Map<string, FileFacts>();
  /** What the site says of itself: read anew only when it says something else, for it grows with every page. */
  let known: { readonly of: string | undefined; readonly facts: SiteFacts } = {
    of: undefined,
    facts: factsOf(undefined),
  };
  let snapshot = createSnapshot({ build: 'preview', files }, shelfAt(''), known.facts, new Map());
  let site = snapshot.site;
  let pages = new WeakMap<Page, Page>();
  let isBroken = false;
  let isBuilt = false;
  let applying: Promise<void> = Promise.resolve();

  function shelfAt(root: string): Parameters<typeof createSnapshot>[1] {
    return { root, moved: undefined, fileLimit: options.memoryFileLimit, room: Number.POSITIVE_INFINITY, onStale: () => {} };
  }

  function factsOf(openApi: string | undefined): SiteFacts {
    return { ...readSiteFacts(openApi, options), crossOrigin: false };
  }

  function read(): Snapshot {
    const root = realpathSync(options.dir);
    const text = (file: string): string | undefined => (files.has(file) ? readFileSync(join(root, file), 'utf8') : undefined);
    const description = files.get(openApiFile)?.hash;
    if (known.of !== description) known = { of: description, facts: factsOf(text(openApiFile)) };
    return createSnapshot(
      { build: 'preview', files: new Map(files) },
      shelfAt(root),
      known.facts,
      parseRedirects(text(redirectsFile) ?? ''),
    );
  }

  async function change({ changed, removed }: PreviewChange): Promise<void> {
    for (const [file, facts] of Object.entries(changed)) files.set(file, facts);
    for (const file of removed) files.delete(file);
    try {
      const next = read();
      const held = new Map(snapshot.files.map(({ hash, bytes }) => [hash, bytes]));
      for (const file of next.all()) {
        const bytes = held.get(file.hash);
        if (bytes) file.adopt(bytes);
      }
      await Promise.all(next.files.filter(({ file }) => file in changed).map((file) => file.load()));
      adopt(next);
    } catch (error) {
      // The next build is writing already; what it changed is told when it is done, and these files are part of it.
      options.log.debug('the folder is being written', { reason: (error as Error).message });
    }
  }

  function adopt(next: Snapshot): void {
    snapshot = next;
    pages = new WeakMap();
    const { notFound } = next.site;
    site = { ...next.site, notFound: notFound && withAddition(notFound, addition) } satisfies Site;
    isBuilt = true;
    for (const listener of listeners) listener();
  }

  function pageOf(page: Page): Page {
    let added = pages.get(page);
    if (!added) {
      added = { ...page, html: withAddition(page.html, addition) };
      pages.set(page, added);
    }
    return added;
  }

  return {
    get site() {
      return site;
    },
    find(path) {
      if (!isBuilt)
        throw new OriginFailure('unavailable', 'the preview is not built yet', {
          detail: 'The first build of the preview is under way, or has failed.',
          retryAfter: '1',
        });
      const found = snapshot.find(path);
      return found?.kind === 'page' ? pageOf(found) : found;
    },
    get status() {
      return isBuilt && !isBroken ? 'ok' : 'degraded';
    },
    get isBuilt() {
      return isBuilt;
    },
    hashOf: (file) => files.get(file)?.hash,
    onChange: (listener) => void listeners.push(listener),
    apply(next) {
      applying = applying.then(() => change(next));
      return applying;
    },
    setBroken(broken) {
      isBroken = broken;
    },
    reload: () => applying,
    close: () => applying,
  };
}
