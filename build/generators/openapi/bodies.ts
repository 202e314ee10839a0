import { mostCharacters, mostTerms } from '../../contract/search/question.ts';
import type { SurfaceId } from '../../contract/surfaces.ts';
import type { Site } from '../../page/site.ts';
import { claimGrant, idJagTokenType, jwtBearerGrant, revocationEvent } from '../oauth-metadata.ts';
import { ref } from './components.ts';

type Schema = Record<string, unknown>;

const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
const object = (required: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
});
const urls = (description: string): Schema => ({
  type: 'array',
  minItems: 1,
  items: { type: 'string', format: 'uri' },
  description,
});
const words = (description: string): Schema => ({ type: 'array', minItems: 1, items: { type: 'string' }, description });
const uri = (description: string): Schema => text(description, { format: 'uri' });

/** A link context of a linkset, with targets by relation. */
const linkContext: Schema = {
  ...object({ anchor: uri('Link context.') }),
  additionalProperties: {
    type: 'array',
    items: object({ href: uri('Target.') }, { type: text('Media type of the target.'), title: text('What the target is.') }),
  },
};

/** Schemas of the 200 answers in JSON. */
export const successSchemas: { readonly [id in SurfaceId]?: Schema } = {
  getHealth: ref('schemas', 'Health'),
  getHealthAlias: ref('schemas', 'Health'),
  getApiCatalog: object({
    linkset: { type: 'array', description: 'Link contexts (RFC 9264 §4.2).', items: linkContext },
  }),
  getOpenApi: object({ openapi: text('Version of the specification.'), info: { type: 'object' }, paths: { type: 'object' } }),
  search: object(
    {
      results: {
        type: 'array',
        description: 'Sections of pages, the best first.',
        items: object(
          {
            title: text('Title of the page.'),
            url: uri('The page, at the section.'),
            markdown: uri('The smallest Markdown document with that section: the page, or a part of a long one.'),
            tokens: { type: 'integer', description: 'About how many tokens that document is to a language model.' },
          },
          { section: text('Heading of the section.'), passage: text('The lines of the section that answer, as Markdown.') },
        ),
      },
    },
    { note: text('What was left out of the question.') },
  ),
  mcp: object(
    { jsonrpc: text('Version of JSON-RPC.', { const: '2.0' }) },
    {
      id: { type: ['string', 'integer'], description: 'That of the message.' },
      result: { type: 'object', description: 'What the method answers.' },
      error: object({ code: { type: 'integer', description: 'Code of JSON-RPC or MCP.' }, message: text('What is wrong.') }),
    },
  ),
  getMcpServerCard: object({
    $schema: uri('Version of the card.'),
    name: text('Name of the server.'),
    version: text('Version of the server.'),
    description: text('What it is.'),
    remotes: { type: 'array', description: 'Where it is.', items: { type: 'object' } },
  }),
  getJwks: object({
    keys: { type: 'array', maxItems: 0, items: { type: 'object' }, description: 'No key: nothing is signed today.' },
  }),
  getProtectedResourceMetadata: object(
    {
      resource: uri('Canonical URL of the service; `aud` of an ID-JAG and `resource` at token exchange.'),
      resource_name: text('Name for consent prompts.'),
      authorization_servers: urls('Authorization servers of the resource.'),
      bearer_methods_supported: words('How the access token is sent.'),
    },
    { scopes_supported: words('Scopes.'), resource_documentation: uri('Instructions for agents.') },
  ),
  getAuthorizationServerMetadata: object(
    {
      issuer: uri('Issuer identifier.'),
      authorization_endpoint: uri('Not live.'),
      token_endpoint: uri('Not live.'),
      revocation_endpoint: uri('Not live (RFC 7009).'),
      jwks_uri: uri('Key set, empty today.'),
      response_types_supported: words('Response types.'),
      grant_types_supported: words('Grant types.'),
      token_endpoint_auth_methods_supported: words('How a client authenticates at the token endpoint.'),
      revocation_endpoint_auth_methods_supported: words('How a client authenticates at the revocation endpoint.'),
      protected_resources: urls('Resources that the server issues tokens for.'),
      agent_auth: object(
        {
          identity_endpoint: uri('Where to register.'),
          claim_endpoint: uri('Claim ceremony of anonymous and service-auth flows.'),
          identity_types_supported: words('Registration methods.'),
          identity_assertion: object({ assertion_types_supported: words('Assertion types.') }),
          events_endpoint: uri('Where revocations are reported.'),
          events_supported: words('Event schemas that the service can ingest.'),
          status: text('Nothing behind these endpoints is live.', { const: 'not-live' }),
        },
        { skill: uri('Instructions for agents.') },
      ),
    },
    {
      service_documentation: uri('Instructions for agents.'),
      scopes_supported: words('Scopes.'),
    },
  ),
};

export const parametersOf: { readonly [id in SurfaceId]?: readonly Schema[] } = {
  search: [
    {
      name: 'q',
      in: 'query',
      required: true,
      description: `The question: words, or a sentence. Of more than ${mostTerms} words the rarest are searched for.`,
      schema: { type: 'string', minLength: 1, maxLength: mostCharacters },
    },
  ],
};

const kind = (value: string): Schema => text('Discriminator.', { const: value });

/** The three registration bodies by the value of `type`. */
const registrations: Record<string, [name: string, schema: Schema]> = {
  identity_assertion: [
    'IdentityAssertionRegistration',
    object({
      type: kind('identity_assertion'),
      assertion_type: text('Assertion type.', { const: idJagTokenType }),
      assertion: text('ID-JAG: a JWT whose audience is the resource.'),
    }),
  ],
  verified_email: [
    'VerifiedEmailRegistration',
    object({ type: kind('verified_email'), email: text('E-mail address; the claim ceremony is required.', { format: 'email' }) }),
  ],
  anonymous: ['AnonymousRegistration', object({ type: kind('anonymous') })],
};

/** The two token requests by the value of `grant_type`. */
const grants = ({ settings }: Site): Record<string, [name: string, schema: Schema]> => ({
  [claimGrant]: [
    'ClaimTokenRequest',
    object({ grant_type: kind(claimGrant), claim_token: text('The token of the registration response.') }),
  ],
  [jwtBearerGrant]: [
    'AssertionTokenRequest',
    object({
      grant_type: kind(jwtBearerGrant),
      assertion: text('The identity assertion.'),
      resource: text('Canonical URL of the service.', { format: 'uri', examples: [settings.url] }),
    }),
  ],
});

/** The schemas that {@link requestBodies} refers to: a discriminator maps to named schemas only (OAS 3.1 §4.8.25). */
export const bodySchemas = (site: Site): Record<string, Schema> =>
  Object.fromEntries([...Object.values(registrations), ...Object.values(grants(site))]);

function oneOf(propertyName: string, variants: Record<string, [name: string, schema: Schema]>): Schema {
  const refs = Object.entries(variants).map(([value, [name]]) => [value, ref('schemas', name).$ref] as const);
  return { oneOf: refs.map(([, $ref]) => ({ $ref })), discriminator: { propertyName, mapping: Object.fromEntries(refs) } };
}

/** Request bodies; of stubs as intended, though not read today. */
export function requestBodies(site: Site): { readonly [id in SurfaceId]?: Schema } {
  const json = (schema: Schema): Schema => ({ required: true, content: { 'application/json': { schema } } });
  const form = (schema: Schema): Schema => ({ required: true, content: { 'application/x-www-form-urlencoded': { schema } } });
  return {
    mcp: json(
      object(
        { jsonrpc: text('Version of JSON-RPC.', { const: '2.0' }), method: text('Method, such as tools/call.') },
        {
          id: { type: ['string', 'integer'], description: 'Of a request; a notification has none.' },
          params: { type: 'object', description: 'Parameters of the method.' },
        },
      ),
    ),
    registerAgent: json(oneOf('type', registrations)),
    claimAgent: json(object({ claim_token: text('The token of the registration response.') })),
    notifyEvent: {
      required: true,
      description: `Security event token (RFC 8417) with the event ${revocationEvent}, pushed as RFC 8935 says.`,
      content: { 'application/secevent+jwt': { schema: text('Compact JWT of type secevent+jwt: iss, iat, jti, aud, events.') } },
    },
    authorizeForm: form(
      object({ response_type: text('Response type.', { const: 'code' }), client_id: text('Client identifier.') }),
    ),
    token: form(oneOf('grant_type', grants(site))),
    revoke: form(
      object({ token: text('The access token.') }, { token_type_hint: text('Kind of the token.', { enum: ['access_token'] }) }),
    ),
  };
}
