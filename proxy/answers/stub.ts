import { twinUrlOf } from '../../build/contract/permalinks.ts';
import { contractPages } from '../../build/contract/surfaces.ts';
import type { Exchange } from '../exchange.ts';
import { link } from './links.ts';
import { sendProblem } from './problem.ts';

/**
 * 501 for an endpoint that is documented and not live. The body is not read: it may hold tokens, and an OAuth error
 * code would make agents poll or register for ever (standards.md §5.7).
 */
export function sendStub(exchange: Exchange): void {
  const instructions = twinUrlOf(contractPages.agentInstructions);
  sendProblem(exchange, 'notImplemented', {
    detail: 'Agent registration is not live: nothing is issued. Public content needs no credential.',
    hint: exchange.site.has(instructions) ? `Read ${exchange.site.url}${instructions}` : undefined,
    links: exchange.site.has(instructions) ? [link(exchange.site.url + instructions, 'help', 'text/markdown')] : [],
  });
}
