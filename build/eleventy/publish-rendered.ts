import { join } from 'node:path';
import type { Finding } from '../checks/finding.ts';
import { pageUrlOf, urlOfFile } from '../contract/permalinks.ts';
import { redirectsFile } from '../contract/redirects.ts';
import { isLocalUrl, notAtRoot } from '../contract/site-url.ts';
import { inOrder } from '../contract/std/collections.ts';
import { UserError } from '../contract/std/errors.ts';
import { hashOf, readIfThere, writeArtifacts } from '../files.ts';
import { createPageLinks } from '../generators/page-links.ts';
import { codeDigest } from '../page/code-digest.ts';
import { type Html, isDraft } from '../page/page.ts';
import type { PageReader } from '../page/reader.ts';
import type { SitePages } from '../page/site-pages.ts';
import type { Extensions } from '../publish/extensions.ts';
import { keepLastBuild, rememberBuild } from '../publish/last-build.ts';
import type { PreviousBuild } from '../publish/previous-build.ts';
import { publish } from '../publish/publish.ts';
import { checkRedirectsFile, redirectMap } from '../publish/redirect-map.ts';
import { settlePages } from '../publish/settle-pages.ts';
import type { Summary } from '../publish/summary.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { BuildHooks } from './build-hooks.ts';
import { showBuild } from './dev-server.ts';
import { asWritten, linked, type TemplateOutputs } from './template-outputs.ts';

/** Eleventy's output, with the means to publish it. */
export interface Rendered {
  readonly templates: TemplateOutputs;
  readonly settings: ResolvedSettings;
  /** Closed when the pages of a build are read. */
  readonly reader: PageReader;
  readonly hooks: BuildHooks;
  readonly output: string;
  readonly isPreview: boolean;
  readonly previous: PreviousBuild;
  readonly extensions: Extensions;
  readonly report: (findings: readonly Finding[]) => void;
  /** Where builds remember what they were made from, with the hash of each template; absent if this build has further inputs. */
  readonly memory?: { readonly file: string; readonly sources: ReadonlyMap<string, string> };
}

/** Publishes Eleventy's output: reads the pages, generates, checks, and writes, unless all of it is as in the last build. */
export async function publishRendered(rendered: Rendered): Promise<Summary> {
  const { templates, memory, output, previous, isPreview, hooks, settings } = rendered;
  const began = performance.now();
  const place = memory && { file: memory.file, inputs: inputsOf(rendered), folder: output, previous };
  const outputs = templates.outputs.map(({ path }) => path);
  const kept = place && keepLastBuild(place, outputs, templates.publishedHtml);
  let summary: Summary;
  if (kept) {
    await rendered.reader.close();
    rendered.report(kept.findings);
    summary = { ...kept, times: { compare: performance.now() - began } };
  } else {
    summary = await publishRead(rendered);
    if (place) await rememberBuild(place, summary);
  }
  // Otherwise a command prints the summary.
  if (!isPreview && !hooks.done) for (const note of notesOf(settings.url, summary)) console.warn(`[diptych] ${note}`);
  return summary;
}

/** What the owner should know of a build that no check reports. */
function notesOf(url: string, { pages, leftOut }: Summary): string[] {
  const hidden = leftOut.filter(({ reason }) => reason === 'noindex').length;
  const note = notAtRoot(url);
  return [
    ...(isLocalUrl(url) ? [`the site URL is ${url}: set "url" or SITE_URL before you publish`] : []),
    ...(note ? [note] : []),
    // Many sites mark all pages in their previews of a change, so that nobody takes the few others for the site.
    ...(hidden > pages ? [`${hidden} of ${hidden + pages} pages have no twin, because they are marked noindex`] : []),
  ];
}

/** Hash of all that decides a build but its pages and copied files. */
function inputsOf({ templates, settings, memory }: Rendered): string {
  const { outputs, moved, drafts } = templates;
  // Its scripts name files that later steps write.
  const later = readIfThere('package.json') ?? '';
  const inputs = [codeDigest('building'), settings, outputs, moved, drafts, [...memory!.sources].sort(), later];
  return hashOf(JSON.stringify(inputs, inOrder));
}

/** Reads the pages, generates, checks, and writes. */
async function publishRead(rendered: Rendered): Promise<Summary> {
  const { hooks, templates, reader, output, isPreview } = rendered;
  const began = performance.now();
  const { htmlFiles } = templates;
  const unread = htmlFiles.filter(({ file }) => !templates.pages.has(file));
  let done = 0;
  const reading = unread.map(async (file) => {
    templates.setPage(file.file, await reader.read(file));
    hooks.progress?.(++done, unread.length);
  });
  await Promise.all(reading);
  // Eleventy reports pages, and threads read them, in an order that varies.
  const readPages = [...templates.pages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, page]) => page);
  const read = performance.now() - began;
  // Frees the memory of its threads before the documents are made.
  if (!isPreview) await reader.close();
  const saved = reader.save();
  const { moved, outputs } = templates;
  const { pages, failures, htmlUrls } = settlePages(
    readPages,
    outputs.map(({ path }) => path),
    rendered.settings,
  );
  const settings = { ...rendered.settings, htmlUrls };
  if (outputs.some(({ path }) => path === redirectsFile)) checkRedirectsFile(join(output, redirectsFile));
  // A redirecting page may be the site's own redirect of an old path.
  const plain = [...pages.filter(({ leftOut }) => leftOut !== 'redirect'), ...failures];
  const { redirects, refused } = redirectMap(
    moved,
    plain.map(({ file }) => pageUrlOf(file, htmlUrls)),
    outputs.map(({ path }) => urlOfFile(path)),
    htmlUrls,
  );
  if (settings.starter && refused.length > 0)
    throw new UserError(refused.map(({ source, message, fix }) => `${source}: ${message}; ${fix}`));
  const emitted = await publish({
    folder: output,
    pages,
    failures,
    settings,
    outputs,
    redirects,
    refused,
    report: rendered.report,
    isInPlace: !isPreview && hooks.published === undefined,
    extensions: rendered.extensions,
    ...(isPreview && { preview: { published: hooks.published ?? output, added: templates.added } }),
    link: (has) => writeLinked(rendered, { pages, failures }, has),
    previous: rendered.previous,
  });
  await saved;
  if (isPreview) await showBuild({ folder: output, drafts: pages.filter(isDraft).map(({ file }) => file) });
  return { ...emitted, times: { read, ...emitted.times } };
}

/**
 * Writes the pages with the links in their heads, which depend on all pages.
 *
 * @returns the text of every page
 */
function writeLinked(
  { templates, settings, output }: Rendered,
  { pages, failures }: Pick<SitePages, 'pages' | 'failures'>,
  has: (path: string) => boolean,
): ReadonlyMap<string, Html> {
  const linksOf = createPageLinks(pages, settings, has);
  const before = templates.html;
  for (const page of [...pages, ...failures]) {
    const rendered = before.get(page.file)!;
    const there = readIfThere(join(output, page.file));
    // Another plugin may have changed the page since; the copy of a file by the same name is in its place.
    const isOurs = there === undefined || there === rendered.html || templates.isCopied(page.file);
    const found = isOurs ? rendered : { ...rendered, ...asWritten(there) };
    const now = linked(found, ('failure' in page ? undefined : linksOf(page)) ?? []);
    if (now !== rendered) templates.setHtml(page.file, now);
    if (now.html !== there) writeArtifacts(output, [{ path: page.file, body: now.html }]);
  }
  return templates.html;
}
