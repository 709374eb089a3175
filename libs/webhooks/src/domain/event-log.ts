import type { EventPayload } from '#kernel';
import type { AddedFields } from '#support/api-versions';
import type { Message } from './message-format.ts';

/** An event that has no body and no position yet. */
export interface PendingEvent {
  /** The id of the published domain event. */
  readonly sourceId: string;
  readonly organizationId: string;
  /** The kind of the webhook event. */
  readonly type: string;
  readonly aggregateId: string;
  readonly payload: EventPayload;
  readonly occurredAt: Date;
  /** Who caused it, as in the audit log; null if the log does not have the change. */
  readonly actor: object | null;
}

/** What decides whether anybody wants an event. */
export type OfferedEvent = Pick<PendingEvent, 'sourceId' | 'organizationId' | 'type'>;

/** A pending event that is due. */
export interface DueEvent extends PendingEvent {
  /** How often its message could not be read. */
  readonly failures: number;
  /** Whether an endpoint that wants its kind has filters. */
  readonly isFiltered: boolean;
}

export interface TestEvent {
  readonly endpointId: string;
  readonly organizationId: string;
  readonly type: string;
  readonly message: Message;
}

/** An event that was published, of a kind that an endpoint wants. */
export interface WantedExample {
  readonly type: string;
  readonly body: string;
  readonly added: AddedFields | null;
}

/** Which deliveries to an endpoint to repeat: of events that were published from `from` until before `to`, or until now. */
export interface RedeliveryRange {
  readonly endpointId: string;
  readonly organizationId: string;
  readonly from: Date;
  readonly to: Date | null;
  /**
   * All; those that failed, were skipped or wait for another attempt; or besides those the ones that the endpoint, which existed then, was
   * never sent.
   */
  readonly which: 'all' | 'failed' | 'missed';
}

/** An event that has a body. */
export interface RecordedEvent {
  readonly id: string;
  readonly organizationId: string;
}

/** Selects an event by id within the given organizations. */
export interface WhichEvent {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** Before when an event loses its body, and before when it is deleted. */
export interface RetentionBounds {
  readonly bodies: Date;
  readonly events: Date;
}

/** The events of all organizations, and their deliveries. */
export abstract class EventLog {
  /** The source ids of the events that an endpoint wants or that belong to an open feed. */
  abstract wanted(events: readonly OfferedEvent[]): Promise<ReadonlySet<string>>;

  /** Stores the event if an endpoint wants its kind or the feed is open. Returns whether it was stored now. */
  abstract record(event: PendingEvent): Promise<boolean>;

  /**
   * Publishes pending events: stores the messages that `freeze` returns for their source ids, gives them positions and makes their
   * deliveries due. Those without a message are postponed. Returns the number of both. Runs in one process at a time; `freeze` is
   * called under that lock.
   */
  abstract publish(
    limit: number,
    freeze: (pending: readonly DueEvent[]) => Promise<ReadonlyMap<string, Message>>,
    now: Date,
  ): Promise<number>;

  /** The last of the newest published events whose kind the endpoint wants, so that a test looks like what it gets. */
  abstract exampleFor(endpointId: string): Promise<WantedExample | undefined>;

  /** Stores an event for one endpoint, without a position, and makes its delivery due. Returns its id. */
  abstract addTest(test: TestEvent, now: Date): Promise<string>;

  /** Throws `ResourceNotFound` if the event or its body does not exist. */
  abstract organizationOf(event: WhichEvent): Promise<string>;

  /**
   * Makes the deliveries of an event due again, at endpoints that are not deleted. An event that had none is delivered to the enabled
   * endpoints that want its kind.
   */
  abstract redeliver(event: RecordedEvent, now: Date): Promise<void>;

  /** The number of events that `redeliverRange` would deliver; counts no further than `most`. */
  abstract countRange(range: RedeliveryRange, most: number): Promise<number>;

  /**
   * Makes deliveries to the endpoint due again, of the events in the range whose kind it wants; of all, also of those from before the
   * endpoint existed. Returns their number.
   */
  abstract redeliverRange(range: RedeliveryRange, now: Date): Promise<number>;

  /** Keeps the feed open. */
  abstract openFeed(organizationId: string, now: Date): Promise<void>;

  /** Deletes bodies and events that are older; returns false once there are no more. */
  abstract deleteOld(before: RetentionBounds): Promise<boolean>;
}
