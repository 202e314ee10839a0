import { type Health, routeAnswer } from '../../answers/routes.ts';
import type { Answer } from '../../answers/value.ts';
import type { RequestFacts } from '../../http/request.ts';
import type { Site } from '../../origin/origin.ts';
import { searchAnswer } from '../answer.ts';
import { findSections } from '../find-pages.ts';
import { type McpServer, mcpAnswer } from './answer.ts';

/**
 * The answers that are made, not read: health, stubs, search, MCP. Undefined at all other paths.
 *
 * @param serverOf called only for search and MCP
 */
export function madeAnswer(
  request: RequestFacts,
  site: Site,
  status: Health,
  serverOf: () => Omit<McpServer, 'search'>,
): Answer | Promise<Answer> | undefined {
  const search = (question: string) => findSections(site, question, serverOf().read);
  return (
    routeAnswer(request, site, status) ??
    searchAnswer(request, site, search) ??
    mcpAnswer(request, site, () => ({ ...serverOf(), search }))
  );
}
