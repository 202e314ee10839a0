import { apache } from './apache/apache.ts';
import type { Host } from './host.ts';
import { nginx } from './nginx/nginx.ts';

/** Every host that files can be made for, by the name that settings and `diptych export` take. */
export const hosts = { nginx, apache } as const satisfies Record<string, Host>;

export type HostName = keyof typeof hosts;

export const hostNames = Object.keys(hosts) as readonly HostName[];
