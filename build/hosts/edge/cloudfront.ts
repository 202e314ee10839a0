import { healthText } from '../../contract/health.ts';
import { bareTypeOf, joinLinks, link, serviceLinks } from '../../contract/links.ts';
import { mediaTypeOf, typesByExtension } from '../../contract/media-types.ts';
import { knownMethods, preflightFields, readMethods } from '../../contract/methods.ts';
import { fileOfUrl, isPageFile, notFoundFile, pageUrlOf, twinUrlOf, urlOfFile } from '../../contract/permalinks.ts';
import { problemFields, problemOf, problemType, stubOccurrence, unknownMethod } from '../../contract/problem.ts';
import type { ProblemId } from '../../contract/problem-types.ts';
import { quotaFields } from '../../contract/quota.ts';
import { cacheOf, roleOf } from '../../contract/roles.ts';
import { commonFields, contentPolicyOf, permissionsPolicy } from '../../contract/security-fields.ts';
import { cachePolicies, methodsOf, surfaceList, surfaces } from '../../contract/surfaces.ts';
import { UserError } from '../../contract/user-error.ts';
import type { Host, HostFile } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { describedBy, indexesOf } from '../server.ts';
import {
  answerOf,
  type CloudFrontFacts,
  canonicalOf,
  choose,
  type FixedAnswer,
  fieldOf,
  onRequest,
  onResponse,
  pageAt,
  spelled,
} from './cloudfront-functions.ts';
import { edgeSiteOf } from './edge-site.ts';
import { jsLiteral } from './handler-text.ts';
import { commentOf, edgeOpening } from './opening.ts';

/** Most bytes of a function. */
const functionLimit = 10_240;
/** Most characters in it of canonical URLs. */
const canonicalsLimit = 2_000;

/** S3 and CloudFront: two functions, and what to upload with which metadata. */
export const cloudfront = {
  title: 'S3 with CloudFront',
  version: 'functions of runtime 1.0 or 2.0',
  cannot: {
    codings: 'the host compresses by itself',
    ranges: 'as S3 has them',
    validators: 'the ETag of S3, which is no less its own for each variant',
    problems: 'a 404 is the page of the site for everybody, without fields of ours; 405, 406 and 501 are problem documents',
    nearest: 'the functions have no room for a list of pages',
    malformed: 'as CloudFront has them',
    preconditions: 'as S3 has them',
    unsatisfiable: 'as S3 has it',
    notFoundPage: 'for agents, too',
    deprecations: 'no room in the functions',
    neighbours: 'no room in the functions',
    tokens: 'no room in the functions',
    hidden: 'what is uploaded is public; objects.json lists what to upload',
    counting: 'the host does not count',
  },
  projectFiles: (site: HostedSite): HostFile[] => {
    const facts = factsOf(site);
    return [
      { path: 'cloudfront/viewer-request.js', body: requestFunction(site, facts) },
      { path: 'cloudfront/viewer-response.js', body: responseFunction(site, facts) },
      { path: 'cloudfront/objects.json', body: objectsFile(site) },
    ];
  },
} as const satisfies Host;

const codeOf = (...functions: readonly ((...given: never[]) => unknown)[]): string =>
  functions.map((each) => `${withoutIndent(each.toString())}\n`).join('');

const withoutIndent = (text: string): string =>
  text
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^\s+/gm, '')
    .replace(/^export /, '');

function requestFunction(site: HostedSite, facts: CloudFrontFacts): string {
  const code = codeOf(choose, pageAt, canonicalOf, spelled, fieldOf, answerOf, onRequest);
  const { links: _, negotiated: __, policies: ___, indexes: ____, site: _____, canonicals: ______, ...own } = facts;
  return functionText(site, own, `${code}function handler(event) {\nreturn onRequest(event.request);\n}\n`);
}

function responseFunction(site: HostedSite, facts: CloudFrontFacts): string {
  const { moved: _, known: __, read: ___, routes: ____, answers: _____, problem: ______, preflight: _______, ...own } = facts;
  return functionText(
    site,
    own,
    `${codeOf(pageAt, onResponse)}function handler(event) {\nreturn onResponse(event.request, event.response);\n}\n`,
  );
}

/** @throws {UserError} if it does not fit into a function */
function functionText(site: HostedSite, facts: Partial<CloudFrontFacts>, code: string): string {
  const [first] = edgeOpening(cloudfront, site);
  const text = `${commentOf([first!, 'What CloudFront cannot keep: see the page "CloudFront" of the documentation.'])}var facts = ${jsLiteral(facts)};\n${code}`;
  const size = Buffer.byteLength(text);
  if (size > functionLimit)
    throw new UserError(
      `a CloudFront function of ${size} bytes, of which ${functionLimit} are allowed: ${irregular(facts)} do not fit; let pages have one form (/about or /about/) and no dot, give each a twin, or move redirects elsewhere`,
    );
  return text;
}

const irregular = ({ others = [], plain = [], dotted = [], bare = [], moved = {} }: Partial<CloudFrontFacts>): string =>
  `${others.length} pages of another form, ${plain.length} without twin, ${dotted.length} with a dot, ${bare.length} files without extension and ${Object.keys(moved).length} redirects`;

function factsOf(site: HostedSite): CloudFrontFacts {
  const pages = site.files.filter((file) => isPageFile(file) && file !== notFoundFile);
  if (site.base !== '')
    throw new UserError(`${site.url}: CloudFront's functions know sites at the root of a host; build with a url without path`);
  const old = pages.find((file) => file.endsWith('.htm'));
  if (old !== undefined) throw new UserError(`${old}: CloudFront's functions know pages that end in .html; rename it`);
  const urls = pages.map((file) => pageUrlOf(file, site.htmlUrls)).filter((url) => url !== '/');
  const isFolder = (url: string): boolean => url.endsWith('/');
  const folders = urls.filter(isFolder).length * 2 > urls.length;
  const ending = site.htmlUrls ? '.html' : '';
  const stemOf = (url: string): string => url.replace(site.htmlUrls ? /(?:\/|\.html)$/ : /\/$/, '');
  const twins = new Set(site.files);
  const lower = (fields: readonly string[]): Record<string, string> =>
    Object.fromEntries(fields.flatMap((name, at) => (at % 2 ? [] : [[name.toLowerCase(), fields[at + 1]!]])));
  const problem = (
    id: ProblemId,
    occurrence?: { detail?: string; hint?: string | undefined },
    links: string[] = [],
  ): FixedAnswer => ({
    status: problemOf(site, id, '').status,
    isProblem: 1,
    fields: links.length > 0 ? { link: links.join(', ') } : {},
    text: JSON.stringify(problemOf(site, id, '\u0001', occurrence))
      .replace('\\u0001', '\u0001')
      .replace('\\u0003', '\u0003'),
  });
  const { getHealth, getLlmsTxt, getPage, getPageMarkdown } = surfaces;
  const stub = stubOccurrence(site);
  const [limitField, , , policyField] = quotaFields;
  const { limit, window } = site.quota;
  const service = serviceLinks(site).join(', ');
  const described = joinLinks(describedBy(site, '\u0004'), service);
  const alternate = link(`${site.base}\u0003`, 'alternate', bareTypeOf(getPageMarkdown.mediaType));
  // Where they are too many, a link to no canonical URL is better than a wrong one.
  const isRoom = JSON.stringify(site.canonicals).length <= canonicalsLimit;
  const canonical = isRoom ? link('\u0005', 'canonical') : '';
  const routes = surfaceList.filter(({ kind }) => kind === 'live' || (kind === 'stub' && site.agentRegistration));
  return {
    folders: folders ? 1 : 0,
    others: urls.filter((url) => isFolder(url) !== folders).map(stemOf),
    nested: site.nested.map(stemOf),
    plain: pages
      .map((file) => pageUrlOf(file, site.htmlUrls))
      .filter((url) => !twins.has(fileOfUrl(twinUrlOf(url, site.isPage)))),
    ending,
    dotted: urls.filter((url) => /\.[\w%]+$/.test(isFolder(url) ? url : stemOf(url))),
    bare: Object.keys(edgeSiteOf(site).files)
      .filter((file) => !/\.\w+$/.test(file))
      .map(urlOfFile),
    moved: Object.fromEntries(
      [...site.redirects].map(([from, { status, location, query = '', fragment = '' }]) => [
        from,
        [status, location, query, fragment] as const,
      ]),
    ),
    known: [...knownMethods],
    read: readMethods,
    routes: Object.fromEntries(
      routes.map(({ path, kind }) => [path, { methods: methodsOf(path), answer: kind === 'live' ? 'health' : 'stub' }]),
    ),
    answers: {
      unknownMethod: problem('notImplemented', unknownMethod),
      methodNotAllowed: problem('methodNotAllowed'),
      notAcceptable: problem('notAcceptable', {
        hint: `Ask for text/html or text/markdown, or fetch ${site.url}\u0003.`,
      }),
      ...(site.agentRegistration && { stub: problem('notImplemented', stub, stub.links) }),
      health: {
        status: 200,
        fields: lower([
          ...['Content-Type', getHealth.mediaType, 'Cache-Control', cachePolicies[getHealth.cache]],
          ...['Link', joinLinks(link(site.base + getHealth.path, 'status', getHealth.mediaType), service)],
        ]),
        text: healthText('ok', site.name),
      },
      options: { status: 204, fields: { 'cache-control': cachePolicies.none }, text: '' },
      redirect: { status: 301, fields: { 'cache-control': cachePolicies.document }, text: '' },
    },
    indexes: [...indexesOf(site), ['/', getLlmsTxt.path]],
    links: {
      page: [canonical, alternate, described].filter(Boolean).join(', '),
      plain: joinLinks(canonical, described),
      twin: [canonical, link(`${site.base}\u0002`, 'alternate', bareTypeOf(getPage.mediaType)), described]
        .filter(Boolean)
        .join(', '),
    },
    site: site.url,
    canonicals: isRoom ? site.canonicals : {},
    problem: lower([
      ...['Content-Type', problemType, 'Cache-Control', cachePolicies.none, ...problemFields],
      ...['Content-Security-Policy', contentPolicyOf(site, { role: 'document', mediaType: problemType })!],
    ]),
    negotiated: cachePolicies.negotiated,
    lost: urlOfFile(notFoundFile),
    policies: {
      page: lower(['Content-Security-Policy', site.contentSecurityPolicy, 'Permissions-Policy', permissionsPolicy]),
      text: lower(['Content-Security-Policy', contentPolicyOf(site, { role: 'document', mediaType: problemType })!]),
      image: lower(['Content-Security-Policy', contentPolicyOf(site, { role: 'asset', mediaType: typesByExtension.svg! })!]),
    },
    preflight: lower(preflightFields('\u0001')),
    common: lower([...commonFields(site), limitField, `${limit}`, policyField, `${limit};w=${window}`]),
  };
}

/** What to upload, with the metadata that S3 sends as fields. Without sidecars: CloudFront compresses. */
function objectsFile(site: HostedSite): string {
  const objects = Object.keys(edgeSiteOf(site).files).map((file) => {
    const isPage = isPageFile(file);
    const isLost = file === notFoundFile;
    const role = isPage ? 'page' : roleOf(urlOfFile(file));
    const mediaType = isPage ? surfaces.getPage.mediaType : mediaTypeOf(urlOfFile(file));
    return { file, 'Content-Type': mediaType, 'Cache-Control': cachePolicies[isLost ? 'none' : cacheOf[role]] };
  });
  const [made] = edgeOpening(cloudfront, site);
  const errors = [403, 404].map((code) => ({ ErrorCode: code, ResponseCode: 404, ResponsePagePath: urlOfFile(notFoundFile) }));
  return `${JSON.stringify({ made, objects, CustomErrorResponses: site.files.includes(notFoundFile) ? errors : [] }, null, 1)}\n`;
}
