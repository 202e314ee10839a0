import type { SiteFacts } from './site-facts.ts';
import { tokensField } from './surfaces.ts';

/** For text that is not a page: it may not run or load anything. */
export const documentPolicy = "default-src 'none'; frame-ancestors 'none'";

/** An SVG opened by itself is a document that may hold scripts; its own styles are allowed. */
export const svgPolicy = `${documentPolicy}; style-src 'unsafe-inline'`;

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
  tokensField,
].join(', ');

/** Fields of every answer: no sniffing, no leak of paths; readable from any site, unless the content is private. */
export const commonFields = (site: Pick<SiteFacts, 'url' | 'crossOrigin'>): (readonly [name: string, value: string])[] => [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ...(site.crossOrigin
    ? ([
        ['Cross-Origin-Resource-Policy', 'cross-origin'],
        ['Access-Control-Allow-Origin', '*'],
        ['Access-Control-Expose-Headers', exposed],
      ] as const)
    : ([['Cross-Origin-Resource-Policy', 'same-origin']] as const)),
  ...(site.url.startsWith('https:') ? ([['Strict-Transport-Security', 'max-age=31536000']] as const) : []),
];

/** Browser features that are denied to pages. */
export const permissionsPolicy = 'camera=(), geolocation=(), microphone=()';

export const isPageType = (mediaType: string): boolean => mediaType.startsWith('text/html');
