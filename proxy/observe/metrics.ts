import type { IncomingMessage, ServerResponse } from 'node:http';
import { UserError } from '#contract/std/errors';
import type { Observer } from '../exchange.ts';
import type { RateLimiter } from '../http/quota.ts';
import type { Origin } from '../origin/origin.ts';

export interface Metrics {
  readonly observer: Observer;
  /** Reports age and state of the origin's build, and whether the shared store of the limiter answers. */
  watch(origin: Pick<Origin, 'onChange' | 'status' | 'build'>, limiter?: Pick<RateLimiter, 'isShared'>): void;
  /** Answers `/metrics`, and nothing else. */
  answer(req: IncomingMessage, res: ServerResponse): void;
}

/** Upper bounds of the buckets of the origin's latency, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const metricsPath = '/metrics';

/**
 * Counts answers. `prom-client` is optional and loaded only here.
 *
 * @param now monotonic clock in milliseconds
 * @throws {UserError} if prom-client is not installed
 */
export async function createMetrics(now = () => performance.now()): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client').catch((cause: unknown) => {
    throw new UserError('metrics need the package prom-client: npm install prom-client', { cause });
  });
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });

  const kinds = ['surface', 'variant'] as const;
  const requests = counter('diptych_requests_total', 'Answers by operation, variant and status.', [...kinds, 'status'] as const);
  const bytes = counter('diptych_sent_bytes_total', 'Octets sent, heads included, by operation and variant.', kinds);
  const refused = counter('diptych_refused_total', 'Answers 429: requests over the quota.');
  const cut = counter('diptych_cut_total', 'Answers that did not reach the client whole.');
  const raw = counter('diptych_raw_answers_total', 'Answers to malformed requests, by status.', ['status']);
  const connections = counter(
    'diptych_connections_refused_total',
    'Connections closed unanswered: too many in all, or of one client.',
    ['bound'],
  );
  const latency = new Histogram({
    name: 'diptych_origin_seconds',
    help: 'Until the head of an answer of the origin was whole, by status class; failed without one.',
    labelNames: ['status'],
    buckets,
    registers,
  });

  return {
    observer: {
      begin: (exchange) => (sent) => {
        const { res, variant, quota } = exchange;
        const surface = exchange.surface ?? 'none';
        requests.inc({ surface, variant, status: `${res.statusCode}` });
        bytes.inc({ surface, variant }, sent);
        if (quota.refused) refused.inc();
        if (!res.writableFinished) cut.inc();
      },
      answeredRaw: (status) => raw.inc({ status: `${status}` }),
      refusedConnection: (bound) => connections.inc({ bound }),
      hostAnswered: (milliseconds, status) =>
        latency.observe({ status: status === undefined ? 'failed' : `${Math.trunc(status / 100)}xx` }, milliseconds / 1000),
    },
    watch(origin, limiter) {
      let since = now();
      origin.onChange(() => {
        since = now();
      });
      gauge('diptych_snapshot_age_seconds', 'How long the current build has been served.', () => (now() - since) / 1000);
      gauge('diptych_degraded', '1 while a broken build waits or the origin is unavailable, else 0.', () =>
        Number(origin.status === 'degraded'),
      );
      if (limiter?.isShared !== undefined)
        gauge('diptych_rate_limit_store_up', '1 while Redis answers, 0 while this proxy counts alone.', () =>
          Number(limiter.isShared),
        );
      new Gauge({
        name: 'diptych_build_info',
        help: 'Always 1; the label names the build that is served, as its manifest does.',
        labelNames: ['build'],
        registers,
        collect() {
          this.reset();
          if (origin.build !== undefined) this.set({ build: origin.build }, 1);
        },
      });
    },
    answer(req, res) {
      const isAsked = req.url?.split('?', 1)[0] === metricsPath && (req.method === 'GET' || req.method === 'HEAD');
      if (!isAsked) return void res.writeHead(404, { 'Content-Length': 0 }).end();
      registry.metrics().then(
        (text) => res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text),
        () => res.writeHead(500, { 'Content-Length': 0 }).end(),
      );
    },
  };
}
