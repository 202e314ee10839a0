/** Methods that the service knows: 405 if they do not apply to a resource; any other method is a 501 (RFC 9110 §15.6.2). */
export const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** What the service supports as a whole: the answer to `OPTIONS *`. */
export const serverMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** What a published resource supports. */
export const readMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Longest request target in octets (RFC 9112 §3 asks for at least 8000). */
export const targetLimit = 8192;
