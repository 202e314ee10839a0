import { fileOfUrl } from '../contract/permalinks.ts';
import { type SurfaceId, surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';

/** The artifact of a surface whose document is JSON, indented by `indent` spaces. */
export const jsonArtifact = (id: SurfaceId, document: unknown, indent = 2): Artifact => ({
  path: fileOfUrl(surfaces[id].path),
  mediaType: surfaces[id].mediaType,
  body: `${JSON.stringify(document, null, indent)}\n`,
});
