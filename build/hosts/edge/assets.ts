import { roleOf, typesByExtension } from '../../contract/media-types.ts';
import { isPageFile } from '../../contract/permalinks.ts';
import { sidecarSuffixes } from '../../contract/published-files.ts';
import { fieldRoleOf, fieldsOf, noPlaces, roleFields } from '../../contract/role-fields.ts';
import { isPageType } from '../../contract/security-fields.ts';
import type { HostedSite } from '../hosted-site.ts';

/** Folder for files that only the handler fetches, on hosts with the same address for both. */
export const assetPrefix = '/_diptych';

/**
 * Extensions of images, styles and the like, which a host can serve without the handler: those of no page and no document.
 * None with a base path, which files on the host lack.
 */
export function assetExtensions(site: HostedSite): string[] {
  if (site.base !== '') return [];
  const pages = site.files.flatMap((file) => (isPageFile(file) ? [extensionOf(file.replace(/\.html?$/, ''))] : []));
  // Sidecars have no URL; only the handler recognizes them.
  const taken = new Set([...pages, ...Object.values(sidecarSuffixes).map(extensionOf)]);
  return Object.entries(typesByExtension)
    .filter(([extension, type]) => roleOf(`/a.${extension}`) === 'asset' && !isPageType(type) && !taken.has(extension))
    .map(([extension]) => extension);
}

const extensionOf = (file: string): string => /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';

type Pairs = (readonly [name: string, value: string])[];

/** Fields of assets served without the handler. */
export const assetFields = (site: HostedSite): Pairs => fieldsOf(site, 'asset', noPlaces);

/** Additional fields by extension: the policy of an SVG, which is a document when opened by itself. */
export function fieldsOfExtension(site: HostedSite, extension: string): Pairs {
  const mediaType = typesByExtension[extension]!;
  const own = Object.keys(roleFields[fieldRoleOf('asset', mediaType, '')]).filter((name) => !(name in roleFields.asset));
  const fields = fieldsOf(site, fieldRoleOf('asset', mediaType, ''), noPlaces).filter(([name]) => own.includes(name));
  return [['Content-Type', mediaType], ...fields];
}
