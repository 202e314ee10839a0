import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { absoluteUrl, type Site } from '../page/site.ts';
import { surfaceArtifact } from './surface-artifact.ts';

/** `/.well-known/security.txt` (RFC 9116): contacts for reports, until a day that the owner sets. */
export function securityTxt(site: Site): Artifact[] {
  const { contact, securityTxt: own, language } = site.settings;
  if (!own) return [];
  const lines = [
    ...(contact?.email ? [`Contact: mailto:${contact.email}`] : []),
    ...(contact?.url ? [`Contact: ${contact.url}`] : []),
    `Expires: ${own.expires}T00:00:00Z`,
    `Preferred-Languages: ${language}`,
    `Canonical: ${absoluteUrl(site, surfaces.getSecurityTxt.path)}`,
    ...(own.policy ? [`Policy: ${own.policy}`] : []),
  ];
  return [surfaceArtifact('getSecurityTxt', `${lines.join('\n')}\n`)];
}
