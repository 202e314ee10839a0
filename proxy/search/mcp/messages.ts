import { assumedVersion, echoedVersions, handshakeVersions, mcpServerInfo, mcpVersions, statelessVersion } from '#contract/mcp';
import { objectOf } from '#contract/site-facts';
import type { RequestHeaders } from '../../http/request.ts';
import type { Site } from '../../origin/origin.ts';
import { callTool, RpcFault, type Sources, toolsOf } from './tools.ts';

/*
 * Messages of the Model Context Protocol, in the version without handshake and in those before it. Each stands alone: there
 * are no sessions, and the server only replies.
 */

// JSON-RPC 2.0 §5.1.
const parseError = -32_700;
export const invalidRequest = -32_600;
const methodNotFound = -32_601;
const invalidParams = -32_602;
const internalError = -32_603;
// MCP 2026-07-28, Base Protocol, Error Codes.
const headerMismatch = -32_020;
const unsupportedVersion = -32_022;

/** How long a client may cache lists, in milliseconds: as long as other documents. */
const lifetime = 300_000;

type Id = string | number;

interface Message {
  readonly id: Id | undefined;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A message as an HTTP answer; without message for a notification. */
export interface Reply {
  readonly status: number;
  readonly message?: object;
  /** The failure behind it: for the log, never for the client. */
  readonly cause?: unknown;
}

export const refusal = (status: number, code: number, message: string, id?: Id, data?: unknown): Reply => ({
  status,
  message: { jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message, ...(data !== undefined && { data }) } },
});

export async function replyTo(bytes: Uint8Array, headers: RequestHeaders, site: Site, sources: Sources): Promise<Reply> {
  let id: Id | undefined;
  try {
    const value = readJson(bytes);
    if (isId(value.id)) id = value.id;
    const message = readMessage(value);
    const version = versionOf(message, headers);
    if (id === undefined) return { status: 202 };
    const result = await resultOf(message, version, site, sources);
    return {
      status: 200,
      message: { jsonrpc: '2.0', id, result: version === statelessVersion ? complete(result, site) : result },
    };
  } catch (error) {
    if (error instanceof RpcFault) return refusal(error.status, error.code, error.message, id, error.data);
    return { ...refusal(500, internalError, 'The service failed unexpectedly.', id), cause: error };
  }
}

function readJson(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new RpcFault(parseError, 'The content is not JSON in UTF-8.');
  }
  if (Array.isArray(value)) throw new RpcFault(invalidRequest, 'Send one message a request; there are no batches.');
  return objectOf(value);
}

const isId = (id: unknown): id is Id => typeof id === 'string' || Number.isInteger(id);

function readMessage({ jsonrpc, id, method, params = {} }: Record<string, unknown>): Message {
  if (jsonrpc !== '2.0' || typeof method !== 'string' || (id !== undefined && !isId(id)))
    throw new RpcFault(
      invalidRequest,
      'Expected {"jsonrpc": "2.0", "id": a string or a whole number, "method": …, "params": …}.',
    );
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw new RpcFault(invalidParams, 'params must be an object.', 400);
  return { id: id as Id | undefined, method, params: params as Message['params'] };
}

const metaKey = (name: string): string => `io.modelcontextprotocol/${name}`;

/**
 * The protocol version of a message.
 *
 * @throws {RpcFault} if we do not support it, or the header fields contradict the message (Streamable HTTP, Request Metadata)
 */
function versionOf({ id, method, params }: Message, headers: RequestHeaders): string {
  const meta = objectOf(params._meta);
  const stated = meta[metaKey('protocolVersion')];
  const { 'mcp-protocol-version': version, 'mcp-method': forMethod, 'mcp-name': forName } = headers;
  if (version === undefined && stated === undefined) return assumedVersion;
  if (version === undefined) throw mismatch(`MCP-Protocol-Version is missing; send ${mcpVersions.join(', ')}.`);
  if (!mcpVersions.includes(version))
    throw new RpcFault(unsupportedVersion, 'Unsupported protocol version', 400, {
      supported: mcpVersions,
      requested: shown(version),
    });
  if (stated !== undefined && stated !== version)
    throw mismatch(
      `MCP-Protocol-Version says ${version}, and _meta says ${typeof stated === 'string' ? shown(stated) : 'something else'}.`,
    );
  if (version !== statelessVersion || id === undefined) return version;
  for (const name of ['protocolVersion', 'clientCapabilities'])
    if (meta[metaKey(name)] === undefined) throw new RpcFault(invalidParams, `params._meta has no ${metaKey(name)}.`, 400);
  if (forMethod !== method) throw mismatch(`Mcp-Method must be ${JSON.stringify(shown(method))}.`);
  if (method === 'tools/call' && typeof params.name === 'string' && forName !== params.name && forName !== coded(params.name))
    throw mismatch(`Mcp-Name must be ${JSON.stringify(shown(params.name))}.`);
  return version;
}

/** As much of a text of the client as goes into a message. */
const shown = (text: string): string => text.slice(0, 100);

const mismatch = (message: string): RpcFault => new RpcFault(headerMismatch, `Header mismatch: ${message}`, 400);

/** A value in the encoding for header fields (Streamable HTTP, Value Encoding). */
const coded = (value: string): string =>
  `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(value.slice(0, 1_000))))}?=`;

type Method = (params: Message['params'], site: Site, sources: Sources) => object | Promise<object>;

const capabilities = { tools: {} };
const instructionsOf = ({ name }: Site): string =>
  `Answers from ${name}: search first, its passages often answer; else fetch the "url" of a result, which is the whole section, or its "markdown", which is the document.`;

/** Methods of all versions. */
const shared: Readonly<Record<string, Method>> = {
  'tools/list': ({ cursor }, site) => {
    if (cursor !== undefined) throw new RpcFault(invalidParams, 'Unknown cursor: all tools are in one list.', 200);
    return { tools: toolsOf(site) };
  },
  'tools/call': ({ name, arguments: args }, site, sources) => callTool(name, args, site, sources),
};
const withoutHandshake: Readonly<Record<string, Method>> = {
  ...shared,
  'tools/list': (params, site, sources) => ({ ...shared['tools/list']!(params, site, sources), ...cacheable }),
  'server/discover': (_, site) => ({
    supportedVersions: mcpVersions,
    capabilities,
    instructions: instructionsOf(site),
    ...cacheable,
  }),
};
const withHandshake: Readonly<Record<string, Method>> = {
  ...shared,
  // The version that the client asks for, else the newest: then it decides whether it speaks that.
  initialize: ({ protocolVersion: asked }, site) => ({
    protocolVersion: echoedVersions.find((version) => version === asked) ?? handshakeVersions[0],
    capabilities,
    serverInfo: mcpServerInfo(site),
    instructions: instructionsOf(site),
  }),
  ping: () => ({}),
};
const cacheable = { ttlMs: lifetime, cacheScope: 'public' };

function resultOf({ method, params }: Message, version: string, site: Site, sources: Sources): object | Promise<object> {
  const supported = version === statelessVersion ? withoutHandshake : withHandshake;
  if (!Object.hasOwn(supported, method))
    throw new RpcFault(methodNotFound, `Method not found: ${shown(method)}`, version === statelessVersion ? 404 : 200);
  return supported[method]!(params, site, sources);
}

/** A result in the format of the version without handshake. */
const complete = (result: object, site: Site): object => ({
  resultType: 'complete',
  ...result,
  _meta: { [metaKey('serverInfo')]: mcpServerInfo(site) },
});
