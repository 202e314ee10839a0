import { bareTypeOf, indexLinks, type LinkedSite, link, serviceLinks } from './links.ts';
import { artifactAt, type Role } from './media-types.ts';
import { stubOccurrence } from './problem.ts';
import { commonFields, documentPolicy, permissionsPolicy, svgPolicy } from './security-fields.ts';
import type { SiteFacts } from './site-facts.ts';
import { type CachePolicyId, cachePolicies, type Surface, surfaces } from './surfaces.ts';

/** What the fields need to know of a site. */
export type FieldSite = LinkedSite & Pick<SiteFacts, 'contentSecurityPolicy' | 'crossOrigin' | 'sharedAge' | 'indexMarkdown'>;

/** What the fields of one answer name: paths within the site, or variables of a server that stand for them; '' where there is none. */
export interface FieldPlaces {
  /** Of the request. */
  readonly path: string;
  readonly page: string;
  readonly twin: string;
  /** The whole URL. */
  readonly canonical: string;
  /** The llms.txt that covers the page. */
  readonly index: string;
  /** Of a part: what it is a part of, and values of Link to those beside it. */
  readonly up: string;
  readonly near: string;
  /** What Allow says. */
  readonly allow: string;
  /** Whether the bytes have codings. */
  readonly coded: boolean;
}

/** Of an answer that names none. */
export const nowhere: FieldPlaces = {
  path: '',
  page: '',
  twin: '',
  canonical: '',
  index: '',
  up: '',
  near: '',
  allow: '',
  coded: false,
};

/** The value of a field; '': it is not sent. One that asks for no place is the same for all answers of a role. */
export type FieldValue = (site: FieldSite, at: FieldPlaces) => string;

const html = bareTypeOf(surfaces.getPage.mediaType);
const markdown = bareTypeOf(surfaces.getPageMarkdown.mediaType);

const cached = (id: CachePolicyId) => () => cachePolicies[id];
/** The same, and how long shared caches keep it, if the site says so (RFC 9111 §5.2.2.10). */
const shared =
  (id: CachePolicyId): FieldValue =>
  ({ sharedAge }) =>
    sharedAge === undefined ? cachePolicies[id] : cachePolicies[id].replace(/max-age=\d+/, `$&, s-maxage=${sharedAge}`);
const to =
  (place: 'page' | 'twin' | 'index' | 'up', relation: string, type: string): FieldValue =>
  (site, at) =>
    at[place] && link(site.base + at[place], relation, type);
const links =
  (...values: readonly FieldValue[]): FieldValue =>
  (site, at) =>
    values
      .map((value) => value(site, at))
      .filter((value) => value !== '')
      .join(', ');
const canonical: FieldValue = (_site, at) => link(at.canonical, 'canonical');
const toPage = to('page', 'alternate', html);
const toTwin = to('twin', 'alternate', markdown);
const described = to('index', 'describedby', bareTypeOf(surfaces.getLlmsTxt.mediaType));
const service: FieldValue = (site) => serviceLinks(site).join(', ');
const { path: healthPath, mediaType: healthType } = surfaces.getHealth;

const byAccept: FieldValue = (_site, at) => (at.coded ? 'Accept, Accept-Encoding' : 'Accept');
const byCoding: FieldValue = (_site, at) => (at.coded ? 'Accept-Encoding' : '');
const pagePolicy: FieldValue = (site) => site.contentSecurityPolicy;
const silent: FieldValue = () => documentPolicy;
const indexes: FieldValue = (site) => indexLinks(site).join(', ');
/** What only a site that is open to scripts of other sites says. */
const toScripts =
  (value: (at: FieldPlaces) => string): FieldValue =>
  (site, at) =>
    site.crossOrigin ? value(at) : '';

/** Robots are told where an answer is not to be found by search, unless the owner says otherwise (X-Robots-Tag). */
const robots =
  (isFound: boolean): FieldValue =>
  ({ indexMarkdown = isFound }) =>
    indexMarkdown ? '' : 'noindex';

const twin = {
  'Cache-Control': shared('document'),
  Vary: byCoding,
  Link: links(canonical, toPage, to('up', 'up', markdown), (_site, at) => at.near, described, service),
  'Content-Security-Policy': silent,
  'X-Robots-Tag': robots(true),
};
const document = {
  'Cache-Control': shared('document'),
  Vary: byCoding,
  Link: service,
  'Content-Security-Policy': silent,
  'X-Robots-Tag': robots(true),
};
const negotiated = {
  'Cache-Control': cached('negotiated'),
  Vary: byAccept,
  'Content-Location': (site: FieldSite, at: FieldPlaces) => site.base + at.twin,
  Link: links(canonical, toPage, described, service),
  'Content-Security-Policy': silent,
};
const problem = { 'Cache-Control': cached('none'), 'Content-Security-Policy': silent, 'Content-Language': () => 'en' };
const options = { 'Cache-Control': cached('none') };

/**
 * What each answer says, beside the fields of all ({@link commonFields}), those of its bytes, and those of the occurrence
 * (Allow, Location, Retry-After). The proxy, the handler and the configuration of every server read it here.
 */
const fieldsByRole = {
  page: {
    'Cache-Control': shared('page'),
    Vary: byAccept,
    'Content-Location': (site, at) => site.base + at.path,
    Link: links(canonical, toTwin, described, service),
    'Content-Security-Policy': pagePolicy,
    'Permissions-Policy': () => permissionsPolicy,
  },
  text: negotiated,
  negotiated: {
    ...negotiated,
    // A targeted field (RFC 9213): only a cache that was told to reads it, because its key tells HTML from Markdown.
    'Diptych-Cache-Control': ({ sharedAge }) => (sharedAge === undefined ? '' : `max-age=${sharedAge}`),
  },
  twin,
  part: { ...twin, 'X-Robots-Tag': robots(false) },
  document,
  repetition: { ...document, 'X-Robots-Tag': robots(false) },
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
    Link: links((site, at) => link(site.base + at.path, 'alternate', html), toTwin),
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
 * What an answer is, to its fields. `repetition` is a document that says again what pages say; `absent` is a 404, and `missing`
 * the page of the site that browsers get for it; `refused` is a 406, `stub` a 501 of ours; `moved` a redirect for good;
 * `preflight` the OPTIONS of a browser that asks for a script.
 */
export type FieldRole = keyof typeof fieldsByRole;
export const roleFields: Record<FieldRole, Readonly<Record<string, FieldValue>>> = fieldsByRole;

/** What a representation is to its fields, by its media type and its URL path, too. */
export function fieldRoleOf(role: Role, mediaType: string, path: string): FieldRole {
  if (role === 'asset' && mediaType.startsWith('image/svg')) return 'svg';
  const id = role === 'document' ? artifactAt(path) : undefined;
  return id !== undefined && (surfaces[id] as Surface).isRepetition ? 'repetition' : role;
}

type Fields = [name: string, value: string][];

/** The fields of an answer that its role has. What is empty is left out. */
export const ownFieldsOf = (site: FieldSite, role: FieldRole, at: FieldPlaces): Fields =>
  Object.entries(roleFields[role])
    .map(([name, value]): Fields[number] => [name, value(site, at)])
    .filter(([, value]) => value !== '');

/** The fields of an answer by name: those of its role, and of all. */
export const fieldsOf = (site: FieldSite, role: FieldRole, at: FieldPlaces): Fields => {
  const common = commonFields(site);
  return [
    ...ownFieldsOf(site, role, at),
    ...common.flatMap((name, index): Fields => (index % 2 ? [] : [[name, common[index + 1]!]])),
  ];
};
