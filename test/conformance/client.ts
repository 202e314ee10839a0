import { inject } from 'vitest';

export const service = inject('service');

/** The tested proxy: in the project `servers` the one in front of nginx. */
export const modes: readonly [name: string, base: string][] = [
  service.fronting ? ['nginx as origin', service.fronting] : ['the folder', service.url],
];

/** Requests a path or an absolute URL of the site from a proxy. Does not follow redirects. */
export function ask(base: string, target: string, init: RequestInit = {}): Promise<Response> {
  const path = target.startsWith(service.url) ? target.slice(service.url.length) || '/' : target;
  return fetch(base + path, { redirect: 'manual', ...init });
}
