import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestFile } from '../contract/manifest.ts';
import { redirectsFile } from '../contract/redirects.ts';
import { surfaces } from '../contract/surfaces.ts';
import { UserError } from '../contract/user-error.ts';
import { listBuiltSite } from '../files.ts';
import { type HostedSite, hostedSiteOf } from '../generators/hosts/hosted-site.ts';
import { handlerCode } from './handler-code.ts';

/** Version of this package: its package.json lies beside the sources, and above what is compiled. */
export const packageVersion = (): string => {
  const paths = ['../../package.json', '../../../package.json'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return (JSON.parse(readFileSync(paths.find((path) => existsSync(path))!, 'utf8')) as { version: string }).version;
};

/**
 * A built folder as the hosts see it.
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
    return hostedSiteOf({ files, version: packageVersion(), bytesOf: (file) => readFileSync(join(folder, file)), handlerCode });
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new UserError(`${join(folder, surfaces.getOpenApi.path)}: not valid JSON (${error.message}); build the site again`);
    if (error instanceof RangeError) throw new UserError(`${join(folder, redirectsFile)}: ${error.message}`);
    throw error;
  }
}
