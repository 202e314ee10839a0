import { bareTypeOf, indexLinks, type LinkedSite, link, serviceLinks } from './links.ts';
import { artifactAt, type Role } from './media-types.ts';
import { stubOccurrence } from './problem.ts';
import { commonFields, documentPolicy, permissionsPolicy, svgPolicy } from './security-fields.ts';
import type { SiteFacts } from './site-facts.ts';
import { type CachePolicyId, cachePolicies, type Surface, surfaces } from './surfaces.ts';

export type FieldSite = LinkedSite & Pick<SiteFacts, 'contentSecurityPolicy' | 'crossOrigin' | 'sharedAge'>;

/** URLs in the fields of one answer: paths within the site, or variables of a server for them; '' for none. */
export interface FieldPlaces {
  readonly path: string;
  readonly page: string;
  readonly twin: string;
  /** Whole URL. */
  readonly canonical: string;
  /** The llms.txt that covers the page. */
  readonly index: string;
  /** For a part: its parent, and Link values for its neighbours. */
  readonly up: string;
  readonly near: string;
  readonly allow: string;
  /** Whether the body has codings. */
  readonly hasCodings: boolean;
}

/** For an answer without such URLs. */
export const noPlaces: FieldPlaces = {
  path: '',
  page: '',
  twin: '',
  canonical: '',
  index: '',
  up: '',
  near: '',
  allow: '',
  hasCodings: false,
};

/** The value of a field; '': not sent. */
export type FieldValue = (site: FieldSite, places: FieldPlaces) => string;

const html = bareTypeOf(surfaces.getPage.mediaType);
const markdown = bareTypeOf(surfaces.getPageMarkdown.mediaType);

const cached = (id: CachePolicyId) => () => cachePolicies[id];
/** Adds the lifetime in shared caches, if the site sets one (RFC 9111 §5.2.2.10). */
const shared =
  (id: CachePolicyId): FieldValue =>
  ({ sharedAge }) =>
    sharedAge === undefined ? cachePolicies[id] : cachePolicies[id].replace(/max-age=\d+/, `$&, s-maxage=${sharedAge}`);
const to =
  (place: 'page' | 'twin' | 'index' | 'up', relation: string, type: string): FieldValue =>
  (site, places) =>
    places[place] && link(site.base + places[place], relation, type);
const links =
  (...values: readonly FieldValue[]): FieldValue =>
  (site, places) =>
    values
      .map((value) => value(site, places))
      .filter((value) => value !== '')
      .join(', ');
const canonical: FieldValue = (_site, places) => link(places.canonical, 'canonical');
const toPage = to('page', 'alternate', html);
const toTwin = to('twin', 'alternate', markdown);
const described = to('index', 'describedby', bareTypeOf(surfaces.getLlmsTxt.mediaType));
const service: FieldValue = (site) => serviceLinks(site).join(', ');
const { path: healthPath, mediaType: healthType } = surfaces.getHealth;

const byAccept: FieldValue = (_site, places) => (places.hasCodings ? 'Accept, Accept-Encoding' : 'Accept');
const byCoding: FieldValue = (_site, places) => (places.hasCodings ? 'Accept-Encoding' : '');
const pagePolicy: FieldValue = (site) => site.contentSecurityPolicy;
const silent: FieldValue = () => documentPolicy;
const indexes: FieldValue = (site) => indexLinks(site).join(', ');
/** Sent only if scripts of other sites may read the site. */
const toScripts =
  (value: (places: FieldPlaces) => string): FieldValue =>
  (site, places) =>
    site.crossOrigin ? value(places) : '';

/** On answers that repeat pages: search engines should not list them. */
const hiddenFromSearch = () => 'noindex';

const twin = {
  'Cache-Control': shared('document'),
  Vary: byCoding,
  Link: links(canonical, toPage, to('up', 'up', markdown), (_site, places) => places.near, described, service),
  'Content-Security-Policy': silent,
};
const document = {
  'Cache-Control': shared('document'),
  Vary: byCoding,
  Link: service,
  'Content-Security-Policy': silent,
};
const negotiated = {
  'Cache-Control': cached('negotiated'),
  Vary: byAccept,
  'Content-Location': (site: FieldSite, places: FieldPlaces) => site.base + places.twin,
  Link: links(canonical, toPage, described, service),
  'Content-Security-Policy': silent,
};
const problem = { 'Cache-Control': cached('none'), 'Content-Security-Policy': silent, 'Content-Language': () => 'en' };
const options = { 'Cache-Control': cached('none') };

/**
 * The fields of each role, besides {@link commonFields}, the fields of the body, and the fields of the occurrence (Allow, Location,
 * Retry-After). The proxy, the handler and all exported server configurations use this table.
 */
const fieldsByRole = {
  page: {
    'Cache-Control': shared('page'),
    Vary: byAccept,
    'Content-Location': (site, places) => site.base + places.path,
    Link: links(canonical, toTwin, described, service),
    'Content-Security-Policy': pagePolicy,
    'Permissions-Policy': () => permissionsPolicy,
  },
  text: negotiated,
  negotiated: {
    ...negotiated,
    // A targeted field (RFC 9213), read only by a cache configured for it, whose key separates HTML from Markdown.
    'Diptych-Cache-Control': ({ sharedAge }) => (sharedAge === undefined ? '' : `max-age=${sharedAge}`),
  },
  twin,
  part: { ...twin, 'X-Robots-Tag': hiddenFromSearch },
  document,
  repetition: { ...document, 'X-Robots-Tag': hiddenFromSearch },
  health: {
    'Cache-Control': cached('none'),
    Link: links((site) => link(site.base + healthPath, 'status', healthType), service),
    'Content-Security-Policy': silent,
  },
  asset: { 'Cache-Control': cached('asset'), Vary: byCoding },
  svg: { 'Cache-Control': cached('asset'), Vary: byCoding, 'Content-Security-Policy': () => svgPolicy },
  problem,
  absent: { ...problem, Vary: () => 'Accept', Link: indexes },
  missing: {
    'Cache-Control': cached('none'),
    Vary: byAccept,
    Link: indexes,
    'Content-Security-Policy': pagePolicy,
    'Permissions-Policy': () => permissionsPolicy,
  },
  refused: {
    ...problem,
    Vary: () => 'Accept',
    Link: links((site, places) => link(site.base + places.path, 'alternate', html), toTwin),
  },
  stub: { ...problem, Link: (site) => stubOccurrence(site).links.join(', ') },
  redirect: { 'Cache-Control': cached('none') },
  moved: { 'Cache-Control': cached('document') },
  options,
  // Fetch §3.2.
  preflight: {
    ...options,
    'Access-Control-Allow-Methods': toScripts(({ allow }) => allow),
    'Access-Control-Allow-Headers': toScripts(() => '*'),
    'Access-Control-Max-Age': toScripts(() => '86400'),
  },
} satisfies Record<string, Readonly<Record<string, FieldValue>>>;

/**
 * The role of an answer, which decides its fields. `repetition`: a document that repeats content of pages. `absent`: a 404;
 * `missing`: the site's 404 page. `refused`: a 406. `stub`: our 501. `moved`: a permanent redirect. `preflight`: the OPTIONS
 * request of a browser for a script.
 */
export type FieldRole = keyof typeof fieldsByRole;
export const roleFields: Record<FieldRole, Readonly<Record<string, FieldValue>>> = fieldsByRole;

/** The role of a representation for its fields, refined by media type and URL path. */
export function fieldRoleOf(role: Role, mediaType: string, path: string): FieldRole {
  if (role === 'asset' && mediaType.startsWith('image/svg')) return 'svg';
  const id = role === 'document' ? artifactAt(path) : undefined;
  return id !== undefined && (surfaces[id] as Surface).isRepetition ? 'repetition' : role;
}

type Fields = (readonly [name: string, value: string])[];

/** The non-empty fields of a role. */
export const ownFieldsOf = (site: FieldSite, role: FieldRole, places: FieldPlaces): Fields =>
  Object.entries(roleFields[role])
    .map(([name, value]): Fields[number] => [name, value(site, places)])
    .filter(([, value]) => value !== '');

/** The fields of an answer: for its role, and the common ones. */
export const fieldsOf = (site: FieldSite, role: FieldRole, places: FieldPlaces): Fields => [
  ...ownFieldsOf(site, role, places),
  ...commonFields(site),
];
