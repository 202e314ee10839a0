import { toLines } from '../http/lines.ts';
import type { Coding, Representation, Role, StoredBody } from '../origin/origin.ts';
import type { Site } from '../origin/site.ts';
import { deprecationOf } from './deprecation.ts';
import { contentFields, resourceFields, tagOf } from './fields.ts';

/**
 * The head of a kind of representation, as text with places for what is one representation's own. Made and validated
 * once for each of the few kinds that a site has, and filled for an answer: tens of thousands of finished heads would
 * take more memory than their pages.
 */
interface HeadTemplate {
  /** What a 304 leaves out. */
  readonly content: string;
  /** The rest: literals, and between them what is filled in. */
  readonly literals: readonly string[];
  readonly places: readonly Place[];
}

type Place = 'path' | 'page' | 'twin' | 'tag';

/** What stands for them while a template is made: no published path and no tag holds it. */
const marks: Readonly<Record<Place, string>> = { path: '/%00path', page: '/%00page', twin: '/%00twin', tag: '%00tag' };
const marked = /(\/%00path|\/%00page|\/%00twin|%00tag)/;

/**
 * The lines of a 200 or 304 with a stored representation: all but the status line, Content-Length, Date, Connection and
 * the RateLimit fields.
 */
export function storedHead(
  site: Site,
  representation: Representation,
  body: StoredBody,
  variesByCoding: boolean,
  status: 200 | 304,
): string {
  const tag = tagOf(representation, body);
  // What is deprecated is rare, and says so by its path: it has no kind.
  if (site.deprecations.length > 0 && deprecationOf(site, representation.page ?? representation.path).fields.length > 0) {
    const { content, literals } = createTemplate(site, representation, tag, body, variesByCoding);
    return status === 304 ? literals.join('') : content + literals.join('');
  }
  const template = templateFor(site, representation, body, variesByCoding);
  const { literals, places } = template;
  let lines = status === 304 ? literals[0]! : template.content + literals[0];
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!;
    lines += (place === 'tag' ? tag : representation[place]) + literals[i + 1]!;
  }
  return lines;
}

function templateFor(site: Site, representation: Representation, body: StoredBody, variesByCoding: boolean): HeadTemplate {
  const { role, mediaType, page, twin } = representation;
  const kinds = kindsOf(site, mediaType);
  // A number: a text made of all of these for every answer would take as long as the head itself.
  const kind = roles[role] + codings[body.coding] + (variesByCoding ? 1 : 0) + (twin === undefined ? 0 : 2);
  const known = kinds.get(kind);
  if (known) return known;
  const one = {
    ...representation,
    path: marks.path,
    ...(page === undefined ? {} : { page: marks.page }),
    ...(twin === undefined ? {} : { twin: marks.twin }),
  };
  const template = createTemplate(site, one, marks.tag, body, variesByCoding);
  kinds.set(kind, template);
  return template;
}

const roles: Readonly<Record<Role, number>> = { page: 0, negotiated: 16, twin: 32, document: 48, asset: 64 };
const codings: Readonly<Record<Coding, number>> = { identity: 0, br: 4, gzip: 8 };

/** Templates by media type, and by what else tells kinds of representations apart: they go with their site. */
const templates = new WeakMap<Site, Map<string, Map<number, HeadTemplate>>>();

function kindsOf(site: Site, mediaType: string): Map<number, HeadTemplate> {
  const types = templates.get(site) ?? new Map<string, Map<number, HeadTemplate>>();
  const kinds = types.get(mediaType) ?? new Map<number, HeadTemplate>();
  if (kinds.size === 0) templates.set(site, types.set(mediaType, kinds));
  return kinds;
}

function createTemplate(
  site: Site,
  representation: Representation,
  tag: string,
  { coding }: StoredBody,
  variesByCoding: boolean,
): HeadTemplate {
  const validators = { etag: `"${tag}"`, coding, acceptRanges: true, variesByCoding };
  const pieces = toLines(resourceFields(site, representation, validators)).split(marked);
  const placeOf = new Map(Object.entries(marks).map(([place, mark]) => [mark, place as Place]));
  return {
    content: toLines(contentFields(representation.mediaType, validators)),
    literals: pieces.filter((_, i) => i % 2 === 0),
    places: pieces.filter((_, i) => i % 2 === 1).map((mark) => placeOf.get(mark)!),
  };
}
