import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { ProxySettingValues } from '../../../build/contract/proxy-settings.ts';

/** Limits of one body of the host, in milliseconds and bytes. */
type BodyLimits = Pick<ProxySettingValues, 'originIdleTimeout' | 'originTimeout' | 'originMaxBody'>;

/** Checks of the body in one idle time. */
const LOOKS = 4;

/**
 * Breaks off a body, with its connection, if the host stalls, never ends, or exceeds the limit. Time spent waiting for the reader
 * does not count: the server handles slow clients.
 */
export function guardBody(body: IncomingMessage, limits: BodyLimits): Readable {
  watch(body, limits);
  const { originMaxBody } = limits;
  return originMaxBody === null ? body : atMost(originMaxBody, body);
}

function watch(body: IncomingMessage, { originIdleTimeout, originTimeout }: BodyLimits): void {
  const { socket } = body;
  const period = Math.max(1, originIdleTimeout / LOOKS);
  let seen = socket.bytesRead;
  let idle = 0;
  let waited = 0;

  const timer = setInterval(() => {
    const read = socket.bytesRead;
    const waitsForReader = body.readableLength > 0;
    idle = read === seen && !waitsForReader ? idle + 1 : 0;
    if (!waitsForReader) waited += period;
    seen = read;
    if (body.complete) clearInterval(timer);
    else if (idle >= LOOKS) cut(`silent for ${originIdleTimeout} ms`);
    else if (waited >= originTimeout) cut(`not whole in ${originTimeout} ms`);
  }, period);
  body.once('close', () => clearInterval(timer));

  function cut(reason: string): void {
    clearInterval(timer);
    body.destroy(new Error(`The origin's body was cut: ${reason}.`));
  }
}

function atMost(limit: number, body: Readable): Readable {
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit) done(new Error(`The origin's body was cut: more than ${limit} bytes.`));
      else done(null, chunk);
    },
  });
  // Each end destroys the other; the reader of the counter gets the error.
  pipeline(body, counter, () => {});
  return counter;
}
