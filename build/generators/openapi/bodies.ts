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
const uri = (description: string): Schema => text(description, { format: 'uri' });

/** Schemas of the 200 answers in JSON that no standard defines. */
export const successSchemas: { readonly [id in SurfaceId]?: Schema } = {
  getHealth: ref('schemas', 'Health'),
  getHealthAlias: ref('schemas', 'Health'),
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
