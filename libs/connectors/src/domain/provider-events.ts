import type { Outcome } from './outcome.ts';

/** An event of a payment provider that was stored. */
export interface ProviderEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly connectorId: string;
  /** The provider's id. */
  readonly externalId: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly isTest: boolean;
  readonly account: string | null;
  readonly body: string;
}

/** An event as it is stored. Its body is empty once it was erased: what it said is in the state of its object. */
export interface StoredProviderEvent extends ProviderEvent {
  /** What it is about; null before it is worked on, and if it is about nothing. */
  readonly objectId: string | null;
  /** False if it is not listed as undelivered. */
  readonly mayBeListed: boolean;
}

/** Selects events to be worked on again. */
export interface EventSelection {
  readonly connectorId: string;
  /** Selects events with one of these outcomes; all of them if it is left out. */
  readonly statuses?: readonly ('failed' | 'waiting')[];
  readonly from?: Date;
  readonly to?: Date;
}

/** Port to the events of payment providers. What is stored, or to be worked on again, is published as `ConnectorEventReceived`. */
export abstract class ProviderEvents {
  /** Stores an event and returns true, unless the connector has one with this external id. */
  abstract add(event: ProviderEvent, now: Date): Promise<boolean>;

  /** Undefined if it does not exist. */
  abstract find(id: string): Promise<StoredProviderEvent | undefined>;

  /** Stores what became of an event that is about no purchase. */
  abstract settle(id: string, outcome: Outcome, now: Date): Promise<void>;

  /** Throws `ResourceNotFound`. */
  abstract organizationOf(which: {
    readonly id: string;
    readonly connectorId: string;
    readonly organizations: readonly string[];
  }): Promise<string>;

  /** Makes an event pending. */
  abstract retry(id: string, now: Date): Promise<void>;

  /** Makes the events of an object that failed or wait pending. */
  abstract retryOfObject(objectId: string, now: Date): Promise<void>;

  /** Makes a batch of events after the id `after` pending. Returns their number, and the last id unless it was the last batch. */
  abstract retryBatch(
    which: EventSelection,
    after: string | null,
    now: Date,
  ): Promise<{ readonly count: number; readonly last: string | null }>;

  /** Erases the bodies of the events about these objects. */
  abstract eraseOf(objectIds: readonly string[]): Promise<void>;

  /**
   * Erases, of a batch of events after the id `after`, the bodies of those that are about no object and contain the e-mail address.
   * Returns the last id unless it was the last batch.
   */
  abstract eraseContaining(connectorId: string, email: string, after: string | null): Promise<string | null>;

  /** Deletes a batch of events that were processed or ignored before the time. Returns its size. */
  abstract deleteOld(before: Date): Promise<number>;
}
