import { type SurfaceId, surfaceList } from './surfaces.ts';

const artifacts = surfaceList.filter(({ kind }) => kind === 'artifact');
const exact: ReadonlyMap<string, SurfaceId> = new Map(artifacts.map(({ path, id }) => [path, id]));
/** `/{section}/llms.txt`: one segment for each template. */
const templates = artifacts
  .filter(({ path }) => path.includes('{'))
  .map(({ path, id }) => ({ id, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }));

/** The row of the contract that a file at a URL path answers for, if any. */
export const artifactAt = (path: string): SurfaceId | undefined =>
  exact.get(path) ?? templates.find(({ pattern }) => pattern.test(path))?.id;
