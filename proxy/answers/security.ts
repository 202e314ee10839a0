import type { HostPolicies, Representation, Site } from '../origin/origin.ts';

/** For text that is not a page: nothing in it may run or load. */
const documentPolicy = "default-src 'none'; frame-ancestors 'none'";

const exposed = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
  'Retry-After',
  'Link',
  'ETag',
  'Content-Location',
  'Content-Range',
].join(', ');

/** Fields of every answer: no sniffing, no leak of paths; readable from any site, unless what the site holds is private. */
export const commonFields = (site: Site): string[] => [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  ...(site.crossOrigin
    ? [
        'Cross-Origin-Resource-Policy',
        'cross-origin',
        'Access-Control-Allow-Origin',
        '*',
        'Access-Control-Expose-Headers',
        exposed,
      ]
    : ['Cross-Origin-Resource-Policy', 'same-origin']),
  ...(site.url.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=31536000'] : []),
];

/** Fields that keep a representation from doing what it should not, by what it is. */
export function securityFields(
  site: Site,
  { role, mediaType }: Pick<Representation, 'role' | 'mediaType'>,
  host: HostPolicies = {},
): string[] {
  const isPage = mediaType.startsWith('text/html');
  // An SVG that is opened by itself is a document that may hold scripts; its own styles may stay.
  const ownPolicy = isPage
    ? site.contentSecurityPolicy
    : mediaType.startsWith('image/svg')
      ? `${documentPolicy}; style-src 'unsafe-inline'`
      : role === 'asset'
        ? undefined
        : documentPolicy;
  const policy = policyOf(ownPolicy, isPage, host);
  return [
    ...commonFields(site),
    ...(policy === '' ? [] : ['Content-Security-Policy', policy]),
    ...(host.frameOptions === undefined ? [] : ['X-Frame-Options', host.frameOptions]),
    ...(isPage ? ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'] : []),
  ];
}

/**
 * The policies that hold together, because a browser applies every one of a list (CSP3 §2.2). Beside a policy that names
 * frame-ancestors browsers ignore X-Frame-Options (CSP3 §6.4.2.2), so ours repeats what the host says there.
 */
function policyOf(own: string | undefined, isPage: boolean, { contentSecurityPolicy, frameOptions }: HostPolicies): string {
  if (contentSecurityPolicy === '') return '';
  const framing = /deny/i.test(frameOptions ?? '') ? 'none' : /sameorigin/i.test(frameOptions ?? '') ? 'self' : undefined;
  const directive = framing && `frame-ancestors '${framing}'`;
  const policies =
    contentSecurityPolicy === undefined
      ? [own, directive && !own?.includes(directive) ? directive : undefined]
      : [isPage ? undefined : own, contentSecurityPolicy];
  return policies.filter((policy) => policy !== undefined).join(', ');
}
