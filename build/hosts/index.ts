import { apache } from './apache/apache.ts';
import { caddy } from './caddy/caddy.ts';
import { cloudflare } from './edge/cloudflare.ts';
import { fetchRuntime } from './edge/edge-function.ts';
import { githubPages } from './edge/github-pages.ts';
import { netlify } from './edge/netlify.ts';
import { vercel } from './edge/vercel.ts';
import type { Host } from './host.ts';
import type { HostName } from './names.ts';
import { nginx } from './nginx/nginx.ts';

/** All targets, by their name in settings and for `diptych export`. */
export const hosts = {
  nginx,
  caddy,
  apache,
  cloudflare,
  netlify,
  vercel,
  'github-pages': githubPages,
  fetch: fetchRuntime,
} as const satisfies Record<HostName, Host>;
