import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate as validateByReadme } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as oauth from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { ask, modes, service } from './client.ts';
import { authorizationServer, linkset, problem, protectedResource } from './schemas.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
(formats as unknown as (instance: Ajv2020) => void)(ajv);
const read = (path: string): string => readFileSync(join(service.dist, path), 'utf8');
const json = (path: string): Record<string, any> => JSON.parse(read(path));

function expectValid(schema: object, value: unknown): void {
  const validate = ajv.compile(schema);
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
}

describe('openapi.json', () => {
  const openapi = json('.well-known/openapi.json');

  it('is valid for @seriousme/openapi-schema-validator', async () => {
    expect(await new Validator().validate(structuredClone(openapi))).toEqual({ valid: true });
  });

  it('is valid for @readme/openapi-parser', async () => {
    expect(await validateByReadme(structuredClone(openapi) as never)).toMatchObject({ valid: true, warnings: [] });
  });

  it('documents the four RateLimit headers on every 200 and every problem', () => {
    const names = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'];
    const answers = Object.entries<Record<string, any>>(openapi.paths).flatMap(([path, item]) =>
      Object.entries<Record<string, any>>(item).flatMap(([method, operation]) =>
        Object.entries<Record<string, any>>(operation.responses).map(
          ([status, response]) => [`${method} ${path} ${status}`, resolved(openapi, response)] as const,
        ),
      ),
    );
    expect(answers.length).toBeGreaterThan(100);
    expect(
      answers.filter(([, response]) => names.some((name) => !(name in (response.headers ?? {})))).map(([name]) => name),
    ).toEqual([]);
  });

  describe('has no defect that linters report (redocly recommended, spectral:oas)', () => {
    const operations = Object.entries<Record<string, any>>(openapi.paths).flatMap(([path, item]) =>
      Object.entries<Record<string, any>>(item).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
    ) as Record<string, any>[];
    const text = read('.well-known/openapi.json');

    it('unused components', () => {
      const all = Object.entries<object>(openapi.components).flatMap(([group, items]) =>
        Object.keys(items).map((name) => `#/components/${group}/${name}`),
      );
      expect(all.length).toBeGreaterThan(20);
      expect(all.filter((reference) => !text.includes(`"${reference}"`))).toEqual([]);
    });

    it('an operation, a tag or the document without description, contact or licence', () => {
      expect(operations.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
      expect(openapi.tags.filter(({ description }: { description?: string }) => !description)).toEqual([]);
      expect(openapi.info).toMatchObject({ contact: { name: 'Diptych', url: service.url }, license: { name: 'MIT' } });
    });

    it('arrays without items', () => {
      const lists: string[] = [];
      JSON.stringify(openapi, (_, value) => {
        if (value?.type === 'array' && !value.items) lists.push(JSON.stringify(value));
        return value;
      });
      expect(lists).toEqual([]);
    });
  });

  it('has unique operation ids', () => {
    const ids = Object.values<Record<string, any>>(openapi.paths).flatMap((item) =>
      Object.values<Record<string, any>>(item).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('marks operations that are not live', () => {
    const notLive = Object.values<Record<string, any>>(openapi.paths)
      .flatMap((item) => Object.values<Record<string, any>>(item))
      .filter((operation) => operation['x-status'] === 'not-live');
    expect(notLive.map(({ operationId }) => operationId).sort()).toEqual([
      'authorize',
      'authorizeForm',
      'claimAgent',
      'notifyEvent',
      'registerAgent',
      'revoke',
      'token',
    ]);
    for (const operation of notLive) expect(Object.keys(operation.responses)).not.toContain('200');
  });

  it.each([
    [
      'registerAgent',
      'type',
      { type: 'identity_assertion', assertion_type: 'urn:ietf:params:oauth:token-type:id-jag', assertion: 'a.b.c' },
    ],
    ['registerAgent', 'type', { type: 'verified_email', email: 'a@example.com' }],
    ['registerAgent', 'type', { type: 'anonymous' }],
    ['token', 'grant_type', { grant_type: 'urn:diptych:agent-auth:grant-type:claim', claim_token: 't' }],
    ['token', 'grant_type', { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'a', resource: service.url }],
  ])('%s accepts one kind of body by %s: %j', (id, discriminator, body) => {
    const operation = Object.values<Record<string, any>>(openapi.paths).find((item) => item.post?.operationId === id)!.post;
    const schema = Object.values<Record<string, any>>(operation.requestBody.content)[0]!.schema;
    expect(schema.discriminator.propertyName).toBe(discriminator);
    const { [discriminator as keyof typeof body]: value } = body;
    expect(schema.discriminator.mapping).toHaveProperty([String(value)]);
    expectValid({ ...schema, components: openapi.components }, body);
    const validate = ajv.compile({
      ...schema,
      $id: `wrong-${Math.abs(JSON.stringify(body).length)}-${id}`,
      components: openapi.components,
    });
    expect(validate({ ...body, [discriminator]: 'other' })).toBe(false);
  });
});

function resolved(document: Record<string, any>, value: Record<string, any>): Record<string, any> {
  const { $ref } = value;
  if (typeof $ref !== 'string') return value;
  return $ref
    .slice(2)
    .split('/')
    .reduce<any>((node, key) => node[key], document);
}

describe('documents against their schemas', () => {
  it('api-catalog: linkset (RFC 9264 §4.2)', () => {
    expectValid(linkset, json('.well-known/api-catalog'));
  });
  it('oauth-protected-resource (RFC 9728 §2)', () => {
    expectValid(protectedResource, json('.well-known/oauth-protected-resource'));
    expect(json('.well-known/oauth-protected-resource').resource).toBe(service.url);
  });
  it('oauth-authorization-server (RFC 8414 §2) with agent_auth', () => {
    expectValid(authorizationServer, json('.well-known/oauth-authorization-server'));
    expect(json('.well-known/oauth-authorization-server').issuer).toBe(service.url);
  });
  it('jwks.json', () => {
    expect(json('.well-known/jwks.json')).toEqual({ keys: [] });
  });
  it.each(modes)('problem (RFC 9457), from %s', async (_, base) => {
    for (const path of ['/nope', '/oauth/token', '/%zz']) expectValid(problem, await (await ask(base, path)).json());
  });
});

describe('oauth4webapi discovers the metadata', () => {
  const options = { [oauth.allowInsecureRequests]: true };

  it('protected resource, then authorization server', async () => {
    const resource = new URL(service.url);
    const answer = await oauth.resourceDiscoveryRequest(resource, options);
    const metadata = await oauth.processResourceDiscoveryResponse(resource, answer);
    const issuer = new URL(metadata.authorization_servers![0]!);
    const discovery = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' });
    const server = await oauth.processDiscoveryResponse(issuer, discovery);
    expect(server.issuer).toBe(service.url);
    expect(server.token_endpoint).toBe(`${service.url}/oauth/token`);
  });
});

describe('all indexes list the same pages', () => {
  const twinUrls = (text: string): string[] =>
    [...text.matchAll(/^\s*- \[[^\]]+\]\(([^)\s]+\.md)\)/gm)]
      .map(([, url]) => url!)
      .filter((url) => !url.endsWith('/sitemap.md'));
  const index = twinUrls(read('llms.txt'));
  const canonicals = index.map((url) => /canonical_url: (\S+)/.exec(read(url.slice(service.url.length + 1)))![1]!);

  it('llms.txt lists every page once', () => {
    expect(new Set(index).size).toBe(index.length);
    expect(index.length).toBeGreaterThan(20);
  });
  it('llms-full.txt contains them in the same order', () => {
    expect([...read('llms-full.txt').matchAll(/^Markdown: (\S+)$/gm)].map(([, url]) => url)).toEqual(index);
    expect([...read('llms-full.txt').matchAll(/^Source: (\S+)$/gm)].map(([, url]) => url)).toEqual(canonicals);
  });
  it('sitemap.md lists the same set', () => {
    expect(twinUrls(read('sitemap.md')).sort()).toEqual([...index].sort());
  });
  it('sitemap.xml lists the same set', () => {
    expect([...read('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url).sort()).toEqual(
      [...canonicals].sort(),
    );
  });
  it('the twins belong to these pages and to older versions', () => {
    const manifest = json('.well-known/diptych.json') as { files: Record<string, unknown> };
    const twins = Object.keys(manifest.files).filter(
      (file) => file.endsWith('.md') && !['sitemap.md', 'problems.md'].includes(file) && !file.includes('.parts/'),
    );
    const current = twins.filter((file) => !file.startsWith('v1/'));
    expect(current.map((file) => `${service.url}/${file}`).sort()).toEqual([...index].sort());
    expect(twins).toContain('v1/about.md');
  });
  it.each(['llms.txt', 'sitemap.md'])('%s has no bare URL', (path) => {
    expect(read(path).match(/(?<!\]\()https?:\/\//g)).toBeNull();
  });
  it('llms.txt: H1, blockquote, and H2 sections with only link items', () => {
    const text = read('llms.txt');
    expect(text.length).toBeLessThanOrEqual(50_000);
    expect(text).toMatch(/^# \S.*\n\n> \S.*\n/);
    expect(text).not.toContain('\\');
    expect(text.match(/^# /gm)).toHaveLength(1);
    for (const section of text.split(/^## /m).slice(1)) {
      const [, ...lines] = section.trim().split('\n');
      expect(lines.filter(Boolean).every((line) => /^- \[[^\]]+\]\([^)\s]+\)(?:: \S.*| \([\d,]+ tokens.*\))?$/.test(line))).toBe(
        true,
      );
    }
  });
});
