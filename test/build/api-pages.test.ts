import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pluginSite, type Run, readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

/* Pages generated from OpenAPI files of the owner. */

const url = 'https://www.example.com';
const layout =
  '<!doctype html><html lang="en"><head><title>{{ title }}</title></head><body><main>{{ content }}</main></body></html>\n';
const home = '---\nlayout: base.liquid\ntitle: Home\ndescription: The home page.\n---\n# Home\n\n[Orders](/docs/orders/)\n';
const checks = { description: 'off', orphan: 'off', 'dead-link': 'error' };

interface Site {
  readonly from?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** Builds a site with the plugin and an API. */
async function built(document: object | string, { from = 'api.json', files = {} }: Site = {}): Promise<Run & { folder: string }> {
  const options = {
    url,
    name: 'Own',
    checks,
    apis: [{ name: 'Orders', docs: '/docs/orders/', pages: { from, at: '/docs/orders' } }],
  };
  const folder = pluginSite(temporaryFolder(), options, {
    'src/_includes/base.liquid': layout,
    'src/docs/docs.json': '{ "layout": "base.liquid" }',
    'src/index.md': home,
    ...(document !== '' && { [from]: typeof document === 'string' ? document : JSON.stringify(document, undefined, 2) }),
    ...files,
  });
  return { folder, ...(await runWarm(['build'], { cwd: folder })) };
}
const treeOf = (folder: string): Record<string, string> =>
  Object.fromEntries(Object.entries(readTree(join(folder, '_site'))).filter(([file]) => !/\.(?:br|gz)$/.test(file)));

const paths = (all: Record<string, object>): object => ({ openapi: '3.1.0', info: { title: 'Orders' }, paths: all });
const get = (more: object = {}): object => ({ get: { responses: { 204: { description: 'Done' } }, ...more } });

const yaml = `openapi: 3.0.3
info: { title: Orders, version: 1.2.0, description: Orders of the **shop**. }
servers: [{ url: 'https://api.example.com/v2/' }]
security: [{ key: [] }, { oauth: [write] }]
tags: [{ name: orders, description: What was ordered. }]
paths:
  /orders/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string }, description: Of the path. }
      - { name: trace, in: header, schema: { type: string } }
    put:
      operationId: replaceOrder
      summary: Replace an order
      description: |
        Replaces *all* of it.

        # Limits

        Ten a minute.
      tags: [orders, later]
      deprecated: true
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, format: uuid }, description: Of the operation. }
        - { $ref: '#/components/parameters/page~1size' }
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Order' }
            example: { id: 1, note: a < b }
      responses:
        '200':
          description: The order.
          headers: { X-Left: { schema: { type: integer }, description: Requests left. } }
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Order' } }
              examples: { one: { summary: One order, value: [{ id: 1 }] } }
        default:
          description: An error.
          content: { text/plain: { schema: { oneOf: [{ $ref: '#/components/schemas/Base' }, { type: string }] } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    oauth: { type: oauth2, flows: {} }
  parameters:
    page/size: { name: size, in: query, schema: { type: integer, minimum: 1, default: 20 }, example: 5 }
  schemas:
    Base: { type: object, required: [id], properties: { id: { type: integer, format: int64, readOnly: true } } }
    Order:
      allOf:
        - { $ref: '#/components/schemas/Base' }
        - type: object
          required: [state]
          properties:
            state: { type: string, enum: [open, paid], description: "Two: \\n\\n- open\\n- paid" }
            note: { type: string, nullable: true, deprecated: true }
            parent: { $ref: '#/components/schemas/Order' }
            lines: { type: array, items: { type: object, properties: { sku: { type: string, maxLength: 8 } } } }
            labels: { type: object, additionalProperties: { type: string } }
            owner: { anyOf: [{ type: string }, { $ref: '#/components/schemas/Base' }] }
`;

it('an operation is a page with a twin, listed under its API in llms.txt', async () => {
  const run = await built(yaml, { from: 'api.yaml' });
  expect([run.code, run.stderr]).toEqual([0, expect.not.stringContaining('error')]);
  const tree = treeOf(run.folder);
  expect(tree['docs/orders/orders/replace-order.md']).toBe(`---
title: Replace an order
description: "PUT /orders/{id}: Replaces all of it. Limits Ten a minute."
canonical_url: https://www.example.com/docs/orders/orders/replace-order/
tokens: 635
---

# Replace an order

> For the complete index of this site, see [llms.txt](https://www.example.com/llms.txt); every page is listed in the [sitemap](https://www.example.com/sitemap.md).

\`\`\`http
PUT https://api.example.com/v2/orders/{id}
\`\`\`

**Deprecated.**

Replaces *all* of it.

## Limits

Ten a minute.

## Authorization

- \`key\` (apiKey, header X-Key)
- \`oauth\` (oauth2); scopes \`write\`

## Parameters

| Parameter | In | Type | Description |
| --- | --- | --- | --- |
| \`id\` | path | string (uuid), required | Of the operation. |
| \`trace\` | header | string |  |
| \`size\` | query | integer | default: \`20\`. minimum: \`1\`. Example: \`5\`. |

## Request body

Required.

\`application/json\`: object (Order)

| Property | Type | Description |
| --- | --- | --- |
| \`id\` | integer (int64), required | Read only. |
| \`state\` | string, required | Two:<ul><li>open</li><li>paid</li></ul>One of \`open\`, \`paid\`. |
| \`note\` | string or null | **Deprecated.** |
| \`parent\` | object (Order) |  |
| \`lines\` | array of object |  |
| \`lines[].sku\` | string | maxLength: \`8\`. |
| \`labels\` | object |  |
| \`labels.*\` | string |  |
| \`owner\` | string or object (Base) |  |

Example

\`\`\`json
{
  "id": 1,
  "note": "a < b"
}
\`\`\`

## Responses

### 200

The order.

| Header | Type | Description |
| --- | --- | --- |
| \`X-Left\` | integer | Requests left. |

\`application/json\`: array of object (Order)

| Property | Type | Description |
| --- | --- | --- |
| \`[].id\` | integer (int64), required | Read only. |
| \`[].state\` | string, required | Two:<ul><li>open</li><li>paid</li></ul>One of \`open\`, \`paid\`. |
| \`[].note\` | string or null | **Deprecated.** |
| \`[].parent\` | object (Order) |  |
| \`[].lines\` | array of object |  |
| \`[].lines[].sku\` | string | maxLength: \`8\`. |
| \`[].labels\` | object |  |
| \`[].labels.*\` | string |  |
| \`[].owner\` | string or object (Base) |  |

Example: One order

\`\`\`json
[
  {
    "id": 1
  }
]
\`\`\`

### default

An error.

\`text/plain\`: object (Base) or string

object (Base):

| Property | Type | Description |
| --- | --- | --- |
| \`id\` | integer (int64), required | Read only. |
`);
  expect(tree['llms.txt']).toContain(`\n## Orders\n\n- [Orders](${url}/docs/orders.md): Orders of the shop.`);
  expect(tree['llms.txt']).toContain(
    `\n- [Replace an order](${url}/docs/orders/orders/replace-order.md): PUT /orders/{id}: Replaces all of it. Limits Ten a minute. (`,
  );
  expect(tree['sitemap.xml']).toContain(`<loc>${url}/docs/orders/orders/replace-order/</loc>`);
  expect(tree['docs/orders.md']).toContain(
    `\nOrders of the **shop**.\n\nVersion 1.2.0.\n\n\`https://api.example.com/v2/\`\n\n- [Orders: orders](${url}/docs/orders/orders.md): What was ordered.\n`,
  );
  expect(tree['docs/orders/orders/index.html']).toContain('<li><a href="replace-order/">Replace an order</a>: PUT /orders/{id}:');
});

const served = (pages: readonly string[]): string[] => pages.map((page) => `docs/orders/${page}/index.html`);

it.each<[what: string, document: object, pages: readonly string[]]>([
  ['operationId', paths({ '/a': get({ operationId: 'listA' }) }), ['list-a']],
  ['no operationId', paths({ '/a/{id}': get(), '/': get() }), ['get', 'get-a-id']],
  ['the same operationId twice', paths({ '/a': get({ operationId: 'x' }), '/b': get({ operationId: 'x' }) }), ['x', 'x-2']],
  ['operationId that starts with the tag', paths({ '/a': get({ tags: ['t'], operationId: 't/x' }) }), ['t', 't/x']],
  ['equal tags', paths({ '/a': get({ tags: ['T'] }), '/b': get({ tags: ['t'] }) }), ['t', 't/get-a', 't/get-b', 't/index-2']],
  ['operation named like a tag', paths({ '/a': get({ tags: ['t'] }), '/b': get({ operationId: 't' }) }), ['t', 't-2', 't/get-a']],
  ['operation named index', paths({ '/a': get({ operationId: 'index' }) }), ['index-2']],
  ['tag without ASCII letters', paths({ '/a': get({ tags: ['注文'] }) }), ['get-a', 'index-2']],
  [
    'path item by reference',
    { ...paths({ '/a': { $ref: '#/components/pathItems/a' } }), components: { pathItems: { a: get() } } },
    ['get-a'],
  ],
])('pages of %s', async (_, document, pages) => {
  const { code, stderr, folder } = await built(document);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  const made = Object.keys(treeOf(folder)).filter((file) => /^docs\/orders\/.*html$/.test(file));
  expect(made).toEqual([...served(pages), 'docs/orders/index.html'].sort());
});

it('operations with the same summary have different titles, also in the layout', async () => {
  const summary = 'Do & be';
  const { code, folder } = await built(paths({ '/a': get({ summary }), '/b': get({ summary }) }), {
    files: {
      'src/_includes/base.liquid':
        '<!doctype html><html lang="en"><head><title>{{ title }}</title><meta property="article:section" content="Own"></head><body><h1>{{ title | escape }}</h1><main>{{ content }}</main></body></html>\n',
      'src/index.md': '---\nlayout: base.liquid\ntitle: Home\n---\nWords.\n',
    },
  });
  const html = treeOf(folder)['docs/orders/get-b/index.html']!;
  expect([code, html.match(/<h1>.*?<\/h1>/g), html.match(/<meta [^>]*(?:section|description)[^>]*>/g)]).toEqual([
    0,
    ['<h1>Do &amp; be (GET /b)</h1>'],
    ['<meta property="article:section" content="Own">', '<meta name="description" content="GET /b: Do &amp; be">'],
  ]);
});

const [link, many] = ['[text](https://a.example/)', 'It has many words. '.repeat(6).trim()];
it.each<[summary: string, title: string, more: string]>([
  ['List orders.', 'List orders', ''],
  ['Sums are 2 * 3 of <id>', 'Sums are 2 * 3 of &lt;id&gt;', ''],
  [
    `See ${link} and \`id\`. **Then** more`,
    'See text and id. Then more',
    '<p>See <a href="https://a.example/">text</a> and <code>id</code>. <strong>Then</strong> more</p>',
  ],
  [`Makes an order. ${many}`, 'Makes an order', `<p>Makes an order. ${many}</p>`],
  ['word '.repeat(40).trim(), `${'word '.repeat(20).trim()}…`, `<p>${'word '.repeat(40).trim()}</p>`],
])('of the summary "%s" the title is "%s"', async (summary, title, more) => {
  const { folder } = await built(paths({ '/a': get({ summary }) }));
  const html = Buffer.from(treeOf(folder)['docs/orders/get-a/index.html']!, 'latin1').toString();
  const [, heading, text] = /<h1>(.*)<\/h1>.*<\/pre>(.*)<h2>Responses/s.exec(html)!;
  expect([heading, text!.trim()]).toEqual([title, more]);
});

it('a cell names six types and the number of the others', async () => {
  const oneOf = Array.from({ length: 9 }, (_, at) => ({ type: 'string', format: `f${at}` }));
  const { folder } = await built(
    paths({ '/a': schemaOf({ properties: { few: { oneOf: oneOf.slice(0, 7) }, many: { oneOf } } }) }),
  );
  const six = 'string (f0) or string (f1) or string (f2) or string (f3) or string (f4) or string (f5)';
  expect(treeOf(folder)['docs/orders/get-a.md']!.match(/^\| `(?:few|many)`.*/gm)).toEqual([
    `| \`few\` | ${six} or string (f6) |  |`,
    `| \`many\` | ${six} or 3 others |  |`,
  ]);
});

const schemaOf = (schema: object): object => get({ requestBody: { content: { 'application/json': { schema } } } });

it.each<[what: string, document: object | string, site: Site, message: string]>([
  ['a missing file', '', { from: 'no.yaml' }, 'no.yaml: not found; "apis" of the settings names it'],
  ['not OpenAPI', '[]', {}, 'api.json:1: not an OpenAPI document: "openapi" must be 3.0.x or 3.1.x'],
  ['JSON with a trailing comma', '{\n  "openapi": "3.1.0",\n  "paths": {,}\n}', {}, 'api.json:3: cannot be read: '],
  ['YAML', 'openapi: 3.1.0\npaths:\n  a: [\n', { from: 'api.yml' }, 'api.yml:4: cannot be read: '],
  ['Swagger', { swagger: '2.0', paths: {} }, {}, 'api.json:1: Swagger 2.0; convert it to OpenAPI 3, with npx swagger2openapi'],
  ['no operations', { openapi: '3.0.0', paths: {} }, {}, 'api.json:1: "paths" names no operation'],
  [
    'a dangling reference',
    paths({ '/a': schemaOf({ $ref: '#/components/x' }) }),
    {},
    'api.json:18: "$ref": "#/components/x" leads nowhere',
  ],
  [
    'a reference to a file',
    paths({ '/a': { $ref: 'a.json#/x' } }),
    {},
    'api.json:8: "$ref": "a.json#/x" leads out of the file; join the files, with npx @redocly/cli bundle',
  ],
  ['a reference to itself', paths({ '/a': { $ref: '#/paths/~1a' } }), {}, 'api.json:8: "$ref": "#/paths/~1a" leads to itself'],
  [
    'no layout',
    paths({ '/a': get() }),
    { files: { 'src/docs/docs.json': '{}' } },
    'src/docs/orders/: the pages of an API have no layout; write it into src/docs/orders/orders.json: { "layout": "…" }',
  ],
  [
    'a page of the site at the path',
    paths({ '/a': get() }),
    { files: { 'src/docs/orders/get-a.md': '# Own\n' } },
    'docs/orders/get-a',
  ],
])('%s is an error with its location', async (_, document, site, message) => {
  const { code, stderr } = await built(document, site);
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});

it('a description with braces and headings of any level stays as written, without a finding', async () => {
  const description = 'Of `{{ page }}`.\n\n### Paging\n\nFollow `next`.\n\n#### Limits\n\nNone.';
  const { code, stderr, folder } = await built(paths({ '/a': get({ description }) }));
  const html = treeOf(folder)['docs/orders/get-a/index.html']!;
  expect([code, stderr, html.match(/<h\d>.*?<\/h\d>/g)!.slice(0, 3)]).toEqual([
    0,
    expect.not.stringMatching(/warning|error/),
    ['<h1>GET /a</h1>', '<h2>Paging</h2>', '<h3>Limits</h3>'],
  ]);
});

it('a finding names the file of the API and the line', async () => {
  const { code, stdout } = await built(paths({ '/a': get({ description: 'See [more](/nowhere).' }) }));
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^error +api\.json:14 +dead-link /m)]);
});

it('diptych twin refuses to generate pages', async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, {
    'out/index.html': layout,
    'diptych.json': JSON.stringify({
      apis: [
        { name: 'A', docs: '/a' },
        { name: 'B', docs: '/b', pages: { from: 'b.json', at: '/b' } },
      ],
    }),
  });
  const { code, stderr } = await runWarm(['twin', 'out', '--url', url], { cwd });
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('diptych.json: apis[1].pages: only a build of Eleventy can make pages'),
  ]);
});

it('tags are the sections of a divided index, also below other pages', async () => {
  const tags = ['bills', 'carts', 'goods', 'users'];
  const operations = tags.flatMap((tag) =>
    Array.from({ length: 40 }, (_, at) => [
      `/${tag}/${at}`,
      get({ tags: [tag], summary: `Work on ${tag} ${at}`, description: '7 words that say what it does.' }),
    ]),
  );
  const crumbs =
    '<nav aria-label="Breadcrumbs"><a href="/docs/">Docs</a> {% if sidebarGroup %}<a href="/docs/orders/">Orders</a>{% unless isOverview %} <a href="/docs/orders/{{ sidebarGroup }}/">Tag</a>{% endunless %}{% endif %}</nav>';
  const { code, folder } = await built(paths(Object.fromEntries(operations)), {
    files: {
      'src/_includes/base.liquid': layout
        .replace('</head>', '<meta property="article:section" content="{{ section }}"></head>')
        .replace('<main>', `${crumbs}<main>`),
      'src/docs/index.md': '---\nlayout: base.liquid\ntitle: Docs\nsection: Docs\n---\n# Docs\n\n[Orders](/docs/orders/)\n',
    },
  });
  const chapters = treeOf(folder)['docs/orders/llms.txt']!.match(/^- \[.*?\]\(\S*llms\.txt\)/gm);
  expect([code, chapters]).toEqual([0, tags.map((tag) => `- [Orders: ${tag}](${url}/docs/orders/${tag}/llms.txt)`)]);
});

it('a webhook is an operation that the API calls, without a path and the key of the API', async () => {
  const post = { summary: 'Order paid', requestBody: { required: true, description: 'The order.' } };
  const document = { openapi: '3.1.0', info: { title: 'Orders' }, security: [{ key: [] }], webhooks: { orderPaid: { post } } };
  const twin = treeOf((await built(document)).folder)['docs/orders/post-orderpaid.md'];
  expect(twin).toContain('\ndescription: Webhook orderPaid\n');
  expect(twin?.split('\n\n').slice(3)).toEqual([
    'A webhook: the API sends `POST` to a URL of yours, for `orderPaid`.',
    '## Request body',
    'Required.',
    'The order.\n',
  ]);
});
