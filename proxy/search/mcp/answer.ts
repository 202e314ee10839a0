import type { ProblemId } from '#contract/problem-types';
import { fieldsOf, noPlaces } from '#contract/role-fields';
import { methodsOf, surfaces } from '#contract/surfaces';
import { methodAnswer } from '../../answers/methods.ts';
import { problemAnswer } from '../../answers/problem.ts';
import type { Answer } from '../../answers/value.ts';
import type { RequestFacts } from '../../http/request.ts';
import type { Site } from '../../origin/origin.ts';
import { invalidRequest, type Reply, refusal, replyTo } from './messages.ts';
import type { Sources } from './tools.ts';

const surface = 'mcp';
const { path, mediaType } = surfaces[surface];

/** Most bytes of a message: one to these tools has some hundred. */
const limit = 64 * 1024;

/** What the server provides. */
export interface McpServer extends Sources {
  /** Reads the content of the request, or returns the problem to answer with: it is too large or broken. */
  readBody(limit: number): Promise<Uint8Array | ProblemId>;
  /** Whether the Origin of a request is this server. */
  isOwnOrigin(origin: string): boolean;
}

/**
 * The answer at the path of the MCP server (Streamable HTTP without sessions and streams); undefined at other paths, and if
 * it is not switched on.
 *
 * @param serverOf called only at that path
 */
export function mcpAnswer(request: RequestFacts, site: Site, serverOf: () => McpServer): Answer | Promise<Answer> | undefined {
  if (request.target !== path || !site.mcp) return undefined;
  const refused = methodAnswer(request, site, methodsOf(path));
  if (refused) return { ...refused, surface };
  const server = serverOf();
  const { origin, 'content-type': type = '' } = request.headers;
  // Another site can make its own name resolve to this machine (DNS rebinding); it cannot change Origin.
  if (origin !== undefined && !server.isOwnOrigin(origin))
    return messageAnswer(site, refusal(403, invalidRequest, 'Origin names another site.'));
  if (!/^application\/json[\t ]*(?:;|$)/i.test(type))
    return messageAnswer(site, refusal(415, invalidRequest, 'Content-Type must be application/json.'));
  return answerTo(request, site, server);
}

async function answerTo(request: RequestFacts, site: Site, server: McpServer): Promise<Answer> {
  const body = await server.readBody(limit);
  if (typeof body === 'string') {
    const hint = body === 'contentTooLarge' ? `Send a message of at most ${limit} bytes.` : undefined;
    return problemAnswer(request, site, body, { hint, surface });
  }
  return messageAnswer(site, await replyTo(body, request.headers, site, server));
}

function messageAnswer(site: Site, { status, message, cause }: Reply): Answer {
  return {
    status,
    fields: [...(message ? [['Content-Type', mediaType] as const] : []), ...fieldsOf(site, 'options', noPlaces)],
    content: message ? JSON.stringify(message) : '',
    variant: status >= 400 ? 'problem' : 'document',
    surface,
    cause,
  };
}
