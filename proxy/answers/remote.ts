import type { Fields } from '../http/field-lines.ts';
import type { RequestFacts } from '../http/request.ts';
import type { RemoteContent, Representation, Site } from '../origin/origin.ts';
import { choiceFields, contentLines, resourceLines, variantOf } from './fields.ts';
import { notFoundAnswer } from './not-found.ts';
import { failureAnswer, problemAnswer } from './problem.ts';
import { redirectAnswer } from './redirect.ts';
import type { Answer } from './value.ts';

/**
 * Answers with what another host holds. It has evaluated preconditions and ranges; the head is ours.
 *
 * @param fallback is sent if the host holds nothing there: the HTML of a page without twin
 */
export async function remoteAnswer(
  request: RequestFacts,
  site: Site,
  representation: Representation,
  content: RemoteContent,
  fallback?: Representation,
): Promise<Answer> {
  const { headers, method, begun } = request;
  const { surface } = representation;
  let found: Awaited<ReturnType<RemoteContent['open']>>;
  try {
    found = await content.open(method === 'HEAD' ? 'HEAD' : 'GET', headers, begun);
    if (found === undefined)
      return fallback?.content.kind === 'remote'
        ? await remoteAnswer(request, site, fallback, fallback.content)
        : notFoundAnswer(request, site);
    if ('kind' in found) return redirectAnswer(request, site, found, surface);
    const { status, body, length, contentRange, mediaType = representation.mediaType } = found;
    const refused = (id: 'preconditionFailed' | 'rangeNotSatisfiable', fields: Fields): Answer =>
      problemAnswer(request, site, id, { fields: [...fields, ...choiceFields(representation)], surface });
    if (status === 412) return refused('preconditionFailed', []);
    if (status === 416) return refused('rangeNotSatisfiable', contentRange === undefined ? [] : ['Content-Range', contentRange]);
    const isWhole = status === 200 || status === 206;
    const fields = (isWhole ? contentLines(mediaType, found) : '') + resourceLines(site, { ...representation, mediaType }, found);
    return { status, fields, body, length: isWhole ? length : undefined, variant: variantOf(representation), surface };
  } catch (error) {
    // Nobody is left to read it: its connection goes with it.
    if (found && 'body' in found && !(found.body instanceof Uint8Array)) found.body?.destroy();
    return failureAnswer(request, site, error, surface);
  }
}
