import { methodsOf, type SurfaceId, surfaceList, surfaces } from '../../build/contract/surfaces.ts';

/** A path of the contract that the proxy answers itself, whatever the origin holds. */
export interface Route {
  readonly kind: 'live' | 'stub';
  readonly methods: readonly string[];
  /** The operation of each method; HEAD is GET's. */
  readonly surfaces: ReadonlyMap<string, SurfaceId>;
}

const own = surfaceList.filter((surface) => surface.kind === 'live' || surface.kind === 'stub');

/** Health and the stubs, by path: exact strings, no patterns. */
export const routes: ReadonlyMap<string, Route> = new Map(
  own.map(({ path, kind }) => [path, { kind: kind as Route['kind'], methods: methodsOf(path), surfaces: operationsOf(path) }]),
);

/** Counted and never refused: a crawler takes 429 for "no rules" (RFC 9309 §2.3.1.3), a balancer for "dead". */
export const exemptPaths: ReadonlySet<string> = new Set(
  [surfaces.getRobotsTxt, surfaces.getHealth, surfaces.getHealthAlias].map(({ path }) => path),
);

function operationsOf(path: string): ReadonlyMap<string, SurfaceId> {
  const operations = new Map<string, SurfaceId>();
  for (const { id, method } of own.filter((surface) => surface.path === path)) {
    operations.set(method, id);
    if (method === 'GET') operations.set('HEAD', id);
  }
  return operations;
}
