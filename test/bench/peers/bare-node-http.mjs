// One page from memory by node:http and nothing else: what this Node can do at most.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
const [dir, port] = process.argv.slice(2);
const body = readFileSync(`${dir}/page-1.html`);
createServer((_req, res) => {
  res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length, ETag: '"page"' });
  res.end(body);
}).listen(port, '127.0.0.1');
