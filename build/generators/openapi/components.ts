import { problemOf } from '../../contract/problem.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { quotaFields } from '../../contract/requests.ts';
import type { Site } from '../../page/site.ts';
import { siteSurfaces } from '../surface-artifact.ts';

export const ref = (group: 'headers' | 'responses' | 'schemas', name: string): { $ref: string } => ({
  $ref: `#/components/${group}/${name}`,
});

/** References to the fields of every response. */
export const quotaHeaders = Object.fromEntries(quotaFields.map((name) => [name, ref('headers', name.replace('-', ''))]));

/** Headers, responses and schemas that the operations share. */
export function components(
  site: Site,
  bodySchemas: Record<string, unknown>,
): Record<'headers' | 'responses' | 'schemas', Record<string, unknown>> {
  return { headers: headers(site), responses: responses(site), schemas: { ...schemas(site), ...bodySchemas } };
}

function headers(site: Site): Record<string, unknown> {
  const { limit, window } = site.settings.rateLimit;
  const digits = (description: string, example: number): object => ({
    description,
    schema: { type: 'string', pattern: '^\\d+$', examples: [String(example)] },
  });
  const text = (description: string): object => ({ description, schema: { type: 'string' } });
  return {
    RateLimitLimit: digits('Requests allowed in the current window.', limit),
    RateLimitRemaining: digits('Requests that remain in the current window.', limit - 1),
    RateLimitReset: digits('Seconds until the current window ends.', window),
    RateLimitPolicy: {
      description: 'Quota policy: `<limit>;w=<window in seconds>`.',
      schema: { type: 'string', pattern: '^\\d+;w=\\d+$', examples: [`${limit};w=${window}`] },
    },
    RetryAfter: { description: 'Seconds to wait before the next request.', schema: { type: 'integer', minimum: 1 } },
    ETag: text('Strong validator of this representation (RFC 9110 §8.8.3).'),
    Link: text('Related resources (RFC 8288): alternate, canonical, describedby, api-catalog, service-desc.'),
    Vary: text('Request headers that the answer depends on (RFC 9110 §12.5.5).'),
    CacheControl: text('How long the answer may be reused (RFC 9111 §5.2.2).'),
    ContentLocation: text('URL of the representation that was sent (RFC 9110 §8.7).'),
    MarkdownTokens: {
      description: 'About how many tokens the Markdown is to a language model.',
      schema: { type: 'integer', minimum: 1 },
    },
    Allow: text('Methods that the resource supports (RFC 9110 §10.2.1).'),
  };
}

function responses(site: Site): Record<string, unknown> {
  const announced = new Set(siteSurfaces(site).flatMap(({ problems }) => problems));
  const problems = (Object.keys(problemTypes) as ProblemId[])
    .filter((id) => announced.has(id))
    .map((id) => [id, problemResponse(site, id)]);
  return {
    NotModified: {
      description: 'The representation that the client holds is current (RFC 9110 §15.4.5).',
      headers: { ...quotaHeaders, ETag: ref('headers', 'ETag') },
    },
    ...Object.fromEntries(problems),
  };
}

function problemResponse(site: Site, id: ProblemId): Record<string, unknown> {
  return {
    description: problemTypes[id].meaning,
    headers: {
      ...quotaHeaders,
      ...(id === 'rateLimitExceeded' && { 'Retry-After': ref('headers', 'RetryAfter') }),
      ...(id === 'methodNotAllowed' && { Allow: ref('headers', 'Allow') }),
    },
    content: {
      'application/problem+json': {
        schema: ref('schemas', 'Problem'),
        example: problemOf(site.settings, id, '/example'),
      },
    },
  };
}

function schemas(site: Site): Record<string, unknown> {
  const reference = (description: string): object => ({ type: 'string', format: 'uri-reference', description });
  return {
    Health: {
      type: 'object',
      required: ['status', 'service'],
      properties: {
        status: { type: 'string', enum: ['ok', 'degraded'], description: 'Liveness indicator.' },
        service: { type: 'string', const: site.name, description: 'Name of the site.' },
      },
    },
    Problem: {
      type: 'object',
      description: 'Problem details (RFC 9457).',
      required: ['type', 'title', 'status', 'detail', 'instance', 'hint'],
      properties: {
        type: reference('Identifies the problem type; resolves to its explanation.'),
        title: { type: 'string', description: 'Summary of the problem type.' },
        status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status code of this occurrence.' },
        detail: { type: 'string', description: 'Explanation of this occurrence.' },
        instance: reference('Identifies this occurrence.'),
        hint: { type: 'string', description: 'How to recover.' },
        ...(site.settings.feedback && { feedback: { type: 'string', format: 'uri', description: 'Where to report mistakes.' } }),
      },
    },
  };
}
