import { createServer } from 'node:http';
import sirv from 'sirv';
const [dir, port] = process.argv.slice(2);
const serve = sirv(dir, { etag: true, brotli: true, gzip: true, dotfiles: true });
createServer((req, res) =>
  serve(req, res, () => {
    res.statusCode = 404;
    res.end();
  }),
).listen(port, '127.0.0.1');
