import type { DomainEvent } from '#kernel';
import type { PublishedEvent } from './published-event.ts';

/**
 * Reacts to the events `E` by sending one command of its own context. Delivery is at least once and in any order, so
 * `handle` must be idempotent and must not rely on the order of events.
 */
export abstract class Subscriber<E extends DomainEvent> {
  /** Stored with processed events and part of job ids. Unique, without colons, and never changed, even if the class is renamed. */
  abstract readonly id: string;

  /**
   * True if `handle` takes several transactions. The event is then recorded as processed after all of them instead of in the
   * first one, and each of them must be idempotent.
   */
  readonly multiTransaction: boolean = false;

  /**
   * True if `handle` changes any number of aggregates. The events that it publishes are then bulk events, and only a few such
   * deliveries run at the same time (`BulkWorkSlots`).
   */
  readonly isBulkWork: boolean = false;

  /** True if `handle` erases what is known about somebody. The audit log then has no values of the fields that it changes. */
  readonly isErasure: boolean = false;

  /** Returns false for an event that needs no reaction, judged by its name and payload. Such an event is not queued. */
  accepts(_event: PublishedEvent<E>): boolean {
    return true;
  }

  abstract handle(event: PublishedEvent<E>): Promise<void>;
}

/**
 * A subscriber whose events are only known at run time. Every `Subscriber<E>` is assignable to it, because parameters of
 * methods are bivariant; `Subscriptions` guarantees that it gets no other events than `E`.
 */
export type AnySubscriber = Subscriber<DomainEvent>;

export type SubscriberClass<E extends DomainEvent> = new (...dependencies: never[]) => Subscriber<E>;

/** The subscribers of every event in the union `E`, by event name. */
export type Subscriptions<E extends DomainEvent> = {
  readonly [N in E['name']]: readonly SubscriberClass<Extract<E, { readonly name: N }>>[];
};
