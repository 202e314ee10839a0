import type { Host, HostFile } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { edgeSiteOf } from './edge-site.ts';

/** Any runtime with `fetch`: the table of the site for `createHandler` of `diptych/edge`. */
export const fetchRuntime = {
  title: 'Deno, Bun, Hono and other runtimes with fetch',
  version: '',
  projectFiles: (site: HostedSite): HostFile[] => [{ path: 'diptych-site.json', body: `${JSON.stringify(edgeSiteOf(site))}\n` }],
} as const satisfies Host;
