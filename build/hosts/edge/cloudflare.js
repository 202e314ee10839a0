/* The adapter for Workers and Pages. createHandler and site are declared above. What the proxy does beyond this: it counts requests (give createHandler a
   rateLimiter for that), sends what the build compressed, and answers other methods at images, styles and scripts. */

// The table is opened when the Worker starts: a request may take 10 ms on the free plan.
let files;
const handler = createHandler({ site, assets: (path, init, visitor) => files.fetch(new URL(path, visitor.url), init) });
export default {
  fetch(request, env) {
    files = env.ASSETS;
    return handler(request);
  },
};
