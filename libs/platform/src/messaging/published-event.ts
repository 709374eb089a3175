import type { JsonValue } from '#kernel';

/** An event as it comes out of the outbox. It may come more than once, and before one that happened earlier. */
export interface PublishedEvent<P = { readonly [key: string]: JsonValue }> {
  /** Position in the outbox; a later commit may have a smaller one. */
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly aggregateId: string;
  readonly occurredAt: Date;
  readonly payload: P;
}

/**
 * Does what follows from an event in its own context: one command. Named as a sentence, and known by that name for ever.
 * Must bear repetition, and not trust the order of events.
 */
export abstract class Subscriber {
  /**
   * True where the work takes several transactions: then the event is noted as processed after all of them, not in the first,
   * and each of them must bear repetition.
   */
  readonly multiTransaction: boolean = false;

  /** False for what calls for nothing, by its name and payload alone; it is not even put into the queue. */
  accepts(_event: PublishedEvent): boolean {
    return true;
  }

  abstract handle(event: PublishedEvent): Promise<void>;
}

export type SubscriberClass = abstract new (...dependencies: never[]) => Subscriber;

/** Every event that is published, by name, and who hears of it. */
export type Subscriptions = Readonly<Record<string, readonly SubscriberClass[]>>;
