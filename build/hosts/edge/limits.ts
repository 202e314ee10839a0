import { gzipSync } from 'node:zlib';
import { UserError } from '../../contract/std/errors.ts';
import type { Host, HostFile, HostPlan } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { edgeSiteOf } from './edge-site.ts';

const takes = ({ plan, files, code }: HostPlan): string =>
  `${plan} takes ${[files && `${files} files`, code && `${code} bytes of code`].filter(Boolean).join(' and ')}`;

/**
 * The plan that a site needs, if the smallest does not suffice.
 *
 * @param written all files for the host
 * @throws {UserError} if no plan suffices
 */
export function planNote({ title, plans }: Host, site: HostedSite, written: readonly HostFile[]): string | undefined {
  if (!plans) return undefined;
  const files = Object.keys(edgeSiteOf(site).files).length;
  const code = Math.max(0, ...written.map(({ path, body }) => (/\.m?js$/.test(path) && body ? gzipSync(body).length : 0)));
  const needed = plans.find((plan) => files <= (plan.files ?? files) && code <= (plan.code ?? code));
  if (needed === plans[0]) return undefined;
  const size = `${title}: the site has ${files} files, and its function ${code} bytes by gzip`;
  if (!needed)
    throw new UserError(`${size}; ${takes(plans.at(-1)!)}, and no plan more; split the site, or serve it with diptych-proxy`);
  return `${size}: that needs ${needed.plan}, for ${takes(plans[0]!)}.`;
}
