import { fileOfUrl } from '../contract/permalinks.ts';
import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { absoluteUrl, type Site } from '../page/site.ts';

/** `/robots.txt` (RFC 9309), with Content-Signal if the owner chose any. */
export function robotsTxt(site: Site): Artifact[] {
  const { contentSignals } = site.settings;
  const signals = Object.entries(contentSignals ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value ? 'yes' : 'no'}`],
  );
  const lines = [
    'User-agent: *',
    ...(signals.length > 0 ? [`Content-Signal: ${signals.join(', ')}`] : []),
    'Allow: /',
    '',
    `Sitemap: ${absoluteUrl(site, surfaces.getSitemapXml.path)}`,
    '',
  ];
  const { path, mediaType } = surfaces.getRobotsTxt;
  return [{ path: fileOfUrl(path), mediaType, body: lines.join('\n') }];
}
