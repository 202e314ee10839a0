import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { expect } from 'vitest';
import { readTree, runWarm, writeFiles } from '../support/cli.ts';

/** Builds the site in a folder, without a finding. @returns its published files */
export async function buildClean(folder: string): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runWarm(['build'], { cwd: folder, env: { SITE_URL: 'https://www.example.com' } });
  expect({ code, stderr, found: stdout.match(/^(?:error|warning).*$/gm) }).toEqual({ code: 0, stderr: '', found: null });
  const files = Object.entries(readTree(join(folder, 'dist')));
  return Object.fromEntries(files.map(([path, bytes]) => [path, Buffer.from(bytes, 'latin1').toString()]));
}

/** {@link buildClean} of a site from `init` with other files. */
export async function buildNewSite(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  ...options: readonly string[]
): Promise<Record<string, string>> {
  await runWarm(['init', '.', ...options], { cwd: folder });
  writeFiles(folder, files);
  return buildClean(folder);
}

export const documentOf = (html: string | undefined): Document => parseHTML(html!).document as unknown as Document;
