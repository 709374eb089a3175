import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withinTime } from '#engine/connections';
import { RequestDurations } from './request-durations.ts';

/** A pool of connections, as its users see it. */
export interface ConnectionPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly ended: boolean;
  readonly options: { readonly max?: number };
}

/** Unsent events of a lane: their number, and the age of the oldest in seconds. */
export interface LaneBacklog {
  readonly lane: string;
  readonly events: number;
  readonly lagSeconds: number;
}

/** How a worker asks for what waits to be delivered, each part by itself. */
export interface BacklogReads {
  /** Responds if the database does. */
  database(): Promise<unknown>;
  outbox(): Promise<readonly LaneBacklog[]>;
  /** Jobs of the queue, by state. */
  jobs(): Promise<Readonly<Record<string, number>>>;
}

const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SLOW = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 500];
const LOOP_PRECISION_MS = 10;

/** The instruments of a process, in a registry of their own. docs/operations.md lists them. */
export class Instruments {
  readonly registry = new Registry();
  readonly pools = new Set<ConnectionPool>();

  readonly requests = new RequestDurations(FAST);
  readonly refusals = this.counter('refusals_total', 'Requests that were refused or failed, by reason', ['operation', 'code']);
  readonly batchSizes = this.histogram('group_commit_size', 'Changes that share a transaction', ['aggregate'], SIZES);
  readonly batchWaits = this.histogram(
    'group_commit_wait_seconds',
    'How long the first change of a batch has waited for the batch to begin',
    ['aggregate'],
    FAST,
  );
  readonly connectionWaits = this.histogram('database_connection_wait_seconds', 'Wait for a database connection', [], FAST);
  readonly deliveries = this.counter('deliveries_total', 'Deliveries of events', ['subscriber', 'result']);
  readonly deliveryDurations = this.histogram('delivery_duration_seconds', 'Time of deliveries', ['subscriber'], SLOW);
  readonly jobs = this.counter('jobs_total', 'Runs of scheduled jobs', ['job', 'result']);
  readonly jobDurations = this.histogram('job_duration_seconds', 'Time of scheduled jobs', ['job'], SLOW);
  readonly mails = this.counter('mails_total', 'Emails handed over for delivery, or not', ['result']);
  readonly webhooks = this.counter('webhook_attempts_total', 'Attempts to deliver webhooks', ['status']);
  readonly limits = this.counter('limits_hit_total', 'Requests and emails that were refused by a limit', ['limit']);

  constructor(process: string, version: string) {
    const { registry } = this;
    registry.setDefaultLabels({ process });
    registry.registerMetric(this.requests as unknown as Histogram);
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
    this.gauge('info', 'The version that runs', ['version'], 'max').labels(version).set(1);
    this.watchPools();
  }

  /** Reads the backlog whenever the metrics are read. All processes of a database report the same. */
  watchBacklog({ database, outbox, jobs }: BacklogReads): void {
    const isDatabaseUp = this.gauge('database_up', 'Whether the database responds', [], 'max');
    const isQueueUp = this.gauge('queue_up', 'Whether the queue responds', [], 'max');
    const events = this.gauge('outbox_events', 'Events that wait to be queued', ['lane'], 'max');
    const lag = this.gauge('outbox_lag_seconds', 'Age of the oldest event that waits to be queued', ['lane'], 'max');
    const waiting = this.gauge('queue_jobs', 'Jobs of the queue', ['state'], 'max');
    watch([isDatabaseUp], database, (answer) => isDatabaseUp.set(answer ? 1 : 0));
    watch([events, lag], outbox, (lanes) => {
      for (const { lane, events: count, lagSeconds } of lanes ?? []) {
        events.labels(lane).set(count);
        lag.labels(lane).set(lagSeconds);
      }
    });
    watch([isQueueUp, waiting], jobs, (counts) => {
      isQueueUp.set(counts ? 1 : 0);
      for (const [state, count] of Object.entries(counts ?? {})) waiting.labels(state).set(count);
    });
  }

  /** Reads the age of the oldest event that the sink of usage events does not have, whenever the metrics are read. */
  watchEventSink(readLagSeconds: () => Promise<number>): void {
    const lag = this.gauge('event_sink_lag_seconds', 'Age of the oldest usage event that was not handed over', [], 'max');
    watch([lag], readLagSeconds, (seconds) => {
      if (seconds !== undefined) lag.set(seconds);
    });
  }

  private watchPools(): void {
    const connections = this.gauge('database_connections', 'Connections to the database', ['state'], 'sum');
    const waiting = this.gauge('database_connections_waiting', 'Waiting for the driver to open a connection', [], 'sum');
    const limit = this.gauge('database_connections_limit', 'DATABASE_CONNECTIONS', [], 'sum');
    Object.assign(connections, {
      collect: () => {
        for (const pool of this.pools) if (pool.ended) this.pools.delete(pool);
        const sum = (count: (pool: ConnectionPool) => number): number =>
          [...this.pools].reduce((total, pool) => total + count(pool), 0);
        connections.labels('used').set(sum(({ totalCount, idleCount }) => totalCount - idleCount));
        connections.labels('idle').set(sum(({ idleCount }) => idleCount));
        waiting.set(sum(({ waitingCount }) => waitingCount));
        limit.set(sum(({ options }) => options.max ?? 0));
      },
    });
  }

  private histogram<L extends string>(name: string, help: string, labelNames: L[], buckets: number[]): Histogram<L> {
    return new Histogram({ name: `latchkey_${name}`, help, labelNames, buckets, registers: [this.registry] });
  }

  private counter<L extends string>(name: string, help: string, labelNames: L[]): Counter<L> {
    return new Counter({ name: `latchkey_${name}`, help, labelNames, registers: [this.registry] });
  }

  private gauge<L extends string>(name: string, help: string, labelNames: L[], aggregator: 'max' | 'sum'): Gauge<L> {
    return new Gauge({ name: `latchkey_${name}`, help, labelNames, aggregator, registers: [this.registry] });
  }
}

/**
 * Reads a source once whenever the metrics are read, for all of its gauges, which wait for it: they would otherwise have the values of the
 * reading before. A source that fails or does not respond in time has no value, and keeps no other one waiting.
 */
function watch<T>(gauges: readonly Gauge[], read: () => Promise<T>, set: (value: T | undefined) => void): void {
  let underway: Promise<T> | undefined;
  let shared: Promise<void> | undefined;
  const collect = async (): Promise<void> => {
    underway ??= read().finally(() => (underway = undefined));
    const value = await withinTime('The source', underway).catch(() => undefined);
    for (const gauge of gauges) gauge.reset();
    set(value);
  };
  for (const gauge of gauges) Object.assign(gauge, { collect: () => (shared ??= collect().finally(() => (shared = undefined))) });
}
