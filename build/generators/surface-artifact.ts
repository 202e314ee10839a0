import { fileOfUrl } from '../contract/permalinks.ts';
import { memoizeByObject } from '../contract/std/collections.ts';
import { type SurfaceId, surfaces, surfacesOf } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import type { Site } from '../page/site.ts';

/** The artifact of a surface; if its path is a template, `path` is that of the file. */
export const surfaceArtifact = <B extends string | Uint8Array>(id: SurfaceId, body: B, path: string = surfaces[id].path) =>
  ({ path: fileOfUrl(path), mediaType: surfaces[id].mediaType, body }) satisfies Artifact;

/** The artifact of a surface whose document is JSON, indented by `indent` spaces. */
export const jsonArtifact = (id: SurfaceId, document: unknown, indent = 2): Artifact =>
  surfaceArtifact(id, `${JSON.stringify(document, null, indent)}\n`);

/** The surfaces of a site, without documents that yield to the twin of a page, such as `/problems.md` in the starter. */
export const siteSurfaces = memoizeByObject((site: Site) => {
  const twins = new Set(site.pages.map(({ twin }) => twin));
  return surfacesOf(site.settings).filter(({ yields, path }) => !yields || !twins.has(path));
});
