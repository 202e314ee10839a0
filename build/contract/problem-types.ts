/**
 * All problem types of the service.
 *
 * `slug` is the fragment of the type URI (`/problems.md#<slug>`), one document on every kind of site and host (RFC 9457 §4).
 * `title` is the same for all occurrences (RFC 9457 §3.1.3).
 */
export interface ProblemType {
  readonly slug: string;
  readonly status: number;
  readonly title: string;
  /** What happened, for the documentation. */
  readonly meaning: string;
  /** How to recover, unless the occurrence has a better hint. */
  readonly hint: string;
}

const types = {
  invalidRequest: {
    status: 400,
    title: 'Invalid request',
    meaning:
      'The request is malformed: a broken percent-encoding, a forbidden character, a missing or repeated Host header, or bad message framing.',
    hint: 'Send a well-formed HTTP/1.1 request whose path is percent-encoded UTF-8.',
  },
  notFound: {
    status: 404,
    title: 'Resource not found',
    meaning: 'Nothing is published at this URL.',
    hint: 'Every public page is listed in llms.txt and sitemap.md.',
  },
  methodNotAllowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The resource exists and does not support this method. The Allow header lists the methods it supports.',
    hint: 'Use one of the methods in the Allow header.',
  },
  notAcceptable: {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The Accept header excludes both representations of the page.',
    hint: 'Ask for text/html or text/markdown, or leave the Accept header out.',
  },
  requestTimeout: {
    status: 408,
    title: 'Request timeout',
    meaning: 'The request was not received completely in time.',
    hint: 'Send the whole request at once, on a new connection.',
  },
  preconditionFailed: {
    status: 412,
    title: 'Precondition failed',
    meaning: 'A condition of the request (If-Match or If-Unmodified-Since) does not hold for the current representation.',
    hint: 'Fetch the resource again and use its current ETag.',
  },
  contentTooLarge: {
    status: 413,
    title: 'Content too large',
    meaning: 'The request carries more data than the service reads.',
    hint: 'Send no body: every public endpoint is read-only.',
  },
  uriTooLong: {
    status: 414,
    title: 'URI too long',
    meaning: 'The request target is longer than the service accepts.',
    hint: 'Use the URLs that llms.txt and sitemap.md list.',
  },
  rangeNotSatisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    meaning: 'The requested range lies outside the representation. Content-Range names its length in bytes.',
    hint: 'Ask for a range inside the length that Content-Range names, or leave the Range header out.',
  },
  expectationFailed: {
    status: 417,
    title: 'Expectation failed',
    meaning: 'The Expect header asks for something other than 100-continue.',
    hint: 'Leave the Expect header out.',
  },
  misdirectedRequest: {
    status: 421,
    title: 'Misdirected request',
    meaning: 'The request names a host that this server does not answer for.',
    hint: 'Use the URL of the server, or add the host name of yours to the setting allowedHosts, --allowed-hosts.',
  },
  rateLimitExceeded: {
    status: 429,
    title: 'Rate limit exceeded',
    meaning: 'The quota of the current window is used up. Retry-After names the seconds to wait.',
    hint: 'Wait for the number of seconds in Retry-After, then retry.',
  },
  headersTooLarge: {
    status: 431,
    title: 'Request header fields too large',
    meaning: 'The header fields of the request are too many or too long.',
    hint: 'Send fewer and shorter header fields; 16 KiB and 100 fields are the limit.',
  },
  internalError: {
    status: 500,
    title: 'Internal server error',
    meaning: 'The service failed unexpectedly.',
    hint: 'Retry later.',
  },
  notImplemented: {
    status: 501,
    title: 'Not implemented',
    meaning:
      'The method is not one that the service knows, or the endpoint is documented and not live. Public content needs no credential.',
    hint: 'Read public content without a credential.',
  },
  badGateway: {
    status: 502,
    title: 'Bad gateway',
    meaning: 'The static host behind the proxy gave no usable answer.',
    hint: 'Retry later.',
  },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    meaning: 'The service, or the static host behind it, cannot answer at the moment.',
    hint: 'Retry later, after Retry-After seconds where the header is present.',
  },
  gatewayTimeout: {
    status: 504,
    title: 'Gateway timeout',
    meaning: 'The static host behind the proxy did not answer in time.',
    hint: 'Retry later.',
  },
  versionNotSupported: {
    status: 505,
    title: 'HTTP version not supported',
    meaning: 'The request line names an HTTP version other than 1.0 or 1.1.',
    hint: 'Use HTTP/1.1, or HTTP/2 at the front end that terminates it.',
  },
} as const satisfies Record<string, Omit<ProblemType, 'slug'>>;

export type ProblemId = keyof typeof types;

export const problemTypes = Object.fromEntries(
  Object.entries(types).map(([id, type]) => [id, { slug: id.replace(/[A-Z]/g, '-$&').toLowerCase(), ...type }]),
) as Readonly<Record<ProblemId, ProblemType>>;

/** The document that explains every problem type. */
export const problemsPath = '/problems.md';

/** Path of the explanation of a problem type; with the site URL before it, the URI of the type. */
export const problemPathOf = (id: ProblemId): string => `${problemsPath}#${problemTypes[id].slug}`;
