import { fileOfUrl } from '../contract/permalinks.ts';
import { memoizeByObject } from '../contract/std/collections.ts';
import { type SurfaceId, surfaces, surfacesOf } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import type { Site } from '../page/site.ts';

/** A document, and the further ones that it leads to if one does not hold it all. */
export interface Divided {
  readonly first: Artifact;
  readonly further: readonly Artifact[];
}

type Facts = Omit<Artifact, 'body'>;

/** The artifact of a surface; if its path is a template, `path` names the file. */
export const surfaceArtifact = <B extends string | Uint8Array>(id: SurfaceId, body: B, path?: string) =>
  ({ ...surfaceFacts(id, path), body }) satisfies Artifact;

export const surfaceFacts = (id: SurfaceId, path: string = surfaces[id].path): Facts => ({
  path: fileOfUrl(path),
  mediaType: surfaces[id].mediaType,
});

/** An artifact whose text is made anew for each use: all texts of a large site do not fit in memory. */
export const textArtifact = <F extends Facts>(facts: F, make: () => string): F & { readonly body: string } => ({
  ...facts,
  get body() {
    return make();
  },
});

/** The artifact of a surface whose document is JSON, indented by `indent` spaces. */
export const jsonArtifact = (id: SurfaceId, document: unknown, indent = 2): Artifact =>
  surfaceArtifact(id, `${JSON.stringify(document, null, indent)}\n`);

/** The surfaces of a site, without documents that yield to the twin of a page, such as `/problems.md` in the starter. */
export const siteSurfaces = memoizeByObject((site: Site) => {
  const twins = new Set(site.pages.map(({ twin }) => twin));
  return surfacesOf(site.settings).filter(({ yields, path }) => !yields || !twins.has(path));
});
