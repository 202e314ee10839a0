import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Fields = Record<string, { key: string; value: string }[]>;
interface Sent {
  readonly status: string;
  readonly headers: Fields;
  readonly body?: string | Buffer;
}

/** Fields that a Lambda@Edge function may not add, change or remove at an event; otherwise CloudFront answers 502. */
const readOnly = {
  request: [
    'accept-encoding',
    'content-length',
    'if-modified-since',
    'if-none-match',
    'if-range',
    'if-unmodified-since',
    'transfer-encoding',
    'via',
  ],
  response: ['transfer-encoding', 'via'],
};
const disallowed =
  /^(?:connection|expect|keep-alive|proxy-.*|trailer|upgrade|x-accel-.*|x-amz-cf-.*|x-cache.*|x-edge-.*|x-forwarded-proto|x-real-ip)$/;

/**
 * A simulated CloudFront distribution in front of a bucket, with the function at both events and without a cache, as AWS documents
 * it: values pass as JSON, each event has read-only fields, an answer generated at the origin request skips the origin response,
 * and a bucket answers 403 for missing objects.
 */
export async function cloudFrontHost(project: string, dist: string): Promise<Server> {
  const { handler } = await import(pathToFileURL(join(project, 'cloudfront/function/index.mjs')).href);
  const call = async (eventType: string, cf: object): Promise<any> => {
    const config = { distributionDomainName: 'd1.cloudfront.net', distributionId: 'D1', eventType, requestId: 'r1' };
    return JSON.parse(JSON.stringify(await handler(JSON.parse(JSON.stringify({ Records: [{ cf: { config, ...cf } }] })))));
  };
  const bucket = (method: string, uri: string, headers: Fields): Sent => {
    const file = join(dist, decodeURIComponent(uri));
    const there = existsSync(file) && statSync(file).isFile();
    if (!there) return { status: '403', headers: fieldsOf({ 'content-type': 'application/xml' }), body: Buffer.from('<Error/>') };
    const bytes = readFileSync(file);
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const of = (name: string): string | undefined => headers[name]?.[0]?.value;
    const own = {
      etag,
      'last-modified': 'Mon, 01 Jun 2026 00:00:00 GMT',
      'content-type': 'binary/octet-stream',
      server: 'AmazonS3',
    };
    if ((of('if-match') ?? etag) !== etag) return { status: '412', headers: {}, body: Buffer.from('<Error/>') };
    if (of('if-none-match') === etag) return { status: '304', headers: fieldsOf(own), body: Buffer.alloc(0) };
    const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(of('range') ?? '') ?? [];
    const isWhole = (first === '' && last === '') || (of('if-range') ?? etag) !== etag;
    const start = isWhole ? 0 : first === '' ? bytes.length - Number(last) : Number(first);
    const end = isWhole || first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
    const part = bytes.subarray(start, end + 1);
    const range = isWhole ? {} : { 'content-range': `bytes ${start}-${end}/${bytes.length}` };
    const fields = fieldsOf({ ...own, ...range, 'content-length': `${part.length}` });
    return { status: isWhole ? '200' : '206', headers: fields, body: method === 'HEAD' ? Buffer.alloc(0) : part };
  };

  const bad = (before: Fields, after: Fields, names: readonly string[]): string | undefined =>
    names.find((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])) ??
    Object.keys(after).find((name) => disallowed.test(name) || name !== name.toLowerCase());
  const refused = (why: string): Sent => ({ status: '502', headers: {}, body: `The function failed validation: ${why}` });

  async function answer(method: string, target: string, headers: Fields): Promise<Sent> {
    const [uri = '/', querystring = ''] = target.split(/\?(.*)/s);
    const request = { clientIp: '203.0.113.178', headers, method, origin: { s3: {} }, querystring, uri };
    const first = await call('origin-request', { request });
    if (first.status !== undefined) {
      const isBad =
        !/^[2-5]\d\d$/.test(first.status) || JSON.stringify(first).length > 1_000_000 || first.headers['content-length'];
      return isBad || (first.status === '204' && first.body) ? refused('what it made') : first;
    }
    const changed = bad(headers, first.headers, readOnly.request);
    if (changed) return refused(changed);
    const { body, ...response } = bucket(method, first.uri, first.headers);
    const second = await call('origin-response', { request: first, response: { ...response, statusDescription: 'OK' } });
    const worse = bad(response.headers, second.headers, readOnly.response);
    return worse ? refused(worse) : { ...second, body: second.body ?? body };
  }

  const server = createServer(async (req, res) => {
    const sent = Object.entries(req.headers).filter(([name]) => !disallowed.test(name) && name !== 'content-length');
    const fields = fieldsOf(Object.fromEntries(sent.map(([name, value]) => [name, String(value)])));
    const { status, headers, body = '' } = await answer(req.method!, req.url!, fields);
    const isBare = status === '204' || status === '304';
    const length = isBare || headers['content-length'] ? {} : fieldsOf({ 'content-length': `${Buffer.byteLength(body)}` });
    res.writeHead(Number(status), linesOf({ ...headers, ...length }).flat());
    res.end(req.method === 'HEAD' || isBare ? undefined : body);
  });
  // Node refuses non-ASCII paths; the front ends of platforms encode them.
  server.on('clientError', async (error: Error & { rawPacket?: Buffer }, socket) => {
    const [method = '', target = ''] = String(error.rawPacket).split(' ');
    const { status, headers, body } = await answer(method, encodeURI(target), {});
    const fields = [...linesOf(headers), ['connection', 'close']].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} -\r\n${fields}\r\n${body ?? ''}`);
  });
  return server;
}

const linesOf = (fields: Fields): string[][] =>
  Object.entries(fields).flatMap(([name, values]) => values.map(({ value }) => [name, value]));
const fieldsOf = (fields: Record<string, string>): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [{ key: name, value }]]));
