// The stack that one would write by hand: rate limit, compression, negotiation, static files.
import compression from 'compression';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import Negotiator from 'negotiator';
const [dir, port] = process.argv.slice(2);
const app = express();
app.use(rateLimit({ windowMs: 60_000, limit: 1e9, standardHeaders: 'draft-6', legacyHeaders: false }));
app.use(compression());
app.use((req, res, next) => {
  res.vary('Accept');
  if (/^\/[^.]*$/.test(req.path) && new Negotiator(req).mediaType(['text/html', 'text/markdown']) === 'text/markdown')
    req.url = `${req.path === '/' ? '/index' : req.path}.md`;
  next();
});
app.use(express.static(dir, { extensions: ['html'] }));
app.listen(port, '127.0.0.1');
