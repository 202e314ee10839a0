import { type FieldRole, nowhere, roleFields } from '../../build/contract/role-fields.ts';
import { commonFields, isPageType } from '../../build/contract/security-fields.ts';
import type { HostPolicies, Representation, Site } from '../origin/origin.ts';

/** Fields that also depend on the upstream's fields. */
export const isSecurity: ReadonlySet<string> = new Set(['Content-Security-Policy', 'Permissions-Policy']);

/** Security fields of a representation, by its role. */
export function securityFields(
  site: Site,
  { kind, mediaType }: Pick<Representation, 'mediaType'> & { readonly kind: FieldRole },
  host: HostPolicies = {},
): string[] {
  const isPage = isPageType(mediaType);
  const rules = roleFields[isPage ? 'page' : kind];
  const policy = policyOf(rules['Content-Security-Policy']?.(site, nowhere), isPage, host);
  return [
    ...commonFields(site),
    ...(policy === '' ? [] : ['Content-Security-Policy', policy]),
    ...(host.frameOptions === undefined ? [] : ['X-Frame-Options', host.frameOptions]),
    ...(rules['Permissions-Policy'] ? ['Permissions-Policy', rules['Permissions-Policy'](site, nowhere)] : []),
  ];
}

/**
 * Policies that apply together, because browsers enforce each one of a list (CSP3 §2.2). With frame-ancestors in any policy
 * browsers ignore X-Frame-Options (CSP3 §6.4.2.2), so ours repeats the host's restriction.
 */
function policyOf(policy: string | undefined, isPage: boolean, { contentSecurityPolicy, frameOptions }: HostPolicies): string {
  if (contentSecurityPolicy === '') return '';
  const framing = /deny/i.test(frameOptions ?? '') ? 'none' : /sameorigin/i.test(frameOptions ?? '') ? 'self' : undefined;
  const directive = framing && `frame-ancestors '${framing}'`;
  const policies =
    contentSecurityPolicy === undefined
      ? [policy, directive && !policy?.includes(directive) ? directive : undefined]
      : [isPage ? undefined : policy, contentSecurityPolicy];
  return policies.filter((policy) => policy !== undefined).join(', ');
}
