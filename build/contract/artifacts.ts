import { type SurfaceId, surfaceList } from './surfaces.ts';

const artifacts = surfaceList.filter(({ kind }) => kind === 'artifact');
const exact: ReadonlyMap<string, SurfaceId> = new Map(artifacts.map(({ path, id }) => [path, id]));
/** `/{section}/llms.txt`: a template stands for one path segment, `{page_path}` for one or more. */
const templates = artifacts
  .filter(({ path }) => path.includes('{'))
  .map(({ path, id }) => ({
    id,
    pattern: new RegExp(
      `^${path
        .replaceAll('.', '\\.')
        .replace('{page_path}', '.+')
        .replace(/\{\w+\}/g, '[^/]+')}$`,
    ),
  }));

/** The surface whose document a file at a URL path is, if any. */
export const artifactAt = (path: string): SurfaceId | undefined =>
  exact.get(path) ?? templates.find(({ pattern }) => pattern.test(path))?.id;
