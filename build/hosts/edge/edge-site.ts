import { type EdgeSite, edgeSiteVersion, tagLength } from '../../contract/edge-site.ts';
import { notFoundFile } from '../../contract/permalinks.ts';
import { isPublic, isPublished, sidecarOwner } from '../../contract/published-files.ts';
import { redirectsFile } from '../../contract/redirects.ts';
import { memoizeByObject } from '../../contract/std/collections.ts';
import { maker } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';

/** The table for a fetch handler: every file with a URL, without sidecars, because edges compress themselves. */
export const edgeSiteOf = memoizeByObject((site: HostedSite): EdgeSite => {
  const all = new Set(site.files);
  const isListed = (file: string): boolean =>
    file === notFoundFile || (isPublic(file) && isPublished(file) && !all.has(sidecarOwner(file) ?? ''));
  return {
    version: edgeSiteVersion,
    generator: `${maker} ${site.version}`,
    facts: site.facts,
    redirects: all.has(redirectsFile) ? new TextDecoder().decode(site.bytesOf(redirectsFile)) : '',
    files: Object.fromEntries(
      site.files.filter(isListed).map((file) => {
        const { hash, size, tokens, part } = site.factsOf(file);
        const tag = hash.slice(0, tagLength);
        return [file, tokens === undefined ? [tag, size] : part ? [tag, size, tokens, part] : [tag, size, tokens]] as const;
      }),
    ),
  };
});
