import type { Readable } from 'node:stream';
import { Generations } from '../../http/generations.ts';
import { OriginFailure } from '../failure.ts';
import type { OriginOptions, Redirect, RemoteAnswer } from '../origin.ts';
import { ageOf, secondsLeft } from './caching.ts';
import type { UpstreamResponse } from './client.ts';

/** The possible results of a request for the whole. */
type Found = RemoteAnswer | Redirect | undefined;

/**
 * Caches an answer if the host allows it and its body is short enough, and returns it as it is sent from now on.
 *
 * @param page the host's Cache-Control for the page of a twin
 */
export type Keep = (answer: RemoteAnswer, response: UpstreamResponse, page: string) => Promise<RemoteAnswer>;

/** A cached answer. Without answer: none may be cached for a while, so requests do not wait for each other. */
interface Entry {
  readonly answer: RemoteAnswer | undefined;
  readonly until: number;
  readonly size: number;
}

/** Default size of the cache in bytes. */
const roomByDefault = 67_108_864;
/** Size of an entry beside its body, in bytes: its head as text. */
const overhead = 4_096;
/** How long it is remembered that an answer may not be cached, in milliseconds. */
const refusalTime = 60_000;

export type AnswerCache = ReturnType<typeof createAnswerCache>;

/** A cache of a host's answers, bounded in bytes. Simultaneous requests for a missing answer share one request to the host. */
export function createAnswerCache({ maxMemory, memoryFileLimit, originCache, observers }: OriginOptions) {
  const most = maxMemory ?? roomByDefault;
  const longest = Math.min(memoryFileLimit, most / 2 - overhead);
  const entries = new Generations<string, Entry>(most, ({ size }) => size);
  let reading = 0;
  let questions = new Map<string, Promise<Found>>();

  /** A body as a whole; undefined, and unread, if it is too long. */
  async function read(body: Readable | Buffer, length = 0): Promise<Buffer | undefined> {
    if (Buffer.isBuffer(body)) return body.length > longest ? undefined : body;
    if (length > longest) return undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of body.iterator({ destroyOnReturn: false })) {
        chunks.push(chunk);
        size += chunk.length;
        reading += chunk.length;
        if (size <= longest && reading <= most / 2) continue;
        body.unshift(Buffer.concat(chunks));
        return undefined;
      }
      return Buffer.concat(chunks);
    } catch (cause) {
      throw new OriginFailure('badGateway', `a body broke off: ${(cause as Error).message}`, { cause });
    } finally {
      reading -= size;
    }
  }

  return {
    /** The entry for a key at a time, by `performance.now()`. */
    find(key: string, at: number): Entry | undefined {
      const entry = entries.get(key);
      if (entry === undefined || at >= entry.until) return undefined;
      if (entry.answer) for (const { reused } of observers) reused?.();
      return entry;
    },

    /** Asks once for all simultaneous requests; an answer that is not cached belongs to the first of them. */
    share(key: string, ask: (begun?: number, keep?: Keep) => Promise<Found>): Promise<Found> {
      const begun = questions.get(key);
      if (begun) return begun.then((found) => (found && 'age' in found ? found : ask(performance.now())));
      const asked = performance.now();
      const question = ask(undefined, async (answer, { headers, body }, page) => {
        const came = performance.now();
        const age = ageOf(headers, (came - asked) / 1000);
        const seconds = secondsLeft(headers, page, age, originCache);
        const bytes = seconds > 0 ? await read(body, answer.length) : undefined;
        const ageAt = (at: number): number => Math.floor(age + Math.max(0, at - came) / 1000);
        const kept = bytes && { ...answer, body: bytes, length: bytes.length, age: ageAt };
        const until = came + (kept ? seconds * 1000 : refusalTime);
        // Answers to requests from before the cache was emptied are not cached.
        if (questions.get(key) === question) entries.set(key, { answer: kept, until, size: overhead + (bytes?.length ?? 0) });
        return kept ?? answer;
      });
      questions.set(key, question);
      const end = (): void => {
        if (questions.get(key) === question) questions.delete(key);
      };
      question.then(end, end);
      return question;
    },

    clear(): void {
      entries.clear();
      questions = new Map();
    },
  };
}
