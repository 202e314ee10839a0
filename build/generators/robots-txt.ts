import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { absoluteUrl, type Site } from '../page/site.ts';
import { surfaceArtifact } from './surface-artifact.ts';

/** `/robots.txt` (RFC 9309), with Content-Signal and groups for crawlers if the owner chose any. */
export function robotsTxt(site: Site): Artifact[] {
  const { contentSignals, crawlers } = site.settings;
  const signals = Object.entries(contentSignals ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value ? 'yes' : 'no'}`],
  );
  const signal = signals.length > 0 ? [`Content-Signal: ${signals.join(', ')}`] : [];
  const named = (mayRead: boolean): string[] =>
    Object.entries(crawlers).flatMap(([name, value]) => (value === mayRead ? [`User-agent: ${name}`] : []));
  // A crawler reads only the group that names it (RFC 9309 §2.2.1).
  const groups = [
    ['User-agent: *', ...signal, 'Allow: /', ''],
    ...(named(true).length > 0 ? [[...named(true), ...signal, 'Allow: /', '']] : []),
    ...(named(false).length > 0 ? [[...named(false), 'Disallow: /', '']] : []),
  ];
  const lines = [...groups.flat(), `Sitemap: ${absoluteUrl(site, surfaces.getSitemapXml.path)}`, ''];
  return [surfaceArtifact('getRobotsTxt', lines.join('\n'))];
}
