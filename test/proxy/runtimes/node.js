import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { createHandler } from 'diptych/edge';

const [dir] = process.argv.slice(2);
const site = JSON.parse(await readFile(`${dir}/site.json`, 'utf8'));
const handler = createHandler({ site, assets: async (path) => new Response(await openAsBlob(dir + decodeURIComponent(path))) });
const server = createServer(async (req, res) => {
  const request = new Request(`http://${req.headers.host}${req.url}`, { method: req.method, headers: req.headers });
  const { status, headers, body } = await handler(request);
  res.writeHead(status, Object.fromEntries(headers));
  if (body) Readable.fromWeb(body).pipe(res);
  else res.end();
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
