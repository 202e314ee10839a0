import type { IncomingMessage, ServerResponse } from 'node:http';
import { UserError } from '../../build/contract/std/errors.ts';
import type { Exchange, Observer } from '../exchange.ts';
import type { RateLimiter } from '../http/quota.ts';
import { normalPath } from '../http/request-target.ts';
import type { Origin } from '../origin/origin.ts';

/** Counters of the proxy in Prometheus form. */
export interface Metrics {
  readonly observer: Observer;
  /** Reports age and state of the origin's build, and whether the shared store of the limiter answers. */
  watch(origin: Pick<Origin, 'onChange' | 'status' | 'build'>, limiter?: Pick<RateLimiter, 'isShared'>): void;
  /** Answers `/metrics`, and nothing else. */
  answer(req: IncomingMessage, res: ServerResponse): void;
}

/** Most paths counted separately, because each is a series. */
const MOST_PATHS = 5_000;

/** Upper bounds of the buckets of the origin's latency, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The path of the metrics, at a port of their own. */
export const metricsPath = '/metrics';

/**
 * Counts answers: an addition in a table for each, and text on request. `prom-client` is optional and loaded only here.
 *
 * @throws {UserError} if prom-client is not installed
 */
export async function createMetrics(): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client').catch((cause: unknown) => {
    throw new UserError('metrics need the package prom-client: npm install prom-client', { cause });
  });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const counted = <L extends string>(name: string, help: string, labelNames: readonly L[], most?: number) => {
    const tally = createTally(labelNames, most);
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const [labels, value] of tally.entries()) this.inc(labels, value);
      },
    });
    return tally;
  };

  const requests = counted('diptych_requests_total', 'Answers by operation, variant and status.', [
    'surface',
    'variant',
    'status',
  ]);
  const bytes = counted('diptych_sent_bytes_total', 'Octets sent, heads included, by operation and variant.', [
    'surface',
    'variant',
  ]);
  const reads = counted(
    'diptych_reads_total',
    'Pages and twins that were read (200, 206, 304), by path and variant.',
    ['path', 'variant'],
    MOST_PATHS,
  );
  const refused = counted('diptych_refused_total', 'Answers 429: requests over the quota.', []);
  const cut = counted('diptych_cut_total', 'Answers that did not reach the client whole.', []);
  const raw = counted('diptych_raw_answers_total', 'Answers to malformed requests, by status.', ['status']);
  const connections = counted(
    'diptych_connections_refused_total',
    'Connections closed unanswered: too many in all, or of one client.',
    ['bound'],
  );
  const reused = counted('diptych_origin_reused_total', 'Answers of the origin that were used again, without asking it.', []);
  const latency = new Histogram({
    name: 'diptych_origin_seconds',
    help: 'Until the head of an answer of the origin was whole, by status class; failed without one.',
    labelNames: ['status'],
    buckets,
    registers: [registry],
  });

  function over(exchange: Exchange, sent: number): void {
    const { res, variant, quota, target } = exchange;
    const surface = exchange.surface ?? 'none';
    const status = res.statusCode;
    requests.add([surface, variant, `${status}`]);
    bytes.add([surface, variant], sent);
    if (quota.refused) refused.add([]);
    if (!res.writableFinished) cut.add([]);
    const read = (surface === 'getPage' || surface === 'getPageMarkdown') && (status === 200 || status === 206 || status === 304);
    // The canonical spelling of the path, because clients invent others.
    if (read) reads.add([normalPath(target) ?? target, variant]);
  }

  return {
    observer: {
      begin: (exchange) => (sent) => over(exchange, sent),
      raw: (status) => raw.add([`${status}`]),
      refused: (bound) => connections.add([bound]),
      reused: () => reused.add([]),
      asked: (milliseconds, status) =>
        latency.observe({ status: status === undefined ? 'failed' : `${Math.trunc(status / 100)}xx` }, milliseconds / 1000),
    },
    watch(origin, limiter) {
      let since = performance.now();
      origin.onChange(() => {
        since = performance.now();
      });
      const gauge = (name: string, help: string, value: () => number): void =>
        void new Gauge({
          name,
          help,
          registers: [registry],
          collect() {
            this.set(value());
          },
        });
      gauge(
        'diptych_snapshot_age_seconds',
        'How long the current build has been served.',
        () => (performance.now() - since) / 1000,
      );
      gauge('diptych_degraded', '1 while a broken build waits or the origin is unavailable, else 0.', () =>
        Number(origin.status === 'degraded'),
      );
      if (limiter?.isShared !== undefined)
        gauge('diptych_rate_limit_store_up', '1 while Redis answers, 0 while this proxy counts alone.', () =>
          Number(limiter.isShared),
        );
      new Gauge({
        name: 'diptych_build_info',
        help: 'Always 1; the label names the build that is served, as .well-known/diptych.json does.',
        labelNames: ['build'],
        registers: [registry],
        collect() {
          this.reset();
          if (origin.build !== undefined) this.set({ build: origin.build }, 1);
        },
      });
    },
    answer(req, res) {
      const asked = req.url?.split('?', 1)[0] === metricsPath && (req.method === 'GET' || req.method === 'HEAD');
      if (!asked) return void res.writeHead(404, { 'Content-Length': 0 }).end();
      registry.metrics().then(
        (text) => res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text),
        () => res.writeHead(500, { 'Content-Length': 0 }).end(),
      );
    },
  };
}

interface Tally<L extends string> {
  add(values: readonly string[], amount?: number): void;
  entries(): Iterable<readonly [labels: Record<L, string>, sum: number]>;
}

/** Separates values in a key: no path or name contains it. */
const separator = '\0';

/** @param most sums that are kept apart; later ones add up under `other` */
export function createTally<L extends string>(labels: readonly L[], most = Number.POSITIVE_INFINITY): Tally<L> {
  const sums = new Map<string, number>();
  const other = labels.map(() => 'other').join(separator);
  return {
    add(values, amount = 1) {
      const key = values.join(separator);
      const sum = sums.get(key);
      if (sum !== undefined) sums.set(key, sum + amount);
      else if (sums.size < most) sums.set(key, amount);
      else sums.set(other, (sums.get(other) ?? 0) + amount);
    },
    *entries() {
      for (const [key, sum] of sums) {
        const values = key.split(separator);
        yield [Object.fromEntries(labels.map((label, index) => [label, values[index]!])) as Record<L, string>, sum];
      }
    },
  };
}
