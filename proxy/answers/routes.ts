import { healthText } from '../../build/contract/health.ts';
import { joinLinks, link, serviceLinks } from '../../build/contract/links.ts';
import { stubOccurrence } from '../../build/contract/problem.ts';
import { methodsOf, type SurfaceId, surfaceList, surfaces } from '../../build/contract/surfaces.ts';
import { toLines } from '../http/field-lines.ts';
import type { RequestFacts } from '../http/request.ts';
import type { Origin, Site } from '../origin/origin.ts';
import { deprecationOf } from './deprecation.ts';
import { documentFields } from './fields.ts';
import { methodAnswer } from './methods.ts';
import { problemAnswer } from './problem.ts';
import type { Answer } from './value.ts';

/** A path of the contract that the proxy answers itself, whatever the origin holds. */
interface Route {
  readonly kind: 'live' | 'stub';
  readonly methods: readonly string[];
  /** The operation of each method; HEAD is GET's. */
  readonly surfaces: ReadonlyMap<string, SurfaceId>;
}

const rows = surfaceList.filter((surface) => surface.kind === 'live' || surface.kind === 'stub');

/** Health and the stubs, by path: exact strings, no patterns. */
const routes: ReadonlyMap<string, Route> = new Map(
  rows.map(({ path, kind }) => [path, { kind: kind as Route['kind'], methods: methodsOf(path), surfaces: operationsOf(path) }]),
);

export const healthPaths: ReadonlySet<string> = new Set([surfaces.getHealth.path, surfaces.getHealthAlias.path]);
/** Counted and never refused: a crawler takes 429 for "no rules" (RFC 9309 §2.3.1.3), a balancer for "dead". */
export const exemptPaths: ReadonlySet<string> = new Set([surfaces.getRobotsTxt.path, ...healthPaths]);

function operationsOf(path: string): ReadonlyMap<string, SurfaceId> {
  const operations = new Map<string, SurfaceId>();
  for (const { id, method } of rows.filter((surface) => surface.path === path)) {
    operations.set(method, id);
    if (method === 'GET') operations.set('HEAD', id);
  }
  return operations;
}

type Health = Origin['status'] | 'ending';

/** The answer at one of the proxy's own paths; undefined at every other. */
export function routeAnswer(request: RequestFacts, site: Site, status: Health): Answer | undefined {
  const route = routes.get(request.target);
  if (!route || (route.kind === 'stub' && !site.agentRegistration)) return undefined;
  const surface = route.surfaces.get(request.method);
  const found =
    methodAnswer(request, site, route.methods) ??
    (route.kind === 'live' ? healthAnswer(request, site, status) : stubAnswer(request, site));
  return { ...found, surface };
}

/**
 * The health document, byte-equal at both of its paths: alive, and whether the newest build is what is served. A server that
 * is about to end answers 503, so that balancers send their requests elsewhere.
 */
function healthAnswer(request: RequestFacts, site: Site, status: Health): Answer {
  if (status === 'ending') return problemAnswer(request, site, 'unavailable', { detail: 'The service is shutting down.' });
  const { target } = request;
  const { mediaType, cache, path } = surfaces.getHealth;
  const notice = deprecationOf(site, target);
  const links = [link(site.base + path, 'status', mediaType), ...serviceLinks(site)].join(', ');
  const fields = toLines([...documentFields(site, mediaType, cache), 'Link', joinLinks(links, notice.links)]) + notice.lines;
  const body = healthText(status, site.name);
  return { status: 200, fields, body, variant: 'document', surface: undefined };
}

/**
 * 501 for an endpoint that is documented and not live. The content of the request is not read: it may hold tokens, and an
 * OAuth error code would make agents poll or register forever.
 */
function stubAnswer(request: RequestFacts, site: Site): Answer {
  return problemAnswer(request, site, 'notImplemented', stubOccurrence(site));
}
