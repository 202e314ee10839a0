import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFile } from '../contract/manifest.ts';
import { mediaTypeOf } from '../contract/media-types.ts';
import { redirectsFile } from '../contract/redirects.ts';
import { UserError } from '../contract/std/errors.ts';
import { surfaces } from '../contract/surfaces.ts';
import { listBuiltSite, readManifest } from '../files.ts';
import { markdownTokensOf } from '../generators/tokens.ts';
import { packageVersion } from '../publish/package-version.ts';
import type { HostFiles } from '../publish/plan-output.ts';
import type { Host } from './host.ts';
import { type HostedSite, hostedSiteOf } from './hosted-site.ts';
import { hosts } from './index.ts';

/**
 * A built folder for targets.
 *
 * @throws {UserError} if it is not a folder, has no page, was not built by Diptych, or its documents cannot be read
 */
export function readHostedSite(folder: string): HostedSite {
  const { files } = listBuiltSite(folder);
  if (!files.includes(manifestFile))
    throw new UserError(
      `${folder}: not built by Diptych (it has no ${manifestFile}); run diptych build, or diptych twin ${folder} --url https://example.com`,
    );
  try {
    const { files: listed = {}, canonicals, missingTwins } = readManifest(folder);
    return hostedSiteOf({
      files,
      version: packageVersion(),
      bytesOf: (file) => readFileSync(join(folder, file)),
      // The manifest is not binding: it is ignored for files that were changed since.
      builtFactsOf: (file, hash) => (listed[file]?.hash === hash ? listed[file] : {}),
      canonicals,
      missingTwins,
    });
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new UserError(`${join(folder, surfaces.getOpenApi.path)}: not valid JSON (${error.message}); build the site again`);
    if (error instanceof RangeError) throw new UserError(`${join(folder, redirectsFile)}: ${error.message}`);
    throw error;
  }
}

/** The files in the published folder for the targets in the settings. */
export const hostFiles: HostFiles = async (names, folder, others, artifacts, facts) => {
  const made = new Map(artifacts.map((artifact) => [artifact.path, artifact]));
  const site = hostedSiteOf({
    files: [...others, ...artifacts].map(({ path }) => path),
    version: packageVersion(),
    bytesOf(file) {
      const body = made.get(file)?.body ?? readFileSync(join(folder, file));
      return body instanceof Uint8Array ? body : Buffer.from(body);
    },
    builtFactsOf: (file) => {
      const artifact = made.get(file);
      return artifact ? { tokens: markdownTokensOf(artifact), part: artifact.part } : {};
    },
    ...facts,
  });
  const authors = new Map(others.map(({ path, from }) => [path, from]));
  const owners = new Map<string, string>();
  const lines: string[] = [];
  const files = [...new Set(names)].flatMap((name) => {
    const host: Host = hosts[name];
    return (host.siteFiles?.(site) ?? []).map((file) => ({ name, file }));
  });
  for (const { name, file } of files) {
    const [owner, author] = [owners.get(file.path), authors.get(file.path)];
    if (owner) lines.push(`hosts: ${owner} and ${name} both write ${file.path}; keep one of them`);
    if (author && file.once === undefined)
      lines.push(`${author}: the host ${name} writes ${file.path}, too; remove the file, or ${name} from "hosts"`);
    owners.set(file.path, name);
  }
  if (lines.length > 0) throw new UserError(lines);
  return files
    .filter(({ file }) => !authors.has(file.path))
    .map(({ file: { path, body, from } }) => ({ path, mediaType: mediaTypeOf(`/${path}`), body: body ?? site.bytesOf(from!) }));
};
