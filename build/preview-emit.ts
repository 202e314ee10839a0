import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Artifact, removeTree, writeArtifacts } from './artifact.ts';
import type { CheckInput } from './checks/check.ts';
import { twinFileOf } from './contract/permalinks.ts';
import type { PreviewFile } from './contract/preview.ts';
import { surfaces } from './contract/surfaces.ts';
import { type EmitInput, sourceText } from './emit.ts';
import { generate } from './generators/index.ts';
import { twinOf } from './generators/twin.ts';
import { claimsOf, type Output, registerOutputs } from './output.ts';
import type { Page } from './page.ts';
import type { PageFailure } from './page-reader.ts';
import { createSite, type Site } from './site.ts';

/** What one build of a preview changed. */
export interface PreviewUpdate {
  readonly changed: Readonly<Record<string, PreviewFile>>;
  readonly removed: readonly string[];
  readonly drafts: readonly string[];
  /** Whether other pages may show something of what changed: titles, descriptions, sections, what there is at all. */
  readonly affectsOthers: boolean;
  readonly pages: number;
  /** Pages that could not be read, with the reason. */
  readonly failures: readonly PageFailure[];
  /** What production will publish, for the checks. */
  readonly publication: CheckInput;
}

interface Known {
  /** What is the same as long as the file is: its text, or size and time of what it is copied from. */
  readonly version: string | Uint8Array;
  readonly facts: PreviewFile;
}

/**
 * Emits into the folder of a preview, build after build: writes only what differs from the build before, and tells what
 * that was. The checks are left to whoever is told: in a preview they report and do not stand in the way.
 */
export function createPreviewEmit(tell: (update: PreviewUpdate) => void): (input: EmitInput) => Promise<undefined> {
  let known = new Map<string, Known>();
  let shown = '';

  return async ({ folder, pages: read, settings, outputs, redirects, html }) => {
    const pages = read.filter((page): page is Page => !('failure' in page));
    const site = createSite(pages, settings, redirects);
    const drafts = pages.filter(({ leftOut }) => leftOut === 'draft');
    const generated = generate(site);
    const artifacts = [...generated, ...draftTwins(site, drafts)];
    registerOutputs([...outputs, ...claimsOf(artifacts, pages, [])]);

    const written = artifacts.filter(({ path, body }) => known.get(path)?.version !== body);
    await writeArtifacts(folder, written);
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
        html?.get(output.path) ?? versionOf(output, folder),
        () => html?.get(output.path) ?? readFileSync(join(folder, output.path)),
      );
    for (const { path, body } of artifacts) keep(path, body, () => body);
    const removed = [...known.keys()].filter((path) => !next.has(path));
    for (const path of removed) await removeTree(join(folder, path));
    known = next;

    const shows = JSON.stringify(pages.map(whatOthersShow).sort());
    const affectsOthers = shows !== shown;
    shown = shows;
    const hidden = new Set(drafts.map(({ file }) => file));
    tell({
      changed,
      removed,
      drafts: [...hidden],
      affectsOthers,
      pages: pages.length,
      failures: read.filter((page): page is PageFailure => 'failure' in page),
      publication: {
        site,
        pages: pages.filter(({ leftOut }) => leftOut !== 'draft'),
        artifacts: generated,
        files: new Set([...outputs, ...generated].map(({ path }) => path).filter((path) => !hidden.has(path))),
        sourceText,
      },
    });
    return undefined;
  };
}

/** An author wants to see the twin of a draft, too. It is in no index, and says what it is. */
function draftTwins(site: Site, drafts: readonly Page[]): Artifact[] {
  return drafts.map((page) => ({
    path: twinFileOf(page.url),
    mediaType: surfaces.getPageMarkdown.mediaType,
    body: twinOf(site, page),
  }));
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

const whatOthersShow = ({ url, title, heading, description, section, order, optional, modified, leftOut }: Page): unknown[] => [
  url,
  title,
  heading,
  description,
  section,
  order,
  optional,
  modified,
  leftOut,
];
