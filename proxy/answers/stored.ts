import { memoizeByObject } from '../../build/contract/std/collections.ts';
import { memoize } from '../http/memoize.ts';
import { type Coding, codingsFor } from '../http/negotiate.ts';
import { evaluate, isConditional, rangeHolds } from '../http/preconditions.ts';
import { partOf } from '../http/range.ts';
import type { RequestFacts } from '../http/request.ts';
import { type Representation, type Site, type StoredBody, type StoredContent, tagPrefixes } from '../origin/origin.ts';
import { choiceFields, contentLines, resourceLines, type Validators, variantOf } from './fields.ts';
import { failureAnswer, problemAnswer } from './problem.ts';
import type { Answer, Body } from './value.ts';

/** The stored body to send for an Accept-Encoding value. */
export function bodyFor(acceptEncoding: string | undefined, content: StoredContent): StoredBody {
  if (acceptEncoding !== undefined && content.compressible)
    for (const coding of codingsFor(acceptEncoding)) {
      const body = content[coding];
      if (body) return body;
    }
  return content.identity;
}

/** The bytes of a range if they are in memory, else a reference to them. */
export const partBody = (stored: StoredBody, start = 0, end = stored.size - 1): Body => {
  const { bytes } = stored;
  if (bytes === undefined) return { stored, start, end };
  return end - start + 1 === bytes.length ? bytes : bytes.subarray(start, end + 1);
};

/** Answers with bytes of this machine: preconditions → range → coding. */
export function storedAnswer(
  request: RequestFacts,
  site: Site,
  representation: Representation,
  content: StoredContent,
): Answer | Promise<Answer> {
  const { headers, method } = request;
  const { surface } = representation;
  const body = bodyFor(headers['accept-encoding'], content);
  const afterLoading = (stored: StoredBody): Promise<Answer> =>
    stored.load().then(
      () => storedAnswer(request, site, representation, content),
      (error) => failureAnswer(request, site, error, surface),
    );
  if (body.tag === undefined) return afterLoading(body);
  const head = headOf(site, representation, body, content.compressible);
  if (isConditional(headers)) {
    const outcome = evaluate(headers, head.tag);
    if (outcome === 412)
      return problemAnswer(request, site, 'preconditionFailed', { fields: choiceFields(representation), surface });
    if (outcome === 304)
      return { status: 304, fields: head.resource, body: undefined, variant: variantOf(representation), surface };
  }
  if (headers.range !== undefined && method !== 'HEAD') {
    if (content.identity.tag === undefined) return afterLoading(content.identity);
    const part = partAnswer(request, site, representation, content, headers.range);
    if (part) return part;
  }
  return { status: 200, fields: head.content + head.resource, body: partBody(body), variant: variantOf(representation), surface };
}

/** A range of the identity coding, because ranges of a compressed stream are useless. Undefined: send the whole. */
function partAnswer(
  request: RequestFacts,
  site: Site,
  representation: Representation,
  { identity, compressible }: StoredContent,
  range: string,
): Answer | undefined {
  const { size } = identity;
  const { surface, mediaType } = representation;
  const { tag, resource } = headOf(site, representation, identity, compressible);
  const part = rangeHolds(request.headers['if-range'], tag) ? partOf(range, size) : 'whole';
  if (part === 'whole') return undefined;
  if (part === 'unsatisfiable')
    return problemAnswer(request, site, 'rangeNotSatisfiable', {
      fields: ['Content-Range', `bytes */${size}`, ...choiceFields(representation)],
      surface,
    });
  const { start, end } = part;
  const contentRange = `bytes ${start}-${end}/${size}`;
  const fields = contentLines(mediaType, { acceptRanges: true, contentRange }) + resource;
  return { status: 206, fields, body: partBody(identity, start, end), variant: variantOf(representation), surface };
}

/** The head of one coding of a representation, as lines. */
interface Head {
  /** ETag of the stored body, which changes when the file is read again. */
  readonly of: string;
  /** The opaque part of the ETag. */
  readonly tag: string;
  /** Lines that a 304 omits, and lines that it repeats. */
  readonly content: string;
  readonly resource: string;
}

function headOf(site: Site, representation: Representation, body: StoredBody, variesByCoding: boolean): Head {
  const { coding } = body;
  const heads = headsOf(site)(representation);
  const known = heads[coding];
  if (known && known.of === body.tag) return known;
  const tag = `${tagPrefixes[representation.role]}${body.tag}${suffixes[coding]}`;
  const validators: Validators = { etag: `"${tag}"`, coding, acceptRanges: true, variesByCoding };
  const content = contentLines(representation.mediaType, validators);
  const resource = resourceLines(site, representation, validators);
  const head: Head = { of: body.tag!, tag, content: flat(content), resource: flat(resource) };
  // Cached at the second request only: a crawler requests everything once.
  heads[coding] = known === undefined ? null : head;
  return head;
}

/** The same string, flattened: V8 would walk the tree of a joined string for every answer. */
function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}

/** Heads of frequent answers; null: requested once. */
const headsOf = memoizeByObject((_: Site) => memoize((_: Representation): Partial<Record<Coding, Head | null>> => ({})));

const suffixes: Readonly<Record<Coding, string>> = { identity: '', br: '-br', gzip: '-gz' };
