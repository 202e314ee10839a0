/* The adapter. createHandler, site and files are declared above. What the proxy does beyond this: it counts requests (give createHandler a
   rateLimiter for that), sends what the build compressed, and answers other methods at images, styles and scripts. */

const handler = createHandler({
  site,
  // With the cookies of the visitor, because a protected deployment asks its own functions for them, too.
  assets(path, init, visitor) {
    const cookie = visitor.headers.get('cookie');
    const headers = cookie === null ? init.headers : { ...init.headers, cookie };
    return fetch(new URL(files + path, visitor.url), { ...init, headers });
  },
});
export default { fetch: (request) => handler(request) };
