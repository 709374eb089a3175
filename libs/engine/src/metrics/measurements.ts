import type { ConnectionPool, Instruments } from './instruments.ts';

let instruments: Instruments | undefined;

/** Sets where measurements go, for the whole process; undefined for nowhere. */
export function measureWith(used: Instruments | undefined): void {
  instruments = used;
}

/** Whether this process collects metrics. Without it, measurements cost nothing. */
export const isCollecting = (): boolean => instruments !== undefined;

const seconds = (ms: number): number => ms / 1_000;

/** `refusal` is the `License-Code` of the response, or the name of its error, if it is one. */
export function requestFinished(operation: string, status: number, ms: number, refusal?: string): void {
  instruments?.requests.observe(operation, status, seconds(ms));
  if (refusal !== undefined) instruments?.refusals.labels(operation, refusal).inc();
}

/** A batch of a group commit began; `waitMs` is how long its first change has waited. */
export function batchCommitted(aggregate: string, size: number, waitMs: number): void {
  instruments?.batchSizes.labels(aggregate).observe(size);
  instruments?.batchWaits.labels(aggregate).observe(seconds(waitMs));
}

export function connectionGranted(waitMs: number): void {
  instruments?.connectionWaits.observe(seconds(waitMs));
}

/** Reports how the connections of a pool are used, until the pool has ended. */
export function watchConnections(pool: ConnectionPool): void {
  instruments?.pools.add(pool);
}

export function deliveryFinished(subscriber: string, result: string, ms: number): void {
  instruments?.deliveries.labels(subscriber, result).inc();
  instruments?.deliveryDurations.labels(subscriber).observe(seconds(ms));
}

export function jobFinished(job: string, result: 'done' | 'failed', ms: number): void {
  instruments?.jobs.labels(job, result).inc();
  instruments?.jobDurations.labels(job).observe(seconds(ms));
}

export function mailSent(result: 'sent' | 'failed'): void {
  instruments?.mails.labels(result).inc();
}

/** `status` is what became of the delivery: it succeeded, is attempted again, or failed for good. */
export function webhookAttempted(status: string): void {
  instruments?.webhooks.labels(status).inc();
}

export function limitHit(limit: 'requests' | 'share of a tenant' | 'time of a statement' | 'mail'): void {
  instruments?.limits.labels(limit).inc();
}
