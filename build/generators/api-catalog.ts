import { type Surface, surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { absoluteUrl, type Site, urlAt } from '../page/site.ts';
import { jsonArtifact, siteSurfaces } from './surface-artifact.ts';

interface Target {
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
}

/**
 * `/.well-known/api-catalog` (RFC 9727): one API, described, documented and with its status. `linkset` is the only
 * member and every relation value is an array (RFC 9264 §4.2). Stubs are left out: they are not a usable API.
 */
export function apiCatalog(site: Site): Artifact[] {
  const anchor = absoluteUrl(site, surfaces.getHealth.path);
  const mcp = site.settings.mcp ? absoluteUrl(site, surfaces.mcp.path) : undefined;
  const linkset = [
    {
      anchor: absoluteUrl(site, surfaces.getApiCatalog.path),
      item: [
        { href: anchor, title: `${site.name}: content and discovery` },
        ...ownApis(site).map(({ anchor: href, name }) => ({ href, title: name })),
        ...(mcp ? [{ href: mcp, title: `${site.name}: ${surfaces.mcp.summary}` }] : []),
      ],
    },
    {
      anchor,
      'service-desc': related(site, 'service-desc'),
      ...documentation(site),
      'service-meta': related(site, 'service-meta'),
      status: related(site, 'status'),
      ...(site.settings.searchApi && { search: related(site, 'search') }),
    },
    ...ownApis(site).map(({ name: _, ...entry }) => entry),
    ...(mcp ? [{ anchor: mcp, 'service-desc': [targetOf(site, surfaces.getMcpServerCard)] }] : []),
  ];
  return [jsonArtifact('getApiCatalog', { linkset })];
}

const ownApis = (site: Site): (Record<string, Target[] | string> & { anchor: string; name: string })[] =>
  site.settings.apis.map(({ name, url, openapi, docs, status }) => {
    const target = (place: string, title: string): Target[] => [{ href: urlAt(site, place), title: `${name}: ${title}` }];
    return {
      name,
      anchor: urlAt(site, (url ?? openapi ?? docs)!),
      ...(openapi && { 'service-desc': target(openapi, 'OpenAPI') }),
      ...(docs && { 'service-doc': target(docs, 'documentation') }),
      ...(status && { status: target(status, 'status') }),
    };
  });

const related = (site: Site, relation: NonNullable<Surface['relation']>): Target[] =>
  siteSurfaces(site)
    .filter((surface) => surface.relation === relation && !surface.path.includes('{'))
    .map((surface) => targetOf(site, surface));

const targetOf = (site: Site, { path, mediaType, summary }: Surface): Target => ({
  href: absoluteUrl(site, path),
  type: mediaType.split(';')[0]!,
  title: summary,
});

/** `service-doc`: the home page and its twin. */
function documentation(site: Site): { 'service-doc'?: Target[] } {
  const page = site.pages.find(({ url }) => url === '/');
  if (!page) return {};
  return {
    'service-doc': [
      { href: absoluteUrl(site, page.url), type: 'text/html', title: page.title },
      { href: absoluteUrl(site, page.twin), type: 'text/markdown', title: page.title },
    ],
  };
}
