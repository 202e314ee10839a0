import { artifactAt } from '../../../contract/artifacts.ts';
import { type EdgeSite, edgeSiteVersion, tagLength } from '../../../contract/edge-site.ts';
import { notFoundFile, urlOfFile } from '../../../contract/permalinks.ts';
import { isPublic, isPublished } from '../../../contract/published-files.ts';
import { redirectsFile } from '../../../contract/redirects.ts';
import { sidecarOwner } from '../../../contract/sidecars.ts';
import { tokensOf } from '../../tokens.ts';
import { maker } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';

/** The table that a fetch handler needs: every file that has a URL, without sidecars, because edges compress themselves. */
export function edgeSiteOf(site: HostedSite): EdgeSite {
  const { url, base, name, quota, deprecations, contentSecurityPolicy, crossOrigin, agentRegistration } = site;
  const all = new Set(site.files);
  const isListed = (file: string): boolean =>
    file === notFoundFile || (isPublic(file) && isPublished(file) && !all.has(sidecarOwner(file) ?? ''));
  return {
    version: edgeSiteVersion,
    generator: `${maker} ${site.version}`,
    facts: { url, base, name, quota, deprecations, contentSecurityPolicy, crossOrigin, agentRegistration },
    redirects: all.has(redirectsFile) ? new TextDecoder().decode(site.bytesOf(redirectsFile)) : '',
    files: Object.fromEntries(
      site.files.filter(isListed).map((file) => {
        const { hash, size } = site.factsOf(file);
        const tokens = file.endsWith('.md') ? tokensAt(site, file) : undefined;
        const tag = hash.slice(0, tagLength);
        return [file, tokens === undefined ? ([tag, size] as const) : ([tag, size, tokens] as const)];
      }),
    ),
  };
}

/** The tokens of Markdown that the build made: it says them in its front matter, or is a document without one. */
function tokensAt(site: HostedSite, file: string): number | undefined {
  const text = new TextDecoder().decode(site.bytesOf(file));
  const said = /^---\n(?:.*\n)*?tokens: (\d+)\n---\n/.exec(text)?.[1];
  if (said !== undefined) return Number(said);
  return artifactAt(urlOfFile(file)) === undefined ? undefined : tokensOf(text);
}
