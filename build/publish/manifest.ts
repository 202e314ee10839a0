import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, type PublishedFile, publishedFile } from '../files.ts';

/** File of the manifest in the output folder: sizes and hashes of all others. Not a URL of the site. */
export const manifestFile = '.diptych.json';

export interface Manifest {
  readonly version: 1;
  /** Identity of this build: the same for the same files. */
  readonly build: string;
  /** By path: size in bytes, SHA-256 as base64url. */
  readonly files: Readonly<Record<string, { readonly size: number; readonly hash: string }>>;
  /** Files of `files` that Diptych made: replaced or removed by the next build into the same folder. */
  readonly artifacts: readonly string[];
  /** Files of `files` that neither a template nor Diptych wrote: plugins did. */
  readonly pluginFiles?: readonly string[];
}

/** The manifest of a folder that holds `files`, of which `artifacts` are ours; as the file that it is itself. */
export function manifestOf(
  files: readonly PublishedFile[],
  artifacts: readonly PublishedFile[],
  pluginFiles: readonly string[] = [],
): PublishedFile {
  const rows = files.map(({ path, size, hash }) => [path, { size, hash }] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const manifest: Manifest = {
    version: 1,
    build: Buffer.from(hashOf(JSON.stringify(rows)), 'base64url')
      .toString('hex')
      .slice(0, 16),
    files: Object.fromEntries(rows),
    artifacts: artifacts.map(({ path }) => path).sort(),
    ...(pluginFiles.length > 0 && { pluginFiles: [...pluginFiles].sort() }),
  };
  return publishedFile(manifestFile, JSON.stringify(manifest));
}

/** The manifest of a folder; undefined where it has none that can be read. */
export function readManifest(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}
