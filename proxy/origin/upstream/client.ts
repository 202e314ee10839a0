import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import type { ProxySettingValues } from '../../../build/contract/proxy-settings.ts';
import { UserError } from '../../../build/contract/std/errors.ts';
import { parseUrl } from '../../../build/contract/std/parse-url.ts';
import { OriginFailure } from '../failure.ts';
import { guardBody } from './body.ts';

type UpstreamLimits = Pick<ProxySettingValues, 'originHeaderTimeout' | 'originIdleTimeout' | 'originTimeout' | 'originMaxBody'>;

/** A final answer of the host with a valid head. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The whole body, if it came with the head; else to be read or destroyed: an error in it means that it is incomplete. */
  readonly body: Readable | Buffer;
}

/** HTTP/1.1 to one host, over persistent connections. */
export interface UpstreamClient {
  /**
   * @param path percent-encoded, below the folder of the site at the host
   * @param begun start of the whole request, by `performance.now()`: one deadline applies to all its parts
   * @throws {OriginFailure} badGateway or gatewayTimeout
   */
  ask(method: 'GET' | 'HEAD', path: string, begun: number, headers?: Readonly<Record<string, string>>): Promise<UpstreamResponse>;
  /** Scheme, host and port. */
  readonly base: URL;
  /** Folder of the site at the host, without trailing slash: usually empty. */
  readonly folder: string;
  /** Whether a request came from this proxy: the origin leads back to it. */
  isLoop(headers: http.IncomingHttpHeaders): boolean;
  close(): void;
}

/** Most interim answers before the final one; more are a flood (RFC 9110 §15.2 sets no bound). */
const MAX_INTERIM = 1_000;
/** Longest head of the host in octets. */
const MAX_HEAD = 65_536;

/**
 * Makes the client. No request influences where it connects.
 *
 * @throws {UserError} one line, if the URL is not one of a static host
 */
export function createUpstreamClient(origin: string, limits: UpstreamLimits): UpstreamClient {
  const base = readOrigin(origin);
  const secure = base.protocol === 'https:';
  const transport = secure ? https : http;
  const agent = new transport.Agent({ keepAlive: true, maxFreeSockets: 256 });
  const folder = base.pathname.replace(/\/+$/, '');
  const id = `diptych-${randomBytes(6).toString('hex')}`;
  // CDN-Loop (RFC 8586), not Via, with which nginx does not compress.
  const fixed = ['Host', base.host, 'Accept', '*/*', 'User-Agent', 'diptych-proxy', 'CDN-Loop', id];
  const target = {
    host: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port === '' ? (secure ? 443 : 80) : Number(base.port),
    maxHeaderSize: MAX_HEAD,
    insecureHTTPParser: false,
    setHost: false,
  };

  return {
    async ask(method, path, begun, headers = {}) {
      const send = (onFreshSocket: boolean): http.ClientRequest =>
        transport.request({
          ...target,
          agent: onFreshSocket ? false : agent,
          method,
          path: folder + path,
          headers: [...fixed, ...Object.entries(headers).flat()],
        });
      let sent = send(false);
      let late: string | undefined;
      const deadline = setTimeout(
        () => {
          late = `no answer in ${limits.originHeaderTimeout} ms`;
          sent.destroy(new Error(late));
        },
        begun + limits.originHeaderTimeout - performance.now(),
      );
      try {
        const response = await beginningOf(sent).catch((error) => {
          if (!(error instanceof LostSocket) || late !== undefined) throw error;
          sent = send(true);
          return beginningOf(sent);
        });
        const fault = faultOf(response, limits.originMaxBody);
        if (fault !== undefined) throw new Error(fault);
        const body = response.complete ? wholeOf(response) : guardBody(response, limits);
        return { status: response.statusCode!, headers: response.headers, body };
      } catch (cause) {
        sent.destroy();
        const { code, message } = cause as NodeJS.ErrnoException;
        throw new OriginFailure(late ? 'gatewayTimeout' : 'badGateway', `${path}: ${late ?? code ?? message}`, { cause });
      } finally {
        clearTimeout(deadline);
      }
    },
    base,
    folder,
    isLoop: (headers) => headers['cdn-loop']?.includes(id) ?? false,
    close: () => agent.destroy(),
  };
}

/** A reused connection was closed at the same moment, or holds surplus bytes of an earlier answer. */
class LostSocket extends Error {}

/**
 * The final answer to a request once its first byte has arrived, or its end: until then a 502 can still be sent.
 *
 * @throws {LostSocket} (rejects with it) if a reused connection gave no answer
 */
function beginningOf(sent: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    let interim = 0;
    let answer: http.IncomingMessage | undefined;
    sent.on('information', () => {
      if (++interim > MAX_INTERIM) reject(new Error(`more than ${MAX_INTERIM} interim answers`));
    });
    // Nothing is upgraded, ever: the bytes after a 101 are not HTTP (CVE-2026-44578).
    sent.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('the host switched protocols unasked'));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // Bytes after a complete answer break the connection, not the answer.
      if (answer?.complete) return;
      reject(sent.reusedSocket && !answer ? new LostSocket(error.code ?? error.message) : error);
    });
    sent.on('response', (response) => {
      answer = response;
      // A body that breaks later reports to its reader; without a reader the error must not end the process.
      response.on('error', () => {});
      response.once('readable', () => resolve(response));
      response.once('close', () => (response.complete ? resolve(response) : reject(new Error('closed before the body'))));
    });
    sent.end();
  });
}

/** The bytes of a complete answer. Reading to its end releases the connection. */
function wholeOf(response: http.IncomingMessage): Buffer {
  const bytes = (response.read() as Buffer | null) ?? Buffer.alloc(0);
  response.resume();
  return bytes;
}

/** The fault in the head of a final answer that the parser accepted. */
function faultOf(response: http.IncomingMessage, maxBody: number | null): string | undefined {
  if ((response.headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') return 'an unknown transfer coding';
  if (maxBody !== null && Number(response.headers['content-length']) > maxBody) return `a body of more than ${maxBody} bytes`;
  return undefined;
}

function readOrigin(origin: string): URL {
  const url = parseUrl(origin);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new UserError(
      `option origin: found ${JSON.stringify(origin)}, expected the http(s) URL of a static host, without query or password, like "https://static.example"`,
    );
  return url;
}
