import { setTimeout as pause } from 'node:timers/promises';
import { readSiteFacts, type SiteOverrides } from '#contract/site-facts';
import { UserError } from '#contract/std/errors';
import type { Log } from '../observe/log.ts';
import { createSiteBuild, type FoundFiles, isSame, readAll, type SiteBuild } from './build.ts';
import { OriginFailure } from './failure.ts';
import type { Origin, Site } from './origin.ts';
import { createTable } from './table.ts';

/** Where builds are found. */
interface BuildSource {
  /** Milliseconds between two looks; undefined: only when asked. */
  readonly interval: number | undefined;
  /** Whether all files are read before a new build is served, because their disk may lose them. */
  readonly readsAhead: boolean;
  /** Most bytes in memory. */
  readonly memoryLimit: number;
  /**
   * What is there now; undefined if it is the current build, or not settled yet.
   *
   * @param isThorough whether to look at every file, also if nothing seems to have changed
   * @throws {UserError} if there is nothing that could be served, now or later
   */
  look(current: SiteBuild | undefined, isThorough: boolean): Promise<FoundFiles | undefined>;
  /** What to say if there is no build at the start. */
  startErrorOf?(error: unknown): Promise<UserError>;
  readonly pass?: Origin['pass'];
}

/** A large folder is looked at less often: looking takes at most this share of the time. */
const lookShare = 0.2;
/** Delay before the rest of the first build is read, so that first requests are fast, in milliseconds. */
const firstAnswers = 200;

/**
 * An origin that looks now and then, takes a new build whole, and else keeps the old one.
 *
 * @param overrides facts that replace the facts of the site
 */
export function createPolled(source: BuildSource, overrides: SiteOverrides, log: Log): Origin & { look(): void } {
  const { interval, readsAhead, memoryLimit, startErrorOf, pass } = source;
  const listeners: (() => void)[] = [];
  const unread: Site = createTable(readSiteFacts(undefined, overrides), new Map(), () => undefined as never, new Map()).site;
  let current: SiteBuild | undefined;
  /** Why the newest build is not served. */
  let problem: Error | undefined;
  let looking: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  /** How long the last look took, in milliseconds. */
  let lookTime = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const ready = look(true).then(() => {
    if (current === undefined && problem instanceof UserError) throw problem;
  });

  /** One look at a time. If one is under way, a thorough one follows it, so that it sees what is there now. */
  function look(isThorough: boolean): Promise<void> {
    if (looking === undefined) {
      looking = lookOnce(isThorough).finally(() => {
        looking = undefined;
      });
      return looking;
    }
    following ??= looking.then(() => {
      following = undefined;
      return look(true);
    });
    return following;
  }

  /** Looks, and takes a new build or says once why not. Never rejects. */
  async function lookOnce(isThorough: boolean): Promise<void> {
    if (closed) return;
    clearTimeout(timer);
    try {
      await takeNew(isThorough || problem !== undefined);
    } catch (error) {
      note(current === undefined && startErrorOf ? await startErrorOf(error) : (error as Error));
    }
    if (closed || interval === undefined) return;
    timer = setTimeout(() => void look(false), Math.max(interval, lookTime / lookShare)).unref();
  }

  async function takeNew(isThorough: boolean): Promise<void> {
    const begun = performance.now();
    const found = await source.look(current, isThorough);
    lookTime = performance.now() - begun;
    if (found === undefined || (current && isSame(current, found))) {
      if (problem !== undefined) log.info('what is served is there again');
      problem = undefined;
      return;
    }
    const isFirst = current === undefined;
    if (found.lacks !== undefined && !isFirst) throw new Error(found.lacks);
    if (found.lacks !== undefined) log.warn(found.lacks);
    const next = await createSiteBuild(found, memoryLimit, overrides, current);
    if (readsAhead && !isFirst) await readAll(next, () => closed);
    if (closed) return;
    const { build } = next.inventory ?? {};
    if (!isFirst && (build === undefined || build !== current?.inventory?.build))
      log.info('a new build is live', { build: build ?? 'without manifest', pages: next.table.pages });
    current = next;
    problem = undefined;
    for (const listener of listeners) listener();
    if (readsAhead && isFirst) void readRest(next).catch(() => {});
  }

  async function readRest(build: SiteBuild): Promise<void> {
    await pause(firstAnswers, undefined, { ref: false });
    await readAll(build, () => closed || current !== build);
  }

  /** Says each problem once; the first one of all is for whoever waits for `ready`. */
  function note(error: Error): void {
    const isForStart = current === undefined && error instanceof UserError;
    const what = current === undefined ? 'nothing is served' : 'the new build is not served, the previous one stays';
    if (!isForStart && !closed && problem?.message !== error.message) log.error(`${what}: ${error.message}`);
    problem = error;
  }

  return {
    get site() {
      return current?.table.site ?? unread;
    },
    get build() {
      return current?.inventory?.build;
    },
    get status() {
      return problem === undefined && current !== undefined ? 'ok' : 'degraded';
    },
    ready,
    ...(pass && { pass }),
    find(path) {
      if (current !== undefined) return current.table.find(path);
      if (problem instanceof OriginFailure) throw problem;
      throw new OriginFailure('unavailable', `nothing can be served: ${problem?.message}`, {
        detail: 'The site cannot be read.',
        retryAfter: '1',
      });
    },
    onChange: (listener) => void listeners.push(listener),
    reload: () => look(true),
    look() {
      // While a build is known to be broken, requests cause no further looks.
      if (problem === undefined) void look(true);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
