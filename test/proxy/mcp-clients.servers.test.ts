import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProxy } from '../../proxy/index.ts';
import { runCli, writeFiles } from '../support/cli.ts';
import { requireTool } from '../support/tools.ts';
import { listen } from './fixtures/client.ts';

/* The MCP server with third-party clients: the official one, in both versions of the protocol, the oldest and the newest of the SDK before it and the AI SDK. */

const load = (name: string): Promise<any> => import(pathToFileURL(requireTool.resolve(name)).href);
const { Client, StreamableHTTPClientTransport } = await load('@modelcontextprotocol/client');
const { createMCPClient } = await load('@ai-sdk/mcp');

const folder = mkdtempSync(join(tmpdir(), 'diptych-mcp-clients-'));
writeFiles(folder, {
  'index.html':
    '<!doctype html><html lang="en"><head><title>Herons</title></head><body><main><h1>Herons</h1><p>The heron stands in the reeds.</p></main></body></html>',
});
const { code, stderr } = await runCli('build', ['twin', folder, '--url', 'https://docs.example', '--mcp'], { cwd: tmpdir() });
if (code !== 0) throw new Error(stderr);
const proxy = createProxy({ dir: folder, watch: false });
let url = '';
let close: () => Promise<void>;
beforeAll(async () => {
  const listening = await listen(proxy);
  url = `${listening.url}/mcp`;
  close = listening.close;
});
afterAll(async () => {
  await close();
  await proxy.close();
  rmSync(folder, { recursive: true });
});

interface Used {
  readonly version: string | undefined;
  readonly tools: readonly string[];
  call(name: string, given: object): Promise<any>;
  close(): Promise<void>;
}

async function official(options: object): Promise<Used> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { tools } = await client.listTools();
  return {
    version: client.getNegotiatedProtocolVersion(),
    tools: tools.filter((tool: any) => tool.annotations.readOnlyHint).map((tool: any) => tool.name),
    call: (name, given) => client.callTool({ name, arguments: given }),
    close: () => client.close(),
  };
}

async function ofSdk(name: string): Promise<Used> {
  const sdk = { ...(await load(`${name}/client/index.js`)), ...(await load(`${name}/client/streamableHttp.js`)) };
  const client = new sdk.Client({ name: 'test', version: '1.0.0' });
  await client.connect(new sdk.StreamableHTTPClientTransport(new URL(url)));
  const { tools } = await client.listTools();
  return {
    version: undefined,
    tools: tools.map((tool: any) => tool.name),
    call: (name, given) => client.callTool({ name, arguments: given }),
    close: () => client.close(),
  };
}

async function ofAiSdk(): Promise<Used> {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  return {
    version: undefined,
    tools: Object.keys(tools),
    call: (name, given) => tools[name].execute(given, { messages: [], toolCallId: '1' }),
    close: () => client.close(),
  };
}

describe.each<[name: string, version: string | undefined, open: () => Promise<Used>]>([
  ['the official client, with a handshake', '2025-11-25', () => official({})],
  ['the official client, which finds out', '2026-07-28', () => official({ versionNegotiation: { mode: 'auto' } })],
  ['the official client, without', '2026-07-28', () => official({ versionNegotiation: { mode: { pin: '2026-07-28' } } })],
  ['SDK 1.10.2', undefined, () => ofSdk('mcp-sdk-oldest')],
  ['SDK 1.32.2', undefined, () => ofSdk('mcp-sdk-newest')],
  ['the client of the AI SDK', undefined, ofAiSdk],
])('%s', (_, version, open) => {
  it('lists the tools and calls them', async () => {
    const client = await open();
    expect([client.version, client.tools]).toEqual([version, ['search', 'fetch']]);
    const { structuredContent } = await client.call('search', { query: 'heron' });
    const [{ id, markdown }] = structuredContent.results;
    expect([id, markdown]).toEqual(['https://docs.example/', 'https://docs.example/index.md']);
    expect((await client.call('fetch', { id })).content[0].text).toContain('stands in the reeds');
    const { content, isError } = await client.call('fetch', { url: markdown });
    expect([isError ?? false, content[0].text]).toEqual([false, expect.stringMatching(/^# Herons\n[\s\S]*stands in the reeds/m)]);
    expect((await client.call('fetch', { url: '/nope' })).isError).toBe(true);
    await client.close();
  });
});
