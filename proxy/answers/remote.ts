import { memoizeByObject } from '../../build/contract/std/collections.ts';
import type { Fields } from '../http/field-lines.ts';
import { isNamed } from '../http/preconditions.ts';
import type { RequestFacts } from '../http/request.ts';
import type { RemoteAnswer, RemoteContent, Representation, Role, Site } from '../origin/origin.ts';
import { choiceFields, contentLines, resourceLines, variantOf } from './fields.ts';
import { notFoundAnswer } from './not-found.ts';
import { failureAnswer, problemAnswer } from './problem.ts';
import { redirectAnswer } from './redirect.ts';
import type { Answer } from './value.ts';

/**
 * Answers with content of another host, synchronously if it is cached. That host evaluated preconditions and ranges; the
 * head is ours.
 *
 * @param fallback sent if the host has nothing there: the HTML of a page without twin
 */
export function remoteAnswer(
  request: RequestFacts,
  site: Site,
  representation: Representation,
  content: RemoteContent,
  fallback?: Representation,
): Answer | Promise<Answer> {
  const { surface } = representation;
  const opened = content.open(request.method === 'HEAD' ? 'HEAD' : 'GET', request.headers, request.begun);
  if (!(opened instanceof Promise)) return foundAnswer(request, site, representation, opened);
  return opened
    .then((found) => {
      if (found === undefined)
        return fallback?.content.kind === 'remote'
          ? remoteAnswer(request, site, fallback, fallback.content)
          : notFoundAnswer(request, site);
      if ('kind' in found) return redirectAnswer(request, site, found, surface);
      return foundAnswer(request, site, representation, found);
    })
    .catch((error) => failureAnswer(request, site, error, surface));
}

function foundAnswer(request: RequestFacts, site: Site, representation: Representation, found: RemoteAnswer): Answer {
  const { body, length, contentRange, age } = found;
  const { surface } = representation;
  // Conditions are not evaluated for cached content, and some upstreams evaluate none.
  const status = isNamed(request.headers['if-none-match'], found.etag) ? 304 : found.status;
  const refused = (id: 'preconditionFailed' | 'rangeNotSatisfiable', fields: Fields): Answer =>
    problemAnswer(request, site, id, { fields: [...fields, ...choiceFields(representation)], surface });
  if (status === 412) return refused('preconditionFailed', []);
  if (status === 416) return refused('rangeNotSatisfiable', contentRange === undefined ? [] : ['Content-Range', contentRange]);
  // The client is gone: so is the connection to the host.
  const abandon = (): unknown => !(body instanceof Uint8Array) && body?.destroy();
  try {
    const { whole, resource } = (age ? keptHead : headOf)(site, representation, found);
    const isWhole = status === 200 || status === 206;
    if (status === 304) abandon();
    return {
      status,
      fields: (isWhole ? whole : resource) + (age ? `Age: ${age(request.begun)}\r\n` : ''),
      body: isWhole ? body : undefined,
      length: isWhole ? length : undefined,
      variant: variantOf(representation),
      surface,
    };
  } catch (error) {
    abandon();
    throw error;
  }
}

/** Lines of the head: of a full answer, and of a 304. */
function headOf(site: Site, representation: Representation, found: RemoteAnswer) {
  const mediaType = (representation.role === 'text' ? undefined : found.mediaType) ?? representation.mediaType;
  const resource = resourceLines(site, { ...representation, mediaType }, found);
  return { whole: contentLines(mediaType, found) + resource, resource };
}

/** The same, cached, for an answer that comes from the cache. */
function keptHead(site: Site, representation: Representation, found: RemoteAnswer): ReturnType<typeof headOf> {
  const kept = headsByRole(site)(found);
  kept[representation.role] ??= headOf(site, representation, found);
  return kept[representation.role]!;
}

const headsByRole = memoizeByObject((_: Site) =>
  memoizeByObject((_: RemoteAnswer): Partial<Record<Role, ReturnType<typeof headOf>>> => ({})),
);
