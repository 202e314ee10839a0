import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckInput } from '../../checks/finding.ts';
import { twinFileOf } from '../../contract/permalinks.ts';
import type { PreviewFile } from '../../contract/preview-messages.ts';
import { type Artifact, removeTree, writeArtifacts } from '../../files.ts';
import type { Page } from '../../page/page.ts';
import type { PageFailure } from '../../page/reader.ts';
import { settlePages } from '../../page/settle-pages.ts';
import { createSite } from '../../page/site.ts';
import { type EmitInput, sourceText } from '../../publish/emit.ts';
import { claimsOf, type Output, registerOutputs } from '../../publish/outputs.ts';
import { asideOf } from '../../publish/plugin-files.ts';
import { readPreviousBuild } from '../../publish/previous-build.ts';
import { createPreviewArtifacts, isDraft } from './artifacts.ts';

/** What one build of a preview changed. */
export interface PreviewUpdate {
  readonly changed: Readonly<Record<string, PreviewFile>>;
  readonly removed: readonly string[];
  readonly drafts: readonly string[];
  /** Whether other pages may show something of what changed. */
  readonly affectsOthers: boolean;
  readonly pages: number;
  /** Pages that could not be read, with the reason. */
  readonly failures: readonly PageFailure[];
  /** What production will publish, for the checks. */
  readonly publication: () => CheckInput;
}

export interface PreviewListener {
  /** A build is written. */
  built(update: PreviewUpdate): void;
  /** So is what was left for later. */
  followed(changed: PreviewUpdate['changed']): void;
}

interface Known {
  /** What is the same as long as the file is: its text, or size and time of what it is copied from. */
  readonly version: string | Uint8Array;
  readonly facts: PreviewFile;
}

/** Milliseconds before what can wait is made: until then the page that was saved is on its way to the browser. */
const later = 40;

/**
 * Emits into the folder of a preview, build after build: writes only what differs from the build before, and tells what
 * that was. The checks are left to whoever is told: in a preview they report and do not stand in the way.
 */
export function createPreviewEmit({ built, followed }: PreviewListener): (input: EmitInput) => Promise<undefined> {
  const artifactsOf = createPreviewArtifacts();
  const aside = new Map<string, Output>();
  let looked: ReadonlySet<Page> | undefined;
  let known = new Map<string, Known>();
  let following: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  return async ({ folder, pages: read, settings, outputs: templates, redirects, html, previous = readPreviousBuild(folder) }) => {
    clearTimeout(following);
    await writing;
    const pages = settlePages(read.filter((page): page is Page => !('failure' in page)));
    const site = createSite(pages, settings, redirects);
    const { artifacts, affectsOthers, late } = artifactsOf(site, pages);
    const unseen = pages.filter((page) => !looked?.has(page));
    const isOurs = (path: string): boolean => known.has(path) && !aside.has(path);
    const input = { folder, outputs: templates, pages: unseen, siteUrl: settings.url, previous, isFresh: !looked, isOurs };
    for (const output of await asideOf(input)) aside.set(output.path, output);
    for (const { path } of templates) aside.delete(path);
    looked = new Set(pages);
    const outputs = [...templates, ...aside.values()];
    registerOutputs([...outputs, ...claimsOf(artifacts, pages, [])]);

    await writeArtifacts(
      folder,
      artifacts.filter(({ path, body }) => known.get(path)?.version !== body),
    );
    const next = new Map<string, Known>();
    const changed: Record<string, PreviewFile> = {};
    const keep = (path: string, version: Known['version'], body: () => string | Uint8Array): void => {
      const before = known.get(path);
      const facts = before && before.version === version ? before.facts : factsOf(body());
      next.set(path, { version, facts });
      if (before?.facts.hash !== facts.hash) changed[path] = facts;
    };
    for (const output of outputs)
      keep(
        output.path,
        html?.get(output.path)?.hash ?? versionOf(output, folder),
        () => html?.get(output.path)?.html ?? readFileSync(join(folder, output.path)),
      );
    for (const { path, body } of artifacts) keep(path, body, () => body);
    const removed = [...known.keys()].filter((path) => !next.has(path));
    for (const path of removed) await removeTree(join(folder, path));
    known = next;

    const hidden = new Set(pages.filter(isDraft).flatMap(({ file, url }) => [file, twinFileOf(url)]));
    const followers = new Map<string, Artifact>();
    const isPublic = ({ path }: { readonly path: string }): boolean => !hidden.has(path);
    built({
      changed,
      removed,
      drafts: pages.filter(isDraft).map(({ file }) => file),
      affectsOthers,
      pages: pages.length,
      failures: read.filter((page): page is PageFailure => 'failure' in page),
      publication: () => ({
        site,
        pages: pages.filter((page) => !isDraft(page)),
        artifacts: artifacts.filter(isPublic).map((artifact) => followers.get(artifact.path) ?? artifact),
        files: new Set([...outputs, ...artifacts].filter(isPublic).map(({ path }) => path)),
        sourceText,
      }),
    });

    if (late)
      following = setTimeout(() => {
        for (const artifact of late()) followers.set(artifact.path, artifact);
        writing = follow(folder, [...followers.values()]);
      }, later);
    return undefined;
  };

  async function follow(folder: string, artifacts: readonly Artifact[]): Promise<void> {
    const changed = artifacts.filter(({ path, body }) => known.get(path)?.version !== body);
    await writeArtifacts(folder, changed);
    const files = changed.map(({ path, body }) => [path, factsOf(body)] as const);
    for (const [at, [path, facts]] of files.entries()) known.set(path, { version: changed[at]!.body, facts });
    if (files.length > 0) followed(Object.fromEntries(files));
  }
}

const factsOf = (body: string | Uint8Array): PreviewFile => ({
  size: Buffer.byteLength(body),
  hash: createHash('sha256').update(body).digest('base64url'),
});

/** A copied file is what it is copied from; what a template wrote is looked at anew when it was written anew. */
function versionOf({ path, from, copied }: Output, folder: string): string {
  const stats = statSync(copied ? from : join(folder, path), { throwIfNoEntry: false });
  return `${stats?.size}-${stats?.mtimeMs}`;
}
