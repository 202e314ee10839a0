import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProxy } from '../../proxy/index.ts';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { printedBlocks } from '../support/printed.ts';
import { smallSite } from '../support/small-site.ts';
import { listeningProxy } from './fixtures/client.ts';
import { localServers } from './fixtures/local-servers.ts';
import { shells } from './fixtures/shells.ts';
import { page, twinned } from './fixtures/twinned.ts';

/* The MCP server: two versions of its protocol, its tools, and who may call it. */

const filler = '<p>Words of no weight stand here in a row.</p>'.repeat(120);
const site = {
  'index.html': page('Home', '<p>Read <a href="strings.html">strings</a> and <a href="manual.html">the manual</a>.</p>'),
  'strings.html': page(
    'Strings',
    '<h2 id="distance">Distance</h2><p>The function levenshtein counts how many letters differ.</p>',
  ),
  'manual.html': page(
    'Manual',
    `<p>What stands before.</p>${['anchor', 'ballast', 'compass', 'davit'].map((word) => `<h2 id="${word}">The ${word}</h2><p>Polish the ${word} with care.</p>${filler}`).join('')}`,
  ),
  _redirects: '/old /strings.html 301\n',
};

const { listen, serve } = localServers();
const folder = await twinned(site, '--mcp');
const base = await serve({ dir: folder });

const newest = '2026-07-28';
const before = '2025-11-25';
type Fields = Record<string, string>;
type Rpc = { id?: unknown; result?: any; error?: { code: number; message: string; data?: unknown } };
interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Rpc;
}

const post = async (base: string, body: string | Uint8Array<ArrayBuffer>, headers: Fields = {}): Promise<Reply> => {
  const answer = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, json: text === '' ? {} : JSON.parse(text) };
};
/** A request in the previous version of the protocol. */
const ask = (base: string, method: string, params?: object): Promise<Reply> =>
  post(base, JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }), { 'MCP-Protocol-Version': before });
const call = async (base: string, name: string, given: object): Promise<any> =>
  (await ask(base, 'tools/call', { name, arguments: given })).json.result;
const meta = { 'io.modelcontextprotocol/protocolVersion': newest, 'io.modelcontextprotocol/clientCapabilities': {} };
/** A request in the newest version of the protocol. */
const askNewest = (base: string, method: string, params: object = {}, headers: Fields = {}): Promise<Reply> =>
  post(base, JSON.stringify({ jsonrpc: '2.0', id: 'a', method, params: { _meta: meta, ...params } }), {
    'MCP-Protocol-Version': newest,
    'Mcp-Method': method,
    ...headers,
  });

const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize"}';
const serverInfo = { name: 'example.docs/site', title: 'Home', version: '1.0.0' };

describe('the version with a handshake', () => {
  it.each([
    [before, before],
    ['2024-11-05', '2024-11-05'],
    ['2024-10-07', before],
    [newest, before],
    [7, before],
  ])('initialize for %s answers %s', async (protocolVersion, answered) => {
    const body = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo: {} } };
    const { status, headers, json } = await post(base, JSON.stringify(body));
    expect([status, headers.get('content-type'), headers.get('mcp-session-id')]).toEqual([200, 'application/json', null]);
    expect(json).toMatchObject({ id: 0, result: { protocolVersion: answered, capabilities: { tools: {} }, serverInfo } });
  });

  it.each(['notifications/initialized', 'notifications/other'])('%s is 202', async (method) => {
    const { status, json } = await post(base, JSON.stringify({ jsonrpc: '2.0', method }), { 'MCP-Protocol-Version': before });
    expect([status, json]).toEqual([202, {}]);
  });

  it('ping, and a list of read-only tools', async () => {
    expect((await ask(base, 'ping')).json).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    const { tools } = (await ask(base, 'tools/list')).json.result;
    expect(tools.map((tool: any) => [tool.name, tool.annotations.readOnlyHint, tool.inputSchema.required])).toEqual([
      ['search', true, ['query']],
      ['fetch', true, undefined],
    ]);
  });
});

describe('the version without a handshake', () => {
  it('server/discover', async () => {
    const { status, json } = await askNewest(base, 'server/discover');
    expect(status).toBe(200);
    expect(json.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [newest, before, '2025-06-18', '2025-03-26'],
      capabilities: { tools: {} },
      cacheScope: 'public',
      ttlMs: 300_000,
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
    });
  });

  const search = { name: 'search', arguments: { query: 'levenshtein' } };

  it.each(['search', '=?base64?c2VhcmNo?='])('tools/call with its name as %s', async (name) => {
    const { result } = (await askNewest(base, 'tools/call', search, { 'Mcp-Name': name })).json;
    expect([result.resultType, result.structuredContent.results[0].title]).toEqual(['complete', 'Strings']);
  });

  it.each<[title: string, method: string, params: object, headers: Fields, status: number, code: number | undefined]>([
    ['all that it needs', 'tools/list', {}, {}, 200, undefined],
    ['another method in Mcp-Method', 'tools/list', {}, { 'Mcp-Method': 'tools/call' }, 400, -32020],
    ['no Mcp-Method', 'tools/list', {}, { 'Mcp-Method': '' }, 400, -32020],
    ['another version in _meta', 'tools/list', {}, { 'MCP-Protocol-Version': before }, 400, -32020],
    ['no _meta', 'tools/list', { _meta: undefined }, {}, 400, -32602],
    ['no capabilities', 'tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': newest } }, {}, 400, -32602],
    ['a cursor', 'tools/list', { cursor: 'x' }, {}, 200, -32602],
    ['no Mcp-Name', 'tools/call', search, {}, 400, -32020],
    ['another Mcp-Name', 'tools/call', search, { 'Mcp-Name': 'fetch' }, 400, -32020],
    ['a broken Mcp-Name', 'tools/call', search, { 'Mcp-Name': '=?base64?%?=' }, 400, -32020],
    ['a method of the handshake', 'initialize', {}, {}, 404, -32601],
    ['an unknown method', 'constructor', {}, {}, 404, -32601],
  ])('a message with %s', async (_, method, params, headers, status, code) => {
    const { status: found, json } = await askNewest(base, method, params, headers);
    expect([found, json.error?.code, json.id]).toEqual([status, code, 'a']);
  });
});

describe('invalid messages', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const good = '"jsonrpc":"2.0","id":3';
  it.each<[body: string, fields: Fields, status: number, code: number, id: unknown]>([
    ['', {}, 400, -32700, undefined],
    ['{', {}, 400, -32700, undefined],
    ['null', {}, 400, -32600, undefined],
    ['[]', {}, 400, -32600, undefined],
    [`[{${good},"method":"ping"}]`, {}, 400, -32600, undefined],
    ['{"id":3,"method":"ping"}', {}, 400, -32600, 3],
    [`{${good}}`, {}, 400, -32600, 3],
    [`{${good},"method":1}`, {}, 400, -32600, 3],
    [`{${good},"result":{}}`, {}, 400, -32600, 3],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', {}, 400, -32600, undefined],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', {}, 400, -32600, undefined],
    [`{${good},"method":"ping","params":[]}`, {}, 400, -32602, 3],
    [`{${good},"method":"nope"}`, {}, 200, -32601, 3],
    [`{${good},"method":"__proto__"}`, {}, 200, -32601, 3],
    [`{${good},"method":"tools/call"}`, {}, 200, -32602, 3],
    [`{${good},"method":"tools/call","params":{"name":"toString"}}`, {}, 200, -32602, 3],
    [`{${good},"method":"tools/call","params":{"name":"search"}}`, {}, 200, -32602, 3],
    [`{${good},"method":"tools/call","params":{"name":"search","arguments":{"query":1}}}`, {}, 200, -32602, 3],
    [`{${good},"method":"tools/call","params":{"name":"fetch","arguments":["/"]}}`, {}, 200, -32602, 3],
    [`{${good},"method":"ping"}`, { 'MCP-Protocol-Version': '2024-11-05' }, 400, -32022, 3],
    [`{${good},"method":"ping"}`, { 'MCP-Protocol-Version': '' }, 400, -32022, 3],
    ['{"jsonrpc":"2.0","method":"notifications/initialized"}', { 'MCP-Protocol-Version': '1' }, 400, -32022, undefined],
    [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, {}, 400, -32600, undefined],
  ])('%.80s %j: %i, %i', async (body, fields, status, code, id) => {
    const { status: found, json } = await post(base, body, { 'MCP-Protocol-Version': before, ...fields });
    expect([found, json.error?.code, json.id]).toEqual([status, code, id]);
    if (code === -32022)
      expect(json.error?.data).toEqual({
        supported: [newest, before, '2025-06-18', '2025-03-26'],
        requested: fields['MCP-Protocol-Version'],
      });
  });

  it.each<[title: string, body: object, fields: Fields]>([
    [
      'a nested version in _meta',
      { method: 'ping', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': 'DEEP' } } },
      {},
    ],
    ['a long method', { method: 'a'.repeat(60_000) }, {}],
    ['a long version', { method: 'ping' }, { 'MCP-Protocol-Version': 'a'.repeat(8_000) }],
    ['an object as name', { method: 'tools/call', params: { name: 'DEEP' } }, {}],
  ])('of %s little comes back', async (_, body, fields) => {
    const { status, json } = await post(base, JSON.stringify({ jsonrpc: '2.0', id: 3, ...body }).replace('"DEEP"', deep), {
      'MCP-Protocol-Version': before,
      ...fields,
    });
    expect([status < 500, json.id, JSON.stringify(json).length < 500]).toEqual([true, 3, true]);
  });

  it('no MCP-Protocol-Version is an older version', async () => {
    const { status, json } = await post(base, `{${good},"method":"tools/list"}`);
    expect([status, json.result.tools.length]).toEqual([200, 2]);
  });

  it('no MCP-Protocol-Version, and a version in _meta', async () => {
    const { status, json } = await post(base, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: meta } }));
    expect([status, json.error?.code]).toEqual([400, -32020]);
  });

  it('bytes that are not UTF-8', async () => {
    const { status, json } = await post(base, new Uint8Array([0x22, 0xff, 0x22]));
    expect([status, json.error?.code]).toEqual([400, -32700]);
  });
});

describe('the endpoint', () => {
  it.each(['GET', 'DELETE'])('%s is 405', async (method) => {
    const answer = await fetch(`${base}/mcp`, { method, headers: { Accept: 'text/event-stream' } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it.each<[headers: Fields, status: number, code: number | undefined]>([
    [{ Origin: 'https://evil.example' }, 403, -32600],
    [{ Origin: 'https://docs.example.evil.example' }, 403, -32600],
    [{ Origin: 'null' }, 403, -32600],
    [{ Origin: 'file://' }, 403, -32600],
    [{ Origin: 'https://docs.example' }, 200, undefined],
    [{ Origin: 'http://localhost:6274' }, 200, undefined],
    [{ Origin: 'http://127.0.0.1' }, 200, undefined],
    [{ Origin: 'http://[::1]:3000' }, 200, undefined],
    [{ 'Content-Type': 'Application/JSON; charset=utf-8' }, 200, undefined],
    [{ 'Content-Type': 'text/plain' }, 415, -32600],
    [{ 'Content-Type': 'application/jsonp' }, 415, -32600],
    [{ 'Content-Type': '' }, 415, -32600],
  ])('%j: %i', async (headers, status, code) => {
    const { status: found, json } = await post(base, initialize, headers);
    expect([found, json.error?.code]).toEqual([status, code]);
  });

  it('accepts names of --allowed-hosts as Origin', async () => {
    const url = await serve({ dir: folder, allowedHosts: 'box.local' });
    expect((await post(url, initialize, { Origin: 'https://box.local:8443' })).status).toBe(200);
    expect((await post(url, initialize, { Origin: 'https://evil.example' })).status).toBe(403);
  });

  it.each<[title: string, body: () => BodyInit, status: number]>([
    ['64 KiB', () => ' '.repeat(65_536), 400],
    ['a byte more', () => ' '.repeat(65_537), 413],
    ['80 kB in chunks', () => new Blob([' '.repeat(40_000), ' '.repeat(40_000)]).stream() as ReadableStream, 413],
  ])('a message of %s', async (_, body, status) => {
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: body(), duplex: 'half' };
    expect((await fetch(`${base}/mcp`, init as RequestInit)).status).toBe(status);
  });

  it('Expect: 100-continue gets 100; clients that disconnect or send broken chunks do not affect others', async () => {
    const lines: string[] = [];
    const log = {
      debug() {},
      info() {},
      warn: (line: string) => void lines.push(line),
      error: (line: string) => void lines.push(line),
    };
    const { server, port, stop } = await listeningProxy({ dir: folder, watch: false, log });
    onTestFinished(() => stop());
    const open = async (headers: string) => {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1');
      socket.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`);
      return socket;
    };
    const patient = await open(`Content-Length: ${initialize.length}\r\nExpect: 100-continue`);
    const [leave] = await once(patient, 'data');
    expect(leave).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    patient.write(initialize);
    const [answer] = await once(patient, 'data');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"protocolVersion":"2025-11-25"/);
    patient.destroy();
    const asked = once(server, 'request');
    const hasty = await open('Content-Length: 100');
    hasty.write('{"jsonrpc"');
    await asked;
    hasty.destroy();
    const broken = await open('Transfer-Encoding: chunked');
    broken.write('zz\r\n');
    const [refused] = await once(broken, 'data');
    expect(refused).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    const closed = once(server, 'close');
    server.close();
    await closed;
    expect(lines).toEqual([]);
  });
});

describe('search', () => {
  it('returns the results of GET /api/v1/search, as data with ids and as Markdown', async () => {
    const url = `${base}/api/v1/search?q=polish+the+compass`;
    const own = (await (await fetch(url)).json()) as { results: { url: string }[] };
    const { content, structuredContent, isError } = await call(base, 'search', { query: ' polish the compass ' });
    expect(structuredContent).toEqual({ results: own.results.map((result) => ({ id: result.url, ...result })) });
    const markdown = await (await fetch(url, { headers: { Accept: 'text/markdown' } })).text();
    expect([isError, content]).toEqual([undefined, [{ type: 'text', text: markdown }]]);
    const { text } = (await call(base, 'fetch', { id: structuredContent.results[0].id })).content[0];
    expect(text).toMatch(/^# The compass\n[\s\S]*Polish the compass/);
  });

  it.each(['', ' ', 'a'.repeat(501)])('%.20s: the model gets the reason', async (query) => {
    const { content, isError } = await call(base, 'search', { query });
    expect([isError, content[0].text]).toEqual([true, expect.stringMatching(/missing or empty|501 characters/)]);
  });
});

describe('fetch', () => {
  const file = (path: string): string => readFileSync(join(folder, path), 'utf8');
  it.each([
    ['https://docs.example/strings.html', 'strings.md'],
    ['https://docs.example/strings', 'strings.md'],
    ['https://docs.example/strings.html?a=b#nowhere', 'strings.md'],
    ['https://docs.example/strings.md', 'strings.md'],
    ['/strings.html', 'strings.md'],
    ['https://docs.example', 'index.md'],
    ['/', 'index.md'],
    ['/manual.parts/compass.md', 'manual.parts/compass.md'],
    ['/llms.txt', 'llms.txt'],
  ])('%s returns %s', async (url, path) => {
    const { content, isError } = await call(base, 'fetch', { url });
    expect([isError, content]).toEqual([undefined, [{ type: 'text', text: file(path) }]]);
  });

  it.each(['/manual.html', '/manual.md', 'https://docs.example/manual.html#nowhere'])(
    '%s gives the outline with the URLs of the parts, and what stands before the first',
    async (url) => {
      const { text } = (await call(base, 'fetch', { url })).content[0];
      expect(text).toMatch(
        /^---\ntitle: Manual\n[\s\S]*\nSections of this page, each a document of its own:\n\n- \[The anchor\]\(/,
      );
      expect(text).toMatch(
        /\]\(https:\/\/docs\.example\/manual\.parts\/davit\.md\): Polish the davit with care\. \([\d,]+ tokens\)\n\n---\n\nWhat stands before\.\n$/,
      );
      expect(file('manual.md').startsWith(text.trimEnd())).toBe(true);
    },
  );

  it.each<[url: string, begin: RegExp, end: RegExp]>([
    ['https://docs.example/strings.html#distance', /^## Distance\n\nThe function levenshtein/, /differ\.\n$/],
    ['/strings.md#distance', /^## Distance\n\nThe function levenshtein/, /differ\.\n$/],
    ['/manual.html#davit', /^# The davit\n/, /in a row\.\n$/],
  ])('%s gives the section', async (url, begin, end) => {
    const { text } = (await call(base, 'fetch', { url })).content[0];
    expect(text).toMatch(begin);
    expect(text).toMatch(end);
    expect(text).not.toMatch(/^tokens:|The (?:anchor|case)/m);
  });

  it.each([
    ['https://elsewhere.example/strings.html', /no URL of this site: it begins with https:\/\/docs\.example\//],
    ['http://[', /no URL of this site/],
    ['/string.html', /no Markdown at \/string\.html\. Did you mean https:\/\/docs\.example\/strings/],
    ['/%00', /no URL of this site/],
    ['/../../etc/passwd', /no Markdown at/],
    ['/.diptych.json', /no Markdown at/],
    [`/${'a'.repeat(5_000)}`, /no Markdown at/],
  ])('%.60s: the model gets the reason', async (url, reason) => {
    const { content, isError } = await call(base, 'fetch', { url });
    expect([isError, content[0].text]).toEqual([true, expect.stringMatching(reason)]);
    expect(content[0].text.length).toBeLessThan(600);
  });
});

describe('endpoints', () => {
  it.each(['the fetch handler', 'a proxy in front of a host'])('%s answers alike', async (name) => {
    const { url, stop } = await shells[name]!(folder);
    onTestFinished(() => void stop());
    for (const [method, params] of [
      ['ping', {}],
      ['tools/list', {}],
      ['nope', {}],
      ['tools/call', { name: 'search', arguments: { query: 'polish the compass' } }],
      ['tools/call', { name: 'fetch', arguments: { url: '/manual.html' } }],
      ['tools/call', { name: 'fetch', arguments: { url: '/strings.md' } }],
      ['tools/call', { name: 'fetch', arguments: { url: '/nope' } }],
    ] as const) {
      const [answer, own] = [await ask(url, method, params), await ask(base, method, params)];
      expect([answer.status, answer.json]).toEqual([own.status, own.json]);
      expect(answer.headers.get('cache-control')).toBe(own.headers.get('cache-control'));
    }
    expect((await post(url, '{}', { Origin: 'https://evil.example' })).status).toBe(403);
    const headers = { 'Content-Type': 'application/json' };
    expect((await fetch(`${url}/mcp`, { method: 'POST', headers, body: ' '.repeat(65_537) })).status).toBe(413);
    expect((await fetch(`${url}/mcp`)).status).toBe(405);
  });

  it.each(['before it', 'nowhere'])('middleware in an Express application with a JSON parser %s', async (place) => {
    const proxy = createProxy({ dir: folder, watch: false });
    onTestFinished(() => proxy.close());
    const app = express();
    if (place === 'before it') app.use(express.json());
    app.use(proxy);
    app.post('/own', (_req, res) => void res.send('theirs'));
    const url = await listen(app as unknown as RequestListener);
    expect((await call(url, 'search', { query: 'levenshtein' })).structuredContent.results[0].title).toBe('Strings');
    expect(await (await fetch(`${url}/own`, { method: 'POST' })).text()).toBe('theirs');
  });

  it('turned off: no file, no mention, no endpoint', async () => {
    const without = await twinned({ 'index.html': page('Home', '<p>Nothing else.</p>') });
    const off = await serve({ dir: without });
    expect((await post(off, '{}')).status).toBe(404);
    expect((await fetch(`${off}/mcp`)).status).toBe(404);
    expect(existsSync(join(without, 'mcp'))).toBe(false);
    for (const path of ['.well-known/api-catalog', '.well-known/openapi.json', 'llms.txt'])
      expect(readFileSync(join(without, path), 'utf8')).not.toMatch(/mcp/i);
  });
});

describe('the setting mcp', () => {
  const build = async (settings: object, files: Record<string, string> = {}) => {
    const cwd = temporaryFolder();
    writeFiles(cwd, {
      ...smallSite,
      'site/_data/site.json': JSON.stringify({ url: 'https://www.example.com/docs', name: 'Small', ...settings }),
      'site/about.md': '# About\n\nThis is about herons.\n',
      ...files,
    });
    return { cwd, ...(await runWarm(['build'], { cwd })) };
  };

  it('publishes a server card, listed in the catalog; both are below the path of the site', async () => {
    const { cwd, code, stderr } = await build({ mcp: true });
    expect([code, stderr]).toEqual([0, '']);
    const read = (path: string): any => JSON.parse(readFileSync(join(cwd, 'dist', path), 'utf8'));
    expect(read('mcp/server-card')).toMatchObject({
      name: 'com.example.www/docs',
      title: 'Small',
      remotes: [{ type: 'streamable-http', url: 'https://www.example.com/docs/mcp' }],
    });
    const { linkset } = read('.well-known/api-catalog');
    expect(linkset[0].item[1].href).toBe('https://www.example.com/docs/mcp');
    expect(linkset[2]).toMatchObject({
      anchor: 'https://www.example.com/docs/mcp',
      'service-desc': [{ href: 'https://www.example.com/docs/mcp/server-card', type: 'application/mcp-server-card+json' }],
    });
    expect(read('.well-known/openapi.json').paths['/mcp'].post.operationId).toBe('mcp');
    expect(readFileSync(join(cwd, 'dist/llms.txt'), 'utf8')).toContain('/docs/api/v1/search');
    const url = await serve({ dir: join(cwd, 'dist') });
    const card = await fetch(`${url}/docs/mcp/server-card`);
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'application/mcp-server-card+json']);
    expect((await call(`${url}/docs`, 'fetch', { url: 'https://www.example.com/docs/about' })).content[0].text).toMatch(/herons/);
    expect((await call(`${url}/docs`, 'fetch', { url: 'https://www.example.com/about' })).isError).toBe(true);
  });

  it.each<[settings: object, files: Record<string, string>, fault: RegExp]>([
    [{ mcp: true, searchApi: false }, {}, /mcp: .*"searchApi": false/],
    [{ mcp: 'yes' }, {}, /mcp: expected true or false, got "yes"/],
    [{ mcp: true }, { 'site/mcp.md': '# Our own MCP\n' }, /site\/mcp\.md: its URL is \/mcp/],
  ])('%j, %j', async (settings, files, fault) => {
    const { code, stderr } = await build(settings, files);
    expect([code, stderr]).toEqual([1, expect.stringMatching(fault)]);
  });
});

it('the call in the documentation gets the printed answer', async () => {
  const blocks = printedBlocks.filter(({ page: path, text }) => path.endsWith('docs/search.md') && text.includes('jsonrpc'));
  const [request, answer] = blocks.map(({ text }) => JSON.parse(text));
  const { json } = await post(base, JSON.stringify(request), { 'MCP-Protocol-Version': before });
  expect(Object.keys(json.result)).toEqual(Object.keys(answer.result));
});
