import { AggregateRoot, newId } from '#kernel';

/** `refused`: by a rule; `mail`: the mail server; `unavailable`: the database or another service; `unexpected`: a fault. */
export type FailureReason = 'refused' | 'mail' | 'unavailable' | 'unexpected';

/** The worker takes a requested retry soon, and then delivers as after any other failure: for up to six hours. */
export type FailedEventStatus = 'failed' | 'retry_requested' | 'retrying';

export interface GivenUp {
  readonly organizationId: string;
  /** The number of the event in the outbox. */
  readonly eventId: string;
  /** The part of the service that could not process it. */
  readonly subscriber: string;
  readonly name: string;
  /** What the event is about. */
  readonly aggregateId: string;
  readonly occurredAt: Date;
  readonly failedAt: Date;
  readonly reason: FailureReason;
}

export interface FailedEventState extends GivenUp {
  readonly id: string;
  status: FailedEventStatus;
}

/** An event that a part of the service could not process, and that is not retried any more. */
export class FailedEvent extends AggregateRoot<FailedEventState> {
  static create(givenUp: GivenUp): FailedEvent {
    return new FailedEvent({ ...givenUp, id: newId('failed-event'), status: 'failed' });
  }

  /** Asks for a retry, unless one is under way. */
  retry(): void {
    if (this.state.status === 'failed') this.state.status = 'retry_requested';
  }
}
