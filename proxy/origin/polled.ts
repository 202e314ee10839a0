import { setTimeout as pause } from 'node:timers/promises';
import { manifestFile } from '#contract/manifest';
import { readSiteFacts, type SiteOverrides } from '#contract/site-facts';
import { UserError } from '#contract/std/errors';
import type { Log } from '../observe/log.ts';
import { differencesOf, listed, readAll, type SiteBuild } from './build.ts';
import { OriginFailure } from './failure.ts';
import type { Origin, Site } from './origin.ts';
import { createTable } from './table.ts';

/** Where builds are found. */
export interface BuildSource {
  /** Milliseconds between two looks; undefined: only when asked. */
  readonly interval: number | undefined;
  /** Whether all files are read before a new build is served, because their disk may lose them. */
  readonly readsAhead: boolean;
  /**
   * The build that is there now; undefined if it is the current one, or not settled yet.
   *
   * @param isThorough whether to look at every file, also if nothing seems to have changed
   * @throws {UserError} if there is nothing that could be served, now or later
   */
  look(current: SiteBuild | undefined, isThorough: boolean): Promise<SiteBuild | undefined>;
  readonly pass?: Origin['pass'];
}

/** A swap is two renames, and a copy takes time: a broken build may be whole after these milliseconds. */
const secondLook = 300;
/** Delay before the rest of the first build is read, in milliseconds. */
const firstAnswers = 200;
/** Largest share of time for looking: a large folder is looked at less often, but at least so often, in milliseconds. */
const lookShare = 0.2;
const longestInterval = 10_000;

/**
 * An origin that looks now and then, takes a new build whole, and else keeps the old one.
 *
 * @param overrides facts that replace the facts of the site
 */
export function createPolled(source: BuildSource, overrides: SiteOverrides, log: Log): Origin & { look(): void } {
  const listeners: (() => void)[] = [];
  const unread: Site = createTable(readSiteFacts(undefined, overrides), new Map(), () => undefined as never, new Map()).site;
  let current: SiteBuild | undefined;
  /** Why not all of the newest build is served. */
  let problem: Error | undefined;
  let saidDifferences = '';
  let looking: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  let lookTime = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const looked = look(true);
  let firstLook: Promise<void> | undefined = looked.then(() => {
    firstLook = undefined;
  });
  const ready = looked.then(() => {
    if (current === undefined && problem instanceof UserError) throw problem;
  });

  /** One look at a time. A thorough one begins after the call, so that it sees what was there then. */
  function look(isThorough: boolean): Promise<void> {
    if (looking !== undefined && isThorough)
      following ??= looking.then(() => {
        following = undefined;
        return closed ? undefined : look(true);
      });
    if (following !== undefined) return following;
    looking ??= lookOnce(isThorough).finally(() => {
      looking = undefined;
    });
    return looking;
  }

  /** Looks, and takes a new build or says once why not. Never rejects. */
  async function lookOnce(isThorough: boolean): Promise<void> {
    lookTime = 0;
    clearTimeout(timer);
    try {
      await takeNew(isThorough || problem !== undefined);
    } catch (error) {
      if (current === undefined) noteFailure(error as Error);
      else await pause(secondLook).then(() => takeNew(true).catch(noteFailure));
    }
    const { interval } = source;
    if (closed || interval === undefined) return;
    const next = Math.max(interval, Math.min(lookTime / lookShare, longestInterval));
    timer = setTimeout(() => void look(false), next).unref();
  }

  async function takeNew(isThorough: boolean): Promise<void> {
    const begun = performance.now();
    const next = await source.look(current, isThorough).finally(() => {
      lookTime = performance.now() - begun;
    });
    if (closed) return;
    if (next === undefined) {
      if (problem !== undefined && isThorough) log.info('what is served is there again');
      problem = undefined;
      return;
    }
    const isFirst = current === undefined;
    const failed = isFirst || !source.readsAhead ? [] : await readAll(next, () => closed);
    if (closed) return;
    if (failed.length > 0 && next.inventory !== undefined) throw new Error(unreadable(failed));
    current = next;
    problem = undefined;
    if (!isFirst)
      log.info('a new build is live', { build: next.inventory?.build ?? 'without manifest', pages: next.table.pages });
    for (const listener of listeners) listener();
    const lack = next.lacks ?? (failed.length > 0 ? unreadable(failed) : undefined);
    if (lack !== undefined) note(new Error(lack), 'not all is served');
    if (isFirst && source.readsAhead) void readRest(next);
    else sayDifferences(next);
  }

  /** The first build is served at once, and read a little later, so that first requests are fast. */
  async function readRest(build: SiteBuild): Promise<void> {
    await pause(firstAnswers, undefined, { ref: false });
    const failed = await readAll(build, () => closed || current !== build);
    if (closed || current !== build) return;
    if (failed.length > 0 && build.lacks === undefined) note(new Error(unreadable(failed)), 'not all is served');
    sayDifferences(build);
  }

  /** Says once how the files differ from the manifest. */
  function sayDifferences(build: SiteBuild): void {
    const line = listed(differencesOf(build));
    if (line !== '' && line !== saidDifferences) log.warn(`served as it is, though not what ${manifestFile} lists: ${line}`);
    saidDifferences = line;
  }

  function noteFailure(error: Error): void {
    // The first failure of all is for whoever waits for `ready`.
    if (current === undefined && error instanceof UserError) problem = error;
    else note(error, current === undefined ? 'nothing is served' : 'the new build is not served, the previous one stays');
  }

  /** Says each problem once. */
  function note(found: Error, what: string): void {
    if (problem?.message !== found.message && !closed) log.error(`${what}: ${found.message}`);
    problem = found;
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
    get firstLook() {
      return firstLook;
    },
    ready,
    ...(source.pass && { pass: source.pass }),
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
      if (!closed && problem === undefined) void look(true);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

const unreadable = (failed: readonly string[]): string => `${listed(failed)}: cannot be read, or changes all the time`;
