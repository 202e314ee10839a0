import { inject } from 'vitest';

export const service = inject('service');

/** The mode of the proxy that is tested: where nginx runs, in front of it. */
export const modes: readonly [name: string, base: string][] = [
  service.fronting ? ['nginx as origin', service.fronting] : ['the folder', service.url],
];

/** Asks the proxy of a mode for a path, or for an absolute URL of the site. Redirects are not followed. */
export function ask(base: string, target: string, init: RequestInit = {}): Promise<Response> {
  const path = target.startsWith(service.url) ? target.slice(service.url.length) || '/' : target;
  return fetch(base + path, { redirect: 'manual', ...init });
}
