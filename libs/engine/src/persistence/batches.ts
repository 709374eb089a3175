import { asKeyInUse, type Step } from '#engine/idempotency';
import {
  asAlreadyProcessed,
  claimProcessingEvent,
  isBulkWork,
  type ProcessingEvent,
  returnProcessingEvent,
} from '#engine/outbox';
import { type Attribution, currentContext, type RequestContext, TenantOverloaded, WorkCancelled } from '#engine/tenancy';
import { isDatabaseUnavailable, sharedFailure } from './is-unavailable.ts';

/** Others wait until a batch is stored. Requests are a few hundred bytes, so only unusual ones make a batch this large. */
const MAX_BATCH_BYTES = 256 * 1024;

/**
 * So many calls are not divided into two batches: what a batch costs, however few calls it has, would outweigh the gain.
 */
const ALWAYS_TOGETHER = 16;

const sizeOf = (changes: readonly Waiting[]): number => changes.reduce((sum, { context }) => sum + (context?.bytes ?? 0), 0);

/** What a batch depends on. */
interface Waiting {
  readonly isBulk: boolean;
  readonly context: RequestContext | undefined;
}

/** Calls of which one transaction follows the other. */
export interface Queue<Change> {
  /** Undefined for that of all calls. */
  readonly organization: string | undefined;
  calls: Change[];
  isRunning: boolean;
}

/**
 * The calls that wait, but at most half of the callers of whom the process knows, and at most `maxBatchSize`. If they are too many
 * or too large, the tenants take turns. The calls of a tenant keep their order. Calls of bulk work and others are not in one batch,
 * as the events of a batch are published together.
 */
export function nextBatch<Change extends Waiting>(
  queue: Queue<Change>,
  { unsettled, maxBatchSize }: { readonly unsettled: number; readonly maxBatchSize: number },
): Change[] {
  const { isBulk } = queue.calls[0]!;
  const eligible = queue.calls.filter((each) => each.isBulk === isBulk);
  const half = Math.ceil((queue.calls.length + unsettled) / 2);
  const most = Math.min(maxBatchSize, Math.max(half, ALWAYS_TOGETHER));
  const isAll = eligible.length === queue.calls.length && eligible.length <= most;
  if (isAll && sizeOf(eligible) <= MAX_BATCH_BYTES) return queue.calls.splice(0);
  const size = Math.min(eligible.length, most);
  const tenants = [...Map.groupBy(eligible, ({ context }) => context?.tenant).values()];
  const batch = new Set<Change>();
  let bytes = 0;
  for (let round = 0; batch.size < size && bytes < MAX_BATCH_BYTES; round++) {
    for (const change of tenants.flatMap((changes) => changes[round] ?? []).slice(0, size - batch.size)) {
      batch.add(change);
      bytes += change.context?.bytes ?? 0;
    }
  }
  queue.calls = queue.calls.filter((each) => !batch.has(each));
  return [...batch];
}

/** Whoever waits for a shared transaction. */
interface Caller {
  reject(error: unknown): void;
}

/** Whether a transaction failed for a reason that has nothing to do with what it was to store. */
const concernsAll = (error: unknown): boolean => isDatabaseUnavailable(error) || error instanceof TenantOverloaded;

/**
 * Runs what several callers asked for in one transaction. If the transaction fails, each is repeated by itself, so that only the
 * faulty one fails. If the connection is lost, it is unknown whether the transaction was committed, so nothing is repeated and all
 * are rejected.
 *
 * `run` rejects if nothing was stored, and returns a function that settles all callers. So does this function, which never rejects.
 */
export async function settleTogether<C extends Caller>(
  callers: readonly C[],
  run: (callers: readonly C[]) => Promise<() => void>,
): Promise<() => void> {
  try {
    return await run(callers);
  } catch (error) {
    return settleOneByOne(callers, run, error);
  }
}

/** Settles callers whose transaction has failed with the error. */
export async function settleOneByOne<C extends Caller>(
  callers: readonly C[],
  run: (callers: readonly C[]) => Promise<() => void>,
  error: unknown,
): Promise<() => void> {
  if (callers.length === 1 || concernsAll(error)) return () => callers.forEach((each) => each.reject(error));
  const replies: (() => void)[] = [];
  for (const each of callers) replies.push(await settleTogether([each], run));
  return () => replies.forEach((reply) => reply());
}

/** A change of an aggregate that waits for the next transaction. */
export interface PendingChange<Request, Aggregate> {
  readonly request: Request;
  readonly by: (aggregate: Aggregate) => unknown;
  /** `by` gets a copy of the aggregate, and nothing is stored. */
  readonly isPreview: boolean;
  /** The event whose processing caused the change, if any. */
  readonly cause: ProcessingEvent | undefined;
  /** The step of a request with an idempotency key, if the change is one. */
  readonly step: Step | undefined;
  /** Undefined for a change that is not in the audit log. */
  readonly attribution: Attribution | undefined;
  readonly isBulk: boolean;
  readonly since: number;
  /** What the change is part of. */
  readonly context: RequestContext | undefined;
  resolve(outcome: unknown): void;
  reject(error: unknown): void;
}

/** A change of the current context, and what becomes of it. */
export function pending<Request, Aggregate, T>(
  call: Pick<PendingChange<Request, Aggregate>, 'request' | 'by' | 'step' | 'isPreview'>,
): { change: PendingChange<Request, Aggregate>; outcome: Promise<T> } {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<T>();
  const context = currentContext();
  const cause = call.isPreview ? undefined : claimProcessingEvent();
  const change: PendingChange<Request, Aggregate> = {
    ...call,
    context,
    cause,
    attribution: call.isPreview ? undefined : context?.attribution,
    isBulk: isBulkWork(),
    since: performance.now(),
    resolve: resolve as (value: unknown) => void,
    reject: (error) => {
      if (cause) returnProcessingEvent(cause);
      // Another worker may have processed the event in the meantime.
      reject(asAlreadyProcessed(asKeyInUse(sharedFailure(error)), cause));
    },
  };
  return { change, outcome };
}

/** Changes whose requests were answered while they waited are not made. */
export function withoutCancelled<Change extends Pick<PendingChange<unknown, unknown>, 'context' | 'reject'>>(
  batch: Change[],
): Change[] {
  if (!batch.some(({ context }) => context?.isOver)) return batch;
  for (const { context, reject } of batch) if (context?.isOver) reject(new WorkCancelled());
  return batch.filter(({ context }) => !context?.isOver);
}
