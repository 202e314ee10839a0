import {
  type Canonicals,
  type JudgingSettings,
  type Manifest,
  type MissingTwins,
  manifestFile,
  manifestVersion,
  type Parity,
  type WithoutTwin,
} from '../contract/manifest.ts';
import { hashOf, type PublishedFile, publishedFile } from '../files.ts';
import { namesAnother } from '../page/names-another.ts';
import type { Page } from '../page/page.ts';

/**
 * The manifest of a folder with `files`, of which `artifacts` are ours; as a file.
 *
 * @param lacking parity of incomplete twins, by file
 */
export function manifestOf(
  files: readonly PublishedFile[],
  artifacts: readonly PublishedFile[],
  pluginFiles: readonly string[] = [],
  canonicals: Canonicals = {},
  settings: JudgingSettings = {},
  lacking: ReadonlyMap<string, Parity> = new Map(),
  withoutTwin: readonly WithoutTwin[] = [],
  missingTwins: MissingTwins = {},
): PublishedFile {
  const rows = files
    .map(({ path, size, hash, tokens, part }) => {
      const parity = lacking.get(path);
      const facts = { ...(tokens !== undefined && { tokens }), ...(part && { part }), ...(parity && { parity }) };
      return [path, { size, hash, ...facts }] as const;
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const manifest: Manifest = {
    version: manifestVersion,
    build: Buffer.from(hashOf(JSON.stringify(rows)), 'base64url')
      .toString('hex')
      .slice(0, 16),
    artifacts: artifacts.map(({ path }) => path).sort(),
    ...(pluginFiles.length > 0 && { pluginFiles: [...pluginFiles].sort() }),
    ...(Object.keys(canonicals).length > 0 && { canonicals }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(withoutTwin.length > 0 && { withoutTwin }),
    ...(Object.keys(missingTwins).length > 0 && { missingTwins }),
    files: Object.fromEntries(rows),
  };
  return publishedFile(manifestFile, inLines(manifest));
}

/** One file a line: a server of 100,000 files reads it in pieces. */
function inLines({ files, ...rest }: Manifest): string {
  const lines = Object.entries(files).map(([path, facts]) => `${JSON.stringify(path)}:${JSON.stringify(facts)}`);
  return JSON.stringify({ ...rest, files: {} }).replace(/\{\}\}$/, () => `{\n${lines.join(',\n')}\n}}\n`);
}

/** Canonical URLs that differ from the page's own, as in older versions of a documentation. */
export const otherCanonicals = (pages: readonly Page[], siteUrl: string): Canonicals =>
  Object.fromEntries(
    pages
      .filter(({ url, canonical, leftOut }) => leftOut !== 'redirect' && namesAnother(canonical, siteUrl, url))
      .map(({ url, canonical }) => [url, new URL(canonical).href.replace(/#.*$/, '')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
