/* The adapter. createHandler, site, files and excludedPath are declared above. What the proxy does beyond this: it counts requests (give createHandler a
   rateLimiter for that), sends what the build compressed, and answers other methods at images, styles and scripts. */

// A redirect is not followed here: below the path of the files it leads to a file, beside it to this function again.
const handler = createHandler({ site, assets: (path, init, visitor) => fetch(new URL(files + path, visitor.url), init) });
// What the site does not publish is left to the host: its redirects and rewrites, functions, forms.
export default async (request, context) => {
  const answer = await handler(request);
  // The policy that came with the page, which may be that of _headers, stays in force (RFC 9111 §4.3.4).
  if (answer.status === 304) answer.headers.delete('Content-Security-Policy');
  if (answer.status !== 404 && answer.status !== 405) return answer;
  const own = await context.next();
  return own.status === 404 || own.status === 405 ? answer : own;
};
export const config = { path: '/*', excludedPath };
