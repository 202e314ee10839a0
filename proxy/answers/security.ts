import { type FieldRole, nowhere, roleFields } from '../../build/contract/role-fields.ts';
import { commonFields, isPageType } from '../../build/contract/security-fields.ts';
import type { HostPolicies, Representation, Site } from '../origin/origin.ts';

/** Fields that depend on what a host says, too. */
export const isSecurity: ReadonlySet<string> = new Set(['Content-Security-Policy', 'Permissions-Policy']);

/** Fields that keep a representation from doing what it should not, by what it is. */
export function securityFields(
  site: Site,
  { kind, mediaType }: Pick<Representation, 'mediaType'> & { readonly kind: FieldRole },
  host: HostPolicies = {},
): string[] {
  const isPage = isPageType(mediaType);
  const own = roleFields[isPage ? 'page' : kind];
  const policy = policyOf(own['Content-Security-Policy']?.(site, nowhere), isPage, host);
  return [
    ...commonFields(site),
    ...(policy === '' ? [] : ['Content-Security-Policy', policy]),
    ...(host.frameOptions === undefined ? [] : ['X-Frame-Options', host.frameOptions]),
    ...(own['Permissions-Policy'] ? ['Permissions-Policy', own['Permissions-Policy'](site, nowhere)] : []),
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
