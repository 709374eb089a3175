import { asKeyInUse, type Step } from '#platform/idempotency';
import { asAlreadyProcessed, claimProcessingEvent, isBulkWork, type ProcessingEvent } from '#platform/outbox';
import { type Attribution, currentContext, type RequestContext } from '#platform/tenancy';
import { sharedFailure } from './is-unavailable.ts';

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
    // Another worker may have processed the event in the meantime.
    reject: (error) => reject(asAlreadyProcessed(asKeyInUse(sharedFailure(error)), cause)),
  };
  return { change, outcome };
}
