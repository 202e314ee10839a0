import { decodeHtml } from '../../page/parse-html.ts';
import type { Served } from './served.ts';

/** Asks one site over HTTP: never another origin, never a redirect, never more bytes or seconds than allowed. */
export interface SiteClient {
  /** The answer to a request; status 0 and the reason as its body where there is none. */
  ask(path: string, accept: string, method?: 'GET' | 'HEAD'): Promise<Served>;
}

/** Milliseconds for one answer, and bytes that are read of it. */
const limits = { time: 15_000, bytes: 64 * 1024 * 1024 };

export function createSiteClient(origin: string, fetch: typeof globalThis.fetch): SiteClient {
  return {
    async ask(path, accept, method = 'GET') {
      try {
        const answer = await fetch(origin + path, {
          method,
          headers: { accept },
          redirect: 'manual',
          signal: AbortSignal.timeout(limits.time),
        });
        return { path, accept, status: answer.status, headers: new Map(answer.headers), body: await bodyOf(answer) };
      } catch (error) {
        const { message, cause } = error as Error;
        return { path, accept, status: 0, headers: new Map(), body: cause instanceof Error ? cause.message || message : message };
      }
    },
  };
}

async function bodyOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > limits.bytes) throw new Error(`more than ${limits.bytes} bytes`);
    parts.push(part);
  }
  return decodeHtml(Buffer.concat(parts));
}
