import { typesByExtension } from '../../contract/media-types.ts';
import { fieldRoleOf, fieldsOf, nowhere, roleFields } from '../../contract/role-fields.ts';
import type { HostedSite } from '../hosted-site.ts';

type Pairs = [name: string, value: string][];

/** Fields of the assets that a host serves without the handler. */
export const assetFields = (site: HostedSite): Pairs => fieldsOf(site, 'asset', nowhere);

/** Fields of assets with some extension, besides those of all: the policy of an SVG, which is a document by itself. */
export function fieldsOfExtension(site: HostedSite, extension: string): Pairs {
  const mediaType = typesByExtension[extension]!;
  const own = Object.keys(roleFields[fieldRoleOf('asset', mediaType)]).filter((name) => !(name in roleFields.asset));
  const fields = fieldsOf(site, fieldRoleOf('asset', mediaType), nowhere).filter(([name]) => own.includes(name));
  return [['Content-Type', mediaType], ...fields];
}
