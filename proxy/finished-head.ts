import { validateHeaderValue } from 'node:http';
import { contentFields, type Fields, resourceFields, tagOf } from './fields.ts';
import type { Representation, StoredBody } from './origin/origin.ts';
import type { Site } from './site.ts';

/**
 * The head of a stored representation as text, each line ended: everything but the status line, Content-Length, Date,
 * Connection and the RateLimit fields. Made and validated once, so that an answer is a look-up and one write.
 */
export interface FinishedHead {
  /** What a 304 leaves out. */
  readonly content: string;
  readonly rest: string;
  readonly length: string;
  /** The opaque part of the ETag. */
  readonly tag: string;
}

/** Most representations of a site whose heads are kept: some 2 KiB each. */
const limit = 2048;

/** The head of one coding of a representation: made when first asked for, and kept with it for a while. */
export function finishedHead(
  site: Site,
  representation: Representation,
  body: StoredBody,
  variesByCoding: boolean,
): FinishedHead {
  const known = representation.heads?.[body.coding];
  if (known) return known;
  if (!representation.heads) {
    representation.heads = {};
    if (site.finished.push(representation) > limit) site.finished.shift()!.heads = undefined;
  }
  const tag = tagOf(representation, body);
  const validators = { etag: `"${tag}"`, coding: body.coding, acceptRanges: true, variesByCoding };
  const head = {
    content: toLines(contentFields(representation.mediaType, validators)),
    rest: toLines(resourceFields(site, representation, validators)),
    length: `${body.size}`,
    tag,
  };
  representation.heads[body.coding] = head;
  return head;
}

/** Fields as they go over the wire. Throws where a value holds what no field may hold, as Node's own writer does. */
export function toLines(fields: Fields): string {
  let lines = '';
  for (let i = 0; i < fields.length; i += 2) {
    validateHeaderValue(fields[i]!, fields[i + 1]!);
    lines += `${fields[i]}: ${fields[i + 1]}\r\n`;
  }
  return lines;
}

/** The fields of such lines. */
export const toFields = (lines: string): string[] =>
  lines
    .split('\r\n')
    .filter((line) => line !== '')
    .flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
