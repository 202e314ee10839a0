import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { runInNjs } from './run-function.ts';

/**
 * A distribution of CloudFront before a bucket: the two functions in njs, the metadata of the objects, the error pages. The response
 * function is not called for an error of the origin, as there.
 */
export function cloudFrontHost(project: string, dist: string): Server {
  const read = (file: string): string => readFileSync(join(project, 'cloudfront', file), 'utf8');
  const functionOf =
    (text: string) =>
    (event: object): any =>
      runInNjs(text, [event])[0];
  const onRequest = functionOf(read('viewer-request.js'));
  const onResponse = functionOf(read('viewer-response.js'));
  const { objects, CustomErrorResponses } = JSON.parse(read('objects.json'));
  const metadata = new Map<string, Record<string, string>>(objects.map(({ file, ...fields }: any) => [file, fields]));

  return createServer((req, res) => {
    const [uri = '/', search = ''] = req.url!.split('?');
    const querystring: Record<string, { value: string }> = {};
    for (const pair of search.split('&').filter(Boolean)) querystring[pair.split('=')[0]!] = { value: pair.split('=')[1] ?? '' };
    const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, { value: String(value) }]));
    const asked = onRequest({ request: { method: req.method, uri, querystring, headers } });
    const send = (status: number, fields: Record<string, { value: string }>, body: string | Buffer): void => {
      res.writeHead(status, {
        ...Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
        ...(status === 204 || status === 304 ? {} : { 'content-length': Buffer.byteLength(body) }),
      });
      res.end(req.method === 'HEAD' || status === 304 ? undefined : body);
    };
    if (asked.statusCode !== undefined) return send(asked.statusCode, asked.headers, asked.body?.data ?? '');
    const file = decodeURIComponent(asked.uri.slice(1));
    const fields = metadata.get(file);
    if (fields === undefined || !existsSync(join(dist, file)) || !statSync(join(dist, file)).isFile()) {
      const page = CustomErrorResponses[0].ResponsePagePath.slice(1);
      const { 'Content-Type': type, 'Cache-Control': caching } = metadata.get(page)!;
      return send(
        404,
        { 'content-type': { value: type! }, 'cache-control': { value: caching! } },
        readFileSync(join(dist, page)),
      );
    }
    const bytes = readFileSync(join(dist, file));
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const stored = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), { value }]));
    const statusCode = req.headers['if-none-match'] === etag ? 304 : 200;
    const response = { statusCode, headers: { ...stored, etag: { value: etag } } };
    send(statusCode, onResponse({ request: asked, response }).headers, bytes);
  });
}
