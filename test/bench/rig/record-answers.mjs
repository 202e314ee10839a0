// Records answers of the proxy, so that the bare server can send the same bytes.
import { writeFileSync } from 'node:fs';
import { ask } from './server.mjs';

/** Fields that Node adds by itself. */
const added = new Set(['date', 'connection', 'keep-alive']);

/** Requests a page, its Markdown, a 304 and a 404, and writes the answers to a file for `peers/bare-node-http.mjs`. */
export async function recordAnswers(server, file) {
  const page = await ask(server, '/page-1');
  const rest = [
    ask(server, '/page-1', { Accept: 'text/markdown' }),
    ask(server, '/page-1', { 'If-None-Match': page.headers.etag }),
    ask(server, '/not-there'),
  ];
  const recorded = [page, ...(await Promise.all(rest))].map(({ status, headers, body }) => ({
    status,
    fields: Object.entries(headers)
      .filter(([name]) => !added.has(name))
      .flat(),
    ...(body.length > 0 && { body: body.toString('base64') }),
  }));
  writeFileSync(file, JSON.stringify(recorded));
}
