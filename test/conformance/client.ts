import { inject } from 'vitest';

/** Both modes of the proxy, each with the function that asks it. */
export const service = inject('service');

export const modes: readonly [name: string, base: string][] = [
  ['the folder', service.url],
  ...(service.fronting ? [['nginx as origin', service.fronting] as [string, string]] : []),
];

/** Asks the proxy of a mode for a path, or for an absolute URL of the site. Redirects are not followed. */
export function ask(base: string, target: string, init: RequestInit = {}): Promise<Response> {
  const path = target.startsWith(service.url) ? target.slice(service.url.length) || '/' : target;
  return fetch(base + path, { redirect: 'manual', ...init });
}

export const quotaHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy'] as const;
