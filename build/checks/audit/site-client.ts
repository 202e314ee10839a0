import { decodeHtml } from '../../page/parse-html.ts';
import type { SiteClient } from './found-site.ts';

/** Milliseconds and bytes of one answer. */
const limits = { time: 15_000, bytes: 64 * 1024 * 1024 };

/** Concurrent requests. */
export const atOnce = 4;

/** Sends requests to one origin: without following redirects, few at once, with limits on bytes and time. */
export function createSiteClient(origin: string, fetch: typeof globalThis.fetch): SiteClient {
  let open = 0;
  const waiting: (() => void)[] = [];
  return {
    async ask(path, accept, method = 'GET') {
      while (open === atOnce) await new Promise<void>((done) => waiting.push(done));
      open++;
      try {
        const answer = await fetch(origin + path, {
          method,
          headers: { accept },
          redirect: 'manual',
          signal: AbortSignal.timeout(limits.time),
        });
        return { path, accept, status: answer.status, headers: new Map(answer.headers), body: decodeHtml(await bodyOf(answer)) };
      } catch (error) {
        const { message, cause } = error as Error;
        return { path, accept, status: 0, headers: new Map(), body: cause instanceof Error ? cause.message || message : message };
      } finally {
        open--;
        waiting.shift()?.();
      }
    },
  };
}

async function bodyOf(answer: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > limits.bytes) throw new Error(`more than ${limits.bytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
