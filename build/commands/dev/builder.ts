import type { CheckInput, Finding } from '../../checks/finding.ts';
import { runChecks } from '../../checks/index.ts';
import type { PreviewMessage } from '../../contract/preview-messages.ts';
import type { Session } from '../../eleventy/build-hooks.ts';
import { createEleventy } from '../../eleventy/eleventy.ts';
import { readTemplateErrors } from '../../eleventy/errors/template-errors.ts';
import { tidy } from '../../eleventy/template-check.ts';
import { type WatchedBuild, type WatchListener, watchSite } from '../../eleventy/watch.ts';
import { removeTree } from '../../files.ts';
import { frontMatterOf } from '../../page/front-matter.ts';
import { outputPlaceOf } from '../../publish/output-place.ts';
import { createPreviewEmit, type PreviewUpdate } from './emit.ts';

/** What the process that builds tells the one that started it. */
export type BuilderMessage =
  | {
      readonly kind: 'published';
      readonly message: PreviewMessage;
      readonly build: WatchedBuild;
      readonly pages: number;
      readonly unread: readonly string[];
    }
  | { readonly kind: 'checked'; readonly findings: readonly Finding[] }
  /** What was left for later is there, too. */
  | { readonly kind: 'followed'; readonly message: PreviewMessage }
  | { readonly kind: 'watching' }
  /** Nothing can be watched before something is mended; the process may end. */
  | { readonly kind: 'stopped' }
  /** A file has changed that only a new process is sure to read anew. */
  | { readonly kind: 'outdated'; readonly file: string };

export interface PreviewRun {
  /** Folder to write to: nobody else's. */
  readonly folder: string;
  readonly session: Session;
  /** Milliseconds that a whole build may take before the content of a page is built by itself. */
  readonly quick?: number | undefined;
  readonly send: (message: BuilderMessage) => void;
}

/** Quiet time before the checks run, in milliseconds: first the page, then what is wrong with it. */
const checkDelay = 300;
/** A preview is always of this machine. */
const uncheckable = { 'localhost-url': 'off' } as const;

/**
 * Builds the site of the current folder into a folder of its own, and again at every change, until the process ends.
 * Where Eleventy cannot even watch, because the configuration is broken, that is told and the promise settles.
 */
export async function buildPreview(run: PreviewRun): Promise<void> {
  try {
    await watchPreview(run);
    run.send({ kind: 'watching' });
  } catch (error) {
    run.send(failureOf(error, { files: [], whole: true, took: 0 }));
    run.send({ kind: 'stopped' });
  }
}

async function watchPreview({ folder, session, quick, send }: PreviewRun): Promise<void> {
  const sources = new Map<string, string>();
  let update: PreviewUpdate | undefined;
  let checking: NodeJS.Timeout | undefined;
  // What an earlier process built there is in the memory of the server.
  await removeTree(folder);
  const published = await publishedFolder(session);
  const { next, previous } = outputPlaceOf(published);
  const eleventy = await createEleventy({
    output: folder,
    session: {
      ...session,
      compress: false,
      previous: published,
      emit: createPreviewEmit({
        built(made) {
          update = made;
        },
        followed: (changed) =>
          send({ kind: 'followed', message: { kind: 'built', changed, removed: [], drafts: update?.drafts ?? [] } }),
      }),
      source: (path, text) => sources.set(path, frontMatterOf(text)),
    },
    // Not `serve`: that is Eleventy's own server, for which plugins leave work undone until it is asked for.
    runMode: 'watch',
    ignore: ['.diptych', published, next, previous],
  });

  const listener: WatchListener = {
    built(build) {
      if (!update)
        return publishFailure(new Error('the configuration does not add the plugin: eleventyConfig.addPlugin(diptych)'), build);
      const { changed, removed, drafts, affectsOthers, pages, failures, publication } = update;
      const unread = failures.map(({ file, source, failure }) => `${source ?? file}: ${failure}`);
      send({ kind: 'published', message: { kind: 'built', changed, removed, drafts }, build, pages, unread });
      clearTimeout(checking);
      checking = setTimeout(() => send({ kind: 'checked', findings: check(publication()) }), checkDelay);
      return affectsOthers;
    },
    failed: publishFailure,
    outdated: (file) => send({ kind: 'outdated', file }),
  };
  await watchSite(eleventy, sources, listener, quick);

  function publishFailure(error: unknown, build: WatchedBuild): false {
    clearTimeout(checking);
    send(failureOf(error, build));
    return false;
  }
}

const failureOf = (error: unknown, build: WatchedBuild): BuilderMessage => ({
  kind: 'published',
  message: { kind: 'failed', faults: readTemplateErrors(error) },
  build,
  pages: 0,
  unread: [],
});

/** Where builds publish. */
async function publishedFolder(session: Session): Promise<string> {
  const probe = await createEleventy({ session, runMode: 'watch' });
  return tidy(probe.directories.output);
}

function check({ site, ...input }: CheckInput): Finding[] {
  const { settings } = site;
  return runChecks({ ...input, site: { ...site, settings: { ...settings, checks: { ...settings.checks, ...uncheckable } } } });
}
