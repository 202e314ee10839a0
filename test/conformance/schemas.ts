/** JSON Schemas of the documents, written from the standards, not from our generators. */

const uri = { type: 'string', format: 'uri' };
const text = { type: 'string', minLength: 1 };
const list = (items: object): object => ({ type: 'array', minItems: 1, items });

/** RFC 9264 §4.2: `linkset` is the only member; every relation is an array of targets. */
export const linkset = {
  type: 'object',
  required: ['linkset'],
  additionalProperties: false,
  properties: {
    linkset: list({
      type: 'object',
      required: ['anchor'],
      properties: { anchor: uri },
      additionalProperties: list({
        type: 'object',
        required: ['href'],
        properties: {
          href: uri,
          type: { type: 'string', pattern: '^[a-z]+/[a-z0-9.+-]+$' },
          title: text,
          hreflang: { type: 'array' },
        },
        additionalProperties: { type: 'array', items: { type: 'string' } },
      }),
    }),
  },
};

/** RFC 9457 §3.1, and the extension member of Diptych. */
export const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'hint'],
  additionalProperties: false,
  properties: {
    type: uri,
    title: text,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: text,
    instance: { type: 'string', format: 'uri-reference', minLength: 1 },
    hint: text,
  },
};

/** RFC 9728 §2; a claim with zero elements is omitted (§3.2). */
export const protectedResource = {
  type: 'object',
  required: ['resource', 'resource_name', 'authorization_servers', 'scopes_supported', 'bearer_methods_supported'],
  properties: {
    resource: { ...uri, not: { pattern: '[/#]$' } },
    resource_name: text,
    authorization_servers: list(uri),
    scopes_supported: list(text),
    bearer_methods_supported: list({ enum: ['header', 'body', 'query'] }),
    resource_documentation: uri,
  },
};

/** RFC 8414 §2, and agent_auth. */
export const authorizationServer = {
  type: 'object',
  required: [
    'issuer',
    'authorization_endpoint',
    'token_endpoint',
    'revocation_endpoint',
    'jwks_uri',
    'response_types_supported',
    'grant_types_supported',
    'agent_auth',
  ],
  properties: {
    issuer: { ...uri, not: { pattern: '[/?#]$' } },
    authorization_endpoint: uri,
    token_endpoint: uri,
    revocation_endpoint: uri,
    jwks_uri: uri,
    response_types_supported: list(text),
    grant_types_supported: list(text),
    token_endpoint_auth_methods_supported: list(text),
    agent_auth: {
      type: 'object',
      required: [
        'skill',
        'identity_endpoint',
        'claim_endpoint',
        'identity_types_supported',
        'identity_assertion',
        'events_supported',
        'status',
      ],
      properties: {
        skill: { ...uri, pattern: '/auth\\.md$' },
        identity_endpoint: uri,
        claim_endpoint: uri,
        events_endpoint: uri,
        identity_types_supported: {
          type: 'array',
          prefixItems: [{ const: 'identity_assertion' }, { const: 'verified_email' }, { const: 'anonymous' }],
          minItems: 3,
          maxItems: 3,
        },
        identity_assertion: {
          type: 'object',
          required: ['assertion_types_supported'],
          properties: { assertion_types_supported: list({ const: 'urn:ietf:params:oauth:token-type:id-jag' }) },
        },
        events_supported: list(uri),
        status: { const: 'not-live' },
      },
    },
  },
};
