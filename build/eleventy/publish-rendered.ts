import { join } from 'node:path';
import type { Finding } from '../checks/finding.ts';
import { toText } from '../checks/report.ts';
import { pageUrlOf, urlOfFile } from '../contract/permalinks.ts';
import { redirectsFile } from '../contract/redirects.ts';
import { isLocalUrl, notAtRoot } from '../contract/site-url.ts';
import { writeArtifacts } from '../files.ts';
import { createPageLinks } from '../generators/page-links.ts';
import { type Html, isDraft, type Page } from '../page/page.ts';
import type { PageFailure, PageReader } from '../page/reader.ts';
import { emit } from '../publish/emit.ts';
import { checkRedirectsFile, redirectMap } from '../publish/redirect-map.ts';
import type { Summary } from '../publish/summary.ts';
import { settleTwins } from '../publish/twin-places.ts';
import { type BuildState, isInPlace } from './build-state.ts';
import { showBuild } from './dev-server.ts';
import { relinked } from './template-outputs.ts';

/**
 * Publishes what Eleventy rendered: reads the pages, generates, checks, and writes.
 */
export async function publishRendered(
  state: BuildState,
  reader: PageReader,
  output: string,
  strays: readonly string[] | undefined,
): Promise<Summary> {
  const { hooks, templates } = state;
  const isPreview = state.runMode !== 'build';
  const began = performance.now();
  const unread = templates.unread();
  let done = 0;
  const reading = unread.map(async (file) => {
    templates.setPage(file.file, await reader.read(file));
    hooks.progress?.(++done, unread.length);
  });
  await Promise.all(reading);
  const read = performance.now() - began;
  if (state.runMode === 'build') {
    // Before the documents are made: what its threads hold is memory that those need.
    await reader.close();
    state.reader = undefined;
  }
  const saved = reader.save();
  const { moved, outputs } = templates;
  const { pages, htmlUrls } = settleTwins(
    [...templates.pages.values()],
    outputs.map(({ path }) => path),
    state.settings,
  );
  const settings = { ...state.settings, htmlUrls };
  if (outputs.some(({ path }) => path === redirectsFile)) checkRedirectsFile(join(output, redirectsFile));
  const emitted = await emit({
    folder: output,
    pages,
    settings,
    outputs,
    strays,
    redirects: redirectMap(
      moved,
      [...templates.html.keys()].map((file) => pageUrlOf(file, htmlUrls)),
      outputs.map(({ path }) => urlOfFile(path)),
      htmlUrls,
    ),
    report: hooks.report ?? printFindings,
    isInPlace: isInPlace(state),
    hostFiles: state.hostFiles,
    ...(isPreview && { preview: { published: hooks.published ?? output } }),
    keep: state.texts?.keep,
    link: (has) => writeLinked(state, pages, output, has),
    ...(state.previous && { previous: state.previous }),
    ...(state.compressor && { compressor: state.compressor }),
  });
  await saved;
  if (isPreview)
    await showBuild({
      folder: output,
      drafts: pages.flatMap((page) => ('failure' in page || !isDraft(page) ? [] : [page.file])),
    });
  if (state.runMode === 'build' && isLocalUrl(settings.url) && !hooks.done)
    console.warn(`[diptych] the site URL is ${settings.url}: set "url" or SITE_URL before you publish`);
  const note = notAtRoot(settings.url);
  if (state.runMode === 'build' && note && !hooks.done) console.warn(`[diptych] ${note}`);
  return { ...emitted, times: { read, ...emitted.times } };
}

/**
 * Writes again the pages that need other links than they were given when they were rendered.
 *
 * @returns the text of every page
 */
function writeLinked(
  { templates, settings }: BuildState,
  read: readonly (Page | PageFailure)[],
  output: string,
  has: (path: string) => boolean,
): ReadonlyMap<string, Html> {
  const linksOf = createPageLinks(
    read.filter((page): page is Page => !('failure' in page)),
    settings,
    has,
  );
  const before = templates.html;
  for (const page of read) {
    const rendered = before.get(page.file)!;
    const now = relinked(rendered, 'failure' in page ? undefined : linksOf(page));
    if (now === rendered) continue;
    templates.setHtml(page.file, now);
    if (now.html !== rendered.html) writeArtifacts(output, [{ path: page.file, mediaType: '', body: now.html }]);
  }
  return templates.html;
}

function printFindings(findings: readonly Finding[]): void {
  if (findings.length > 0) console.warn(toText(findings, { limit: 20 }));
}
