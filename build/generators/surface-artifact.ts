import { fileOfUrl } from '../contract/permalinks.ts';
import { type SurfaceId, surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';

/** The artifact of a surface; if its path is a template, `path` is that of the file. */
export const surfaceArtifact = <B extends string | Uint8Array>(id: SurfaceId, body: B, path: string = surfaces[id].path) =>
  ({ path: fileOfUrl(path), mediaType: surfaces[id].mediaType, body }) satisfies Artifact;

/** The artifact of a surface whose document is JSON, indented by `indent` spaces. */
export const jsonArtifact = (id: SurfaceId, document: unknown, indent = 2): Artifact =>
  surfaceArtifact(id, `${JSON.stringify(document, null, indent)}\n`);
