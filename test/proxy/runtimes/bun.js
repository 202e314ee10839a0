import { createHandler } from 'diptych/edge';

const [dir] = Bun.argv.slice(2);
const site = await Bun.file(`${dir}/site.json`).json();
const handler = createHandler({ site, assets: (path) => new Response(Bun.file(dir + decodeURIComponent(path))) });
console.log(`listening on ${Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handler }).port}`);
