import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFile } from '../contract/manifest.ts';
import { redirectsFile } from '../contract/redirects.ts';
import { UserError } from '../contract/std/errors.ts';
import { listBuiltSite, readManifest } from '../files.ts';
import { packageVersion } from '../publish/package-version.ts';
import { type HostedSite, hostedSiteOf } from './hosted-site.ts';

/**
 * A built folder for targets.
 *
 * @param sharedAge how long shared caches may keep pages and documents, in seconds
 * @throws {UserError} if it is not a folder, has no page, was not built by Diptych, or its documents cannot be read
 */
export function readHostedSite(folder: string, sharedAge?: number): HostedSite {
  const { files } = listBuiltSite(folder);
  if (!files.includes(manifestFile))
    throw new UserError(
      `${folder}: not built by Diptych (it has no ${manifestFile}); run diptych build, or diptych twin ${folder} --url https://example.com`,
    );
  try {
    const { files: listed = {}, site, canonicals, missingTwins } = readManifest(folder);
    return hostedSiteOf({
      files,
      sharedAge,
      version: packageVersion(),
      bytesOf: (file) => readFileSync(join(folder, file)),
      // The manifest is not binding: it is ignored for files that were changed since.
      builtFactsOf: (file, hash) => (listed[file]?.hash === hash ? listed[file] : {}),
      site,
      canonicals,
      missingTwins,
    });
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(`${join(folder, redirectsFile)}: ${error.message}`);
    throw error;
  }
}
