import { typesByExtension } from '../../contract/media-types.ts';
import { cacheOf } from '../../contract/roles.ts';
import { commonFields, contentPolicyOf } from '../../contract/security-fields.ts';
import { cachePolicies } from '../../contract/surfaces.ts';
import type { HostedSite } from '../hosted-site.ts';
import { pairsOf } from '../server.ts';

/** Fields of the assets that a host serves without the handler. */
export const assetFields = (site: HostedSite): ReturnType<typeof pairsOf> =>
  pairsOf(['Cache-Control', cachePolicies[cacheOf.asset], ...commonFields(site)]);

/** Fields of assets with some extension, besides those of all: the policy of an SVG, which is a document by itself. */
export function fieldsOfExtension(site: HostedSite, extension: string): ReturnType<typeof pairsOf> {
  const mediaType = typesByExtension[extension]!;
  const policy = contentPolicyOf(site, { role: 'asset', mediaType });
  return pairsOf(['Content-Type', mediaType, ...(policy === undefined ? [] : ['Content-Security-Policy', policy])]);
}
