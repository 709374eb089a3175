import type { EncryptedSecret } from '#support/credentials';
import type { DeliveryAttempt, Verdict } from './delivery-schedule.ts';
import type { Message, Envelope, Format } from './message-format.ts';

/** A delivery that a worker has claimed, with all that its request needs. */
export interface ClaimedDelivery {
  readonly eventId: string;
  readonly organizationId: string;
  /** Null for a test. */
  readonly sequence: number | null;
  readonly message: Message;
  /** The number of the attempt that is due, the first being 1. */
  readonly number: number;
  readonly isTest: boolean;
  /** Until when the delivery is claimed. */
  readonly claimedUntil: Date;
  readonly endpoint: {
    readonly id: string;
    readonly url: string;
    readonly format: Format;
    readonly envelope: Envelope;
    readonly secrets: readonly EncryptedSecret[];
    readonly headers: EncryptedSecret | null;
  };
}

export interface ClaimLimits {
  /** How many deliveries to claim at most. */
  readonly total: number;
  /** How many of an endpoint, and of an organization, may be claimed at the same time by all workers together. */
  readonly perEndpoint: number;
  readonly perOrganization: number;
  /** How long a claim lasts; afterwards another worker takes the delivery. */
  readonly leaseMs: number;
}

export interface FinishedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly attempt: DeliveryAttempt;
  readonly verdict: Verdict;
  readonly startedAt: Date;
}

/** The deliveries that are due. */
export abstract class DeliveryQueue {
  /** Claims due deliveries, the endpoints in turn. */
  abstract claim(limits: ClaimLimits, now: Date): Promise<ClaimedDelivery[]>;

  /**
   * Stores attempts and the next states of their deliveries. A delivery whose claim ended meanwhile keeps its state: it was skipped,
   * redelivered, or claimed by another worker. Returns the ids of endpoints that succeeded after deliveries had failed for good.
   */
  abstract finish(attempts: readonly FinishedAttempt[]): Promise<readonly string[]>;

  /**
   * Skips a number of pending deliveries of earlier rounds of an endpoint, which gets nothing until all are skipped. Returns false once
   * there are none at any endpoint.
   */
  abstract skip(): Promise<boolean>;
}
