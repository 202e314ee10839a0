import { roleOf, typesByExtension } from '../../contract/media-types.ts';
import { isPageFile } from '../../contract/permalinks.ts';
import { sidecarSuffixes } from '../../contract/published-files.ts';
import { fieldRoleOf, fieldsOf, nowhere, roleFields } from '../../contract/role-fields.ts';
import { isPageType } from '../../contract/security-fields.ts';
import type { HostedSite } from '../hosted-site.ts';

/** Where hosts that have one address for files and for the handler put the files, for the handler alone. */
export const assetPrefix = '/_diptych';

/**
 * Extensions of images, styles and the like, which a host can serve without the handler: those that no page and no document
 * of the site has at the end of its URL. None where the site lies below a path: files do not.
 */
export function assetExtensions(site: HostedSite): string[] {
  if (site.base !== '') return [];
  const pages = site.files.flatMap((file) => (isPageFile(file) ? [extensionOf(file.replace(/\.html?$/, ''))] : []));
  // Sidecars have no URL; only the handler knows which files are some.
  const taken = new Set([...pages, ...Object.values(sidecarSuffixes).map(extensionOf)]);
  return Object.entries(typesByExtension)
    .filter(([extension, type]) => roleOf(`/a.${extension}`) === 'asset' && !isPageType(type) && !taken.has(extension))
    .map(([extension]) => extension);
}

const extensionOf = (file: string): string => /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';

type Pairs = [name: string, value: string][];

/** Fields of the assets that a host serves without the handler. */
export const assetFields = (site: HostedSite): Pairs => fieldsOf(site, 'asset', nowhere);

/** Fields of assets with some extension, besides those of all: the policy of an SVG, which is a document by itself. */
export function fieldsOfExtension(site: HostedSite, extension: string): Pairs {
  const mediaType = typesByExtension[extension]!;
  const own = Object.keys(roleFields[fieldRoleOf('asset', mediaType, '')]).filter((name) => !(name in roleFields.asset));
  const fields = fieldsOf(site, fieldRoleOf('asset', mediaType, ''), nowhere).filter(([name]) => own.includes(name));
  return [['Content-Type', mediaType], ...fields];
}
