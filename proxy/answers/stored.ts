import { type Coding, codingsFor } from '../http/negotiate.ts';
import { evaluate, isConditional, rangeHolds } from '../http/preconditions.ts';
import { partOf } from '../http/range.ts';
import type { RequestFacts } from '../http/request.ts';
import type { Representation, Role, Site, StoredBody, StoredContent } from '../origin/origin.ts';
import { choiceFields, contentLines, resourceLines, type Validators, variantOf } from './fields.ts';
import { failureAnswer, problemAnswer } from './problem.ts';
import type { Answer, Body } from './value.ts';

/** The stored body that Accept-Encoding selects. */
export function bodyFor(acceptEncoding: string | undefined, content: StoredContent): StoredBody {
  if (acceptEncoding !== undefined && content.compressible)
    for (const coding of codingsFor(acceptEncoding)) {
      const body = content[coding];
      if (body) return body;
    }
  return content.identity;
}

/** The bytes of a part if they are in memory, else where they are. */
export const partBody = (stored: StoredBody, start = 0, end = stored.size - 1): Body => {
  const { bytes } = stored;
  if (bytes === undefined) return { stored, start, end };
  return end - start + 1 === bytes.length ? bytes : bytes.subarray(start, end + 1);
};

/** Answers with bytes on this machine: preconditions → range → coding. */
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
  const validators = validatorsOf(representation, body, content.compressible);
  if (isConditional(headers)) {
    const outcome = evaluate(headers, validators.tag);
    if (outcome === 412)
      return problemAnswer(request, site, 'preconditionFailed', { fields: choiceFields(representation), surface });
    if (outcome === 304) {
      const fields = resourceLines(site, representation, validators);
      return { status: 304, fields, body: undefined, variant: variantOf(representation), surface };
    }
  }
  if (headers.range !== undefined && method !== 'HEAD') {
    if (content.identity.tag === undefined) return afterLoading(content.identity);
    const part = partAnswer(request, site, representation, content, headers.range);
    if (part) return part;
  }
  const fields = contentLines(representation.mediaType, validators) + resourceLines(site, representation, validators);
  return { status: 200, fields, body: partBody(body), variant: variantOf(representation), surface };
}

/** A part of the identity coding: positions in a compressed stream are of no use to anyone. Undefined: the whole is sent. */
function partAnswer(
  request: RequestFacts,
  site: Site,
  representation: Representation,
  { identity, compressible }: StoredContent,
  range: string,
): Answer | undefined {
  const { size } = identity;
  const { surface, mediaType } = representation;
  const validators = validatorsOf(representation, identity, compressible);
  const part = rangeHolds(request.headers['if-range'], validators.tag) ? partOf(range, size) : 'whole';
  if (part === 'whole') return undefined;
  if (part === 'unsatisfiable')
    return problemAnswer(request, site, 'rangeNotSatisfiable', {
      fields: ['Content-Range', `bytes */${size}`, ...choiceFields(representation)],
      surface,
    });
  const { start, end } = part;
  const contentRange = `bytes ${start}-${end}/${size}`;
  const fields = contentLines(mediaType, { ...validators, contentRange }) + resourceLines(site, representation, validators);
  return { status: 206, fields, body: partBody(identity, start, end), variant: variantOf(representation), surface };
}

/** @returns with the opaque part of the ETag */
function validatorsOf(representation: Representation, body: StoredBody, variesByCoding: boolean): Validators & { tag: string } {
  const { coding } = body;
  const tag = `${prefixes[representation.role]}${body.tag}${suffixes[coding]}`;
  return { tag, etag: `"${tag}"`, coding, acceptRanges: true, variesByCoding };
}

/* No two representations of a URL share a tag. */
const prefixes: Readonly<Record<Role, string>> = { page: 'html-', negotiated: 'md-', twin: 'md-', document: '', asset: '' };
const suffixes: Readonly<Record<Coding, string>> = { identity: '', br: '-br', gzip: '-gz' };
