import { typesByExtension } from '../../../contract/media-types.ts';
import { cacheOf } from '../../../contract/roles.ts';
import { commonFields, contentPolicyOf } from '../../../contract/security-fields.ts';
import { cachePolicies } from '../../../contract/surfaces.ts';
import type { HostedSite } from '../hosted-site.ts';

type FieldPairs = readonly (readonly [name: string, value: string])[];

/** Fields of the assets that a host serves without the handler. */
export const assetFields = (site: HostedSite): FieldPairs =>
  pairsOf(['Cache-Control', cachePolicies[cacheOf.asset], ...commonFields(site)]);

/** Fields of assets with some extension, besides those of all: the policy of an SVG, which is a document by itself. */
export function fieldsOfExtension(site: HostedSite, extension: string): FieldPairs {
  const mediaType = typesByExtension[extension]!;
  const policy = contentPolicyOf(site, { role: 'asset', mediaType });
  return pairsOf(['Content-Type', mediaType, ...(policy === undefined ? [] : ['Content-Security-Policy', policy])]);
}

const pairsOf = (fields: readonly string[]): FieldPairs =>
  fields.flatMap((name, at) => (at % 2 ? [] : [[name, fields[at + 1]!] as const]));
