// A simulated platform with an edge function, with the routing of Netlify or Vercel: excluded paths are files, others go to the
// function. For Node and Deno: `edge-host.js netlify|vercel PROJECT`. Files get the fields of the platform's configuration.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const [kind, project] = process.argv.slice(2);
const functions = { netlify: 'netlify/edge-functions/diptych.js', vercel: '.vercel/output/functions/diptych.func/index.mjs' };
const { default: edge, config } = await import(pathToFileURL(join(project, functions[kind])).href);

async function file(folder, path, fields) {
  const bytes = await Promise.resolve()
    .then(() => readFile(join(project, folder, decodeURIComponent(path))))
    .catch(() => undefined);
  return bytes && new Response(new Uint8Array(bytes), { headers: { ...fields, 'Content-Length': `${bytes.length}` } });
}

const hosts = {
  async netlify(request, path) {
    const toml = await readFile(join(project, 'netlify.toml'), 'utf8');
    const [, from, to] = /from = "([^"]*)\*"\nto = "([^"]*):splat"/.exec(toml);
    if (path.startsWith(from)) return (await file('dist', to + path.slice(from.length))) ?? new Response(null, { status: 404 });
    const fields = [...toml.split('for = "/*"\n[headers.values]')[1].matchAll(/^([\w-]+) = (".*")$/gm)];
    const isExcluded = config.excludedPath.some(
      (pattern) => path.endsWith(pattern.replace(/^.*\*/, '')) && !pattern.endsWith('*'),
    );
    // Other code of the owner on the platform: a function, a form, a rewrite.
    const next = () => new Response('own', { status: path.startsWith('/own/') ? 200 : 404 });
    if (!isExcluded) return edge(request, { next });
    const type = path.endsWith('.css') ? 'text/css; charset=utf-8' : 'application/octet-stream';
    const named = Object.fromEntries(fields.map(([, name, value]) => [name, JSON.parse(value)]));
    return (await file('dist', path, { ...named, 'Content-Type': type })) ?? new Response(null, { status: 404 });
  },
  async vercel(request, path) {
    const { routes } = JSON.parse(await readFile(join(project, '.vercel/output/config.json'), 'utf8'));
    const fields = routes.filter(({ src, headers }) => headers && new RegExp(src).test(path)).map(({ headers }) => headers);
    return (await file('.vercel/output/static', path, Object.assign({}, ...fields))) ?? edge.fetch(request);
  },
};

const answer = (request) => hosts[kind](request, new URL(request.url).pathname);
const server = createServer(async (req, res) => {
  const headers = Object.entries(req.headers).map(([name, value]) => [name, String(value)]);
  const response = await answer(new Request(`http://${req.headers.host}${req.url}`, { method: req.method, headers }));
  res.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body && req.method !== 'HEAD') Readable.fromWeb(response.body).pipe(res);
  else res.end();
});
// Node refuses non-ASCII paths; the front ends of platforms encode them.
server.on('clientError', async ({ rawPacket }, socket) => {
  const [method, target] = String(rawPacket).split(' ');
  const { status, headers, body } = await answer(new Request(`http://localhost${target}`, { method }));
  const fields = [...headers, ['connection', 'close']].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} -\r\n${fields}\r\n${body ? await new Response(body).text() : ''}`);
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
