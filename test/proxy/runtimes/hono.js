import { readFile } from 'node:fs/promises';
import { createHandler } from 'diptych/edge';
import { Hono } from 'hono';

const [dir] = Bun.argv.slice(2);
const site = JSON.parse(await readFile(`${dir}/site.json`, 'utf8'));
const handler = createHandler({ site, assets: async (path) => new Response(await readFile(dir + decodeURIComponent(path))) });
const app = new Hono();
app.get('/own', (context) => context.json({ own: true }));
app.all('*', (context) => handler(context.req.raw));
console.log(`listening on ${Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch }).port}`);
