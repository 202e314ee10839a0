import type { Representation } from '../origin/origin.ts';
import type { Site } from '../origin/site.ts';

/** What a page that Diptych's starter made needs: nothing inline, for JSON-LD blocks are not executed. */
export const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What lets the pages of any generator work and still keeps others from framing them. */
export const openPolicy = "object-src 'none'; base-uri 'self'; frame-ancestors 'self'";

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

/** Fields of every answer: no sniffing, no leak of paths, readable from any site (standards.md §11). */
export const commonFields = (site: Site): string[] => [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  exposed,
  ...(site.url.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=31536000'] : []),
];

/** Fields that keep a representation from doing what it should not, by what it is. */
export function securityFields(site: Site, { role, mediaType }: Pick<Representation, 'role' | 'mediaType'>): string[] {
  if (mediaType.startsWith('text/html'))
    return [
      ...commonFields(site),
      'Content-Security-Policy',
      site.contentSecurityPolicy,
      'Permissions-Policy',
      'camera=(), geolocation=(), microphone=()',
    ];
  // An SVG that is opened by itself is a document that may hold scripts; its own styles may stay.
  if (mediaType.startsWith('image/svg'))
    return [...commonFields(site), 'Content-Security-Policy', `${documentPolicy}; style-src 'unsafe-inline'`];
  return role === 'asset' ? commonFields(site) : [...commonFields(site), 'Content-Security-Policy', documentPolicy];
}
