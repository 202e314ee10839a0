// Two answers from memory by node:http and nothing else, and the bytes of a third as 404: what this Node can do at most.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [dir, port] = process.argv.slice(2);
const read = (file) => (existsSync(`${dir}/${file}`) ? readFileSync(`${dir}/${file}`) : Buffer.alloc(0));
const page = { type: 'text/html; charset=utf-8', body: read('page-1.html') };
const markdown = { type: 'text/markdown; charset=utf-8', body: read('page-1.md') };
const problem = { type: 'application/problem+json', body: read('problem.json') };

createServer((req, res) => {
  if (req.url !== '/page-1') return send(res, 404, problem);
  if (req.headers['if-none-match'] === '"page"') return res.writeHead(304, { ETag: '"page"' }).end();
  send(res, 200, req.headers.accept === 'text/markdown' ? markdown : page);
}).listen(port, '127.0.0.1');

function send(res, status, { type, body }) {
  res.writeHead(status, { 'Content-Type': type, 'Content-Length': body.length, ETag: '"page"' });
  res.end(body);
}
