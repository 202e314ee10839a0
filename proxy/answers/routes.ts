import { healthText, stubOccurrence } from '#contract/problem';
import { groupBy } from '#contract/std/collections';
import { methodsOf, surfaceList, surfaces } from '#contract/surfaces';
import type { RequestFacts } from '../http/request.ts';
import type { Origin, Site } from '../origin/origin.ts';
import { noticeFields } from './head.ts';
import { methodAnswer } from './methods.ts';
import { problemAnswer } from './problem.ts';
import type { Answer } from './value.ts';

/** The proxy's own answers, whatever the origin holds: health and the stubs, by path. */
const routes = groupBy(
  surfaceList.filter(({ kind }) => kind === 'live' || kind === 'stub'),
  ({ path }) => path,
);

export const healthPaths: ReadonlySet<string> = new Set([surfaces.getHealth.path, surfaces.getHealthAlias.path]);
/** Counted, never refused: a crawler takes 429 for "no rules" (RFC 9309 §2.3.1.3), a balancer for "dead". */
export const exemptPaths: ReadonlySet<string> = new Set([surfaces.getRobotsTxt.path, ...healthPaths]);

export type Health = Origin['status'] | 'ending';

/** The answer at one of the proxy's own paths; undefined at every other path. */
export function routeAnswer(request: RequestFacts, site: Site, status: Health): Answer | undefined {
  const operations = routes.get(request.target);
  const isLive = operations?.[0]?.kind === 'live';
  if (!operations || !(isLive || site.agentRegistration)) return undefined;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const found =
    methodAnswer(request, site, methodsOf(request.target)) ??
    (isLive ? healthAnswer(request, site, status) : stubAnswer(request, site));
  return { ...found, surface: operations.find((each) => each.method === method)?.id };
}

/**
 * The health document, byte-equal at both of its paths: alive, and whether the newest build is served. A server that is
 * about to end answers 503, so that balancers send requests elsewhere.
 */
function healthAnswer(request: RequestFacts, site: Site, status: Health): Answer {
  if (status === 'ending') return problemAnswer(request, site, 'unavailable', { detail: 'The service is shutting down.' });
  return {
    status: 200,
    fields: [['Content-Type', surfaces.getHealth.mediaType], ...noticeFields(site, 'health', request.target)],
    content: healthText(status, site.name),
    variant: 'document',
    surface: undefined,
  };
}

/**
 * 501 for a documented endpoint that is not live. The content of the request is not read, because it may hold tokens; an
 * OAuth error code would make agents poll or register forever.
 */
function stubAnswer(request: RequestFacts, site: Site): Answer {
  const { detail, hint } = stubOccurrence(site);
  return problemAnswer(request, site, 'notImplemented', { detail, hint, role: 'stub' });
}
