import { createHandler } from 'diptych/edge';

const [dir] = Deno.args;
const site = JSON.parse(await Deno.readTextFile(`${dir}/site.json`));
const handler = createHandler({
  site,
  assets: async (path) => new Response((await Deno.open(dir + decodeURIComponent(path))).readable),
});
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: ({ port }) => console.log(`listening on ${port}`) }, handler);
