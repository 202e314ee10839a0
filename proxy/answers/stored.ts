import { memoizeByObject } from '#contract/std/collections';
import type { Fields } from '../http/fields.ts';
import { type Coding, codingsFor } from '../http/negotiate.ts';
import { evaluate, isConditional, rangeHolds } from '../http/preconditions.ts';
import { partOf } from '../http/range.ts';
import type { RequestFacts } from '../http/request.ts';
import type { Body, Representation, Role, Site, StoredContent } from '../origin/origin.ts';
import { choiceFields, contentFields, resourceFields, variantOf } from './head.ts';
import { failureAnswer, problemAnswer } from './problem.ts';
import type { Answer, AnswerContent } from './value.ts';

/** Prefixes of tags: no two representations of a URL share one. */
const tagPrefixes: Readonly<Record<Role, string>> = {
  page: 'html-',
  negotiated: 'md-',
  text: 'md-',
  twin: 'md-',
  document: '',
  asset: '',
};
const tagSuffixes: Readonly<Record<Coding, string>> = { identity: '', br: '-br', gzip: '-gz' };

/** The stored bytes to send for an Accept-Encoding value. */
export function bodyFor(acceptEncoding: string | undefined, content: StoredContent): Body {
  if (acceptEncoding !== undefined && content.compressible)
    for (const coding of codingsFor(acceptEncoding)) {
      const body = content[coding];
      if (body?.isUsable) return body;
    }
  return content.identity;
}

/** The bytes of a range if they are in memory, else a reference to them. */
export const partBody = (stored: Body, start = 0, end = stored.size - 1): AnswerContent => {
  const { bytes } = stored;
  if (bytes === undefined) return { stored, start, end };
  return end - start + 1 === bytes.length ? bytes : bytes.subarray(start, end + 1);
};

/** Answers with stored bytes: preconditions → range → coding. Synchronous once they were read. */
export function storedAnswer(request: RequestFacts, site: Site, representation: Representation): Answer | Promise<Answer> {
  const { headers, method } = request;
  const { content, surface } = representation;
  const stored = bodyFor(headers['accept-encoding'], content);
  // Whether a coding may be sent depends on the file that it belongs to.
  const unread = [content.identity, stored].find(({ tag }) => tag === undefined);
  if (unread)
    return unread.load().then(
      () => storedAnswer(request, site, representation),
      (error) => failureAnswer(request, site, error, surface),
    );
  const head = headOf(site, representation, stored);
  const variant = variantOf(representation);
  if (isConditional(headers)) {
    const outcome = evaluate(headers, head.tag);
    if (outcome === 412)
      return problemAnswer(request, site, 'preconditionFailed', { fields: choiceFields(representation), surface });
    if (outcome === 304) return { status: 304, fields: head.resource, content: undefined, variant, surface };
  }
  if (headers.range !== undefined && method !== 'HEAD') {
    const part = partAnswer(request, site, representation, headers.range);
    if (part) return part;
  }
  return { status: 200, fields: head.whole, content: partBody(stored), variant, surface };
}

/** A range of the identity coding, because ranges of a compressed stream are useless. Undefined: send the whole. */
function partAnswer(request: RequestFacts, site: Site, representation: Representation, range: string): Answer | undefined {
  const { surface, mediaType, content } = representation;
  const { identity } = content;
  const { size } = identity;
  const { tag, resource } = headOf(site, representation, identity);
  const part = rangeHolds(request.headers['if-range'], tag) ? partOf(range, size) : 'whole';
  if (part === 'whole') return undefined;
  if (part === 'unsatisfiable')
    return problemAnswer(request, site, 'rangeNotSatisfiable', {
      fields: [['Content-Range', `bytes */${size}`], ...choiceFields(representation)],
      surface,
    });
  const { start, end } = part;
  const fields: Fields = [...contentFields(mediaType), ['Content-Range', `bytes ${start}-${end}/${size}`], ...resource];
  return { status: 206, fields, content: partBody(identity, start, end), variant: variantOf(representation), surface };
}

interface Head {
  readonly tag: string;
  /** Fields of a 304, and of a 200. */
  readonly resource: Fields;
  readonly whole: Fields;
}

/** Heads of a representation, which belongs to one site, by coding. */
const headsOf = memoizeByObject((_: Representation): Partial<Record<Coding, Head>> => ({}));

function headOf(site: Site, representation: Representation, { coding, tag: hash }: Body): Head {
  const heads = headsOf(representation);
  const tag = tagPrefixes[representation.role] + hash + tagSuffixes[coding];
  const known = heads[coding];
  if (known?.tag === tag) return known;
  const resource = resourceFields(site, representation, `"${tag}"`);
  const head = { tag, resource, whole: [...contentFields(representation.mediaType, coding), ...resource] };
  heads[coding] = head;
  return head;
}
