import { stemOfPage } from '../contract/permalinks.ts';
import { contractPages, surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { absoluteUrl, type Site } from '../page/site.ts';
import { jsonArtifact } from './surface-artifact.ts';

export const idJagTokenType = 'urn:ietf:params:oauth:token-type:id-jag';
export const jwtBearerGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The grant by which an agent polls for a token until its user has confirmed the claim. */
export const claimGrant = 'urn:diptych:agent-auth:grant-type:claim';
/** The scope of the site's content: all there is to read. */
const scopes = ['content.read'] as const;
/** Kinds of registration for agents, most trusted first. */
const identityTypes = ['identity_assertion', 'verified_email', 'anonymous'] as const;
/** The event that revokes a registration, as identity providers emit it (auth.md protocol, RFC 8417). */
export const revocationEvent = 'https://schemas.workos.com/events/agent/auth/identity/assertion/revoked';

/**
 * `/.well-known/oauth-protected-resource` (RFC 9728). `resource` is code-point identical to the issuer (§3.3);
 * empty members are omitted (§3.2).
 */
export function protectedResourceMetadata(site: Site): Artifact[] {
  const { url } = site.settings;
  return [
    jsonArtifact('getProtectedResourceMetadata', {
      resource: url,
      resource_name: site.name,
      authorization_servers: [url],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      ...instructionsOf(site, 'resource_documentation'),
    }),
  ];
}

/**
 * `/.well-known/oauth-authorization-server` (RFC 8414) with `agent_auth`. `authorization_endpoint` and
 * `response_types_supported` are REQUIRED by §2. All endpoints answer 501, as `status` states.
 */
export function authorizationServerMetadata(site: Site): Artifact[] {
  const { url } = site.settings;
  const at = (path: string): string => absoluteUrl(site, path);
  return [
    jsonArtifact('getAuthorizationServerMetadata', {
      issuer: url,
      authorization_endpoint: at(surfaces.authorize.path),
      token_endpoint: at(surfaces.token.path),
      revocation_endpoint: at(surfaces.revoke.path),
      jwks_uri: at(surfaces.getJwks.path),
      ...instructionsOf(site, 'service_documentation'),
      response_types_supported: ['code'],
      scopes_supported: scopes,
      grant_types_supported: [jwtBearerGrant, claimGrant],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      protected_resources: [url],
      agent_auth: {
        ...instructionsOf(site, 'skill'),
        identity_endpoint: at(surfaces.registerAgent.path),
        claim_endpoint: at(surfaces.claimAgent.path),
        events_endpoint: at(surfaces.notifyEvent.path),
        identity_types_supported: identityTypes,
        identity_assertion: { assertion_types_supported: [idJagTokenType] },
        events_supported: [revocationEvent],
        status: 'not-live',
      },
    }),
  ];
}

/** `/.well-known/jwks.json` (RFC 7517 §5): no keys, because nothing is signed. */
export const jwks = (): Artifact[] => [jsonArtifact('getJwks', { keys: [] })];

/** A member that links to the twin of the instructions for agents; empty without such a page. */
function instructionsOf(site: Site, member: string): Record<string, string> {
  const page = site.pages.find(({ url }) => stemOfPage(url) === contractPages.agentInstructions);
  return page ? { [member]: absoluteUrl(site, page.twin) } : {};
}
