// Sends recorded answers (`rig/record-answers.mjs`) with node:http alone: the upper limit of this Node.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file, port] = process.argv.slice(2);
const [page, markdown, unchanged, absent] = JSON.parse(readFileSync(file, 'utf8')).map(({ status, fields, body }) => ({
  status,
  fields,
  body: body && Buffer.from(body, 'base64'),
}));

createServer((req, res) => {
  const { headers } = req;
  const { status, fields, body } =
    req.url !== '/page-1' ? absent : headers['if-none-match'] ? unchanged : headers.accept === 'text/markdown' ? markdown : page;
  res.writeHead(status, fields);
  res.end(body);
}).listen(port, '127.0.0.1');
