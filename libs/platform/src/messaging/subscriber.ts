import type { Command, CommandBus } from '@nestjs/cqrs';
import type { DomainEvent } from '#kernel';
import type { PublishedEvent } from './published-event.ts';

interface SubscriberProperties {
  /** Stored with processed events and part of job ids. Unique, without colons, and never changed. */
  readonly id: string;

  /**
   * True if the reaction takes several transactions. The event is then recorded as processed after all of them instead of in the
   * first one, and each of them must be idempotent.
   */
  readonly multiTransaction?: boolean;

  /**
   * True if the reaction changes any number of aggregates. The events that it publishes are then bulk events, and only a few such
   * deliveries run at the same time (`BulkWorkSlots`).
   */
  readonly isBulkWork?: boolean;

  /** True if the reaction erases what is known about somebody. The audit log then has no values of the fields that it changes. */
  readonly isErasure?: boolean;
}

/** Reacts to events. Delivery is at least once and in any order, so `handle` must be idempotent and must not rely on the order of events. */
export interface Subscriber extends SubscriberProperties {
  /** Returns false for an event that needs no reaction, judged by its name and payload. Such an event is not queued. */
  accepts?(event: PublishedEvent): boolean;
  /**
   * The ids of those of the events that need a reaction, judged by what is stored when they are read from the outbox, which is after their
   * change was committed. The others are not queued.
   */
  wanted?(events: readonly PublishedEvent[]): Promise<ReadonlySet<string>>;
  handle(event: PublishedEvent): Promise<void>;
}

/** A row of the table of a context's subscribers: to which events it reacts, with which command: one of its own, or one in the contract of a context below. */
export interface SubscriberRow<N extends string = string, Event = PublishedEvent> extends SubscriberProperties {
  readonly events: readonly N[];
  /** See `Subscriber`; without it, every event is accepted. */
  accepts?(event: Event): boolean;
  /** See `Subscriber`; without it, every event is wanted. */
  wanted?(events: readonly Event[]): Command<ReadonlySet<string>>;
  /** What is sent; several commands one after the other. */
  command(event: Event): Command<unknown> | readonly Command<unknown>[];
}

/** Types the rows of a table: the functions of a row get the events that it names, out of the union `E`. */
export const subscriberTo =
  <E extends DomainEvent>() =>
  <const N extends E['name']>(row: SubscriberRow<N, PublishedEvent<Extract<E, { readonly name: N }>>>): typeof row =>
    row;

/**
 * The subscriber that sends the commands of the row. Every row is assignable to `SubscriberRow`, because parameters of methods are
 * bivariant; a router gives it no other events than those that it names. Another version may have queued an event that this one does
 * not accept.
 */
export const commandSubscriber = (row: SubscriberRow, commands: CommandBus): Subscriber => ({
  ...row,
  wanted: row.wanted && ((events) => commands.execute(row.wanted!(events))),
  handle: async (event) => {
    if (row.accepts?.(event) === false) return;
    for (const command of [row.command(event)].flat()) await commands.execute(command);
  },
});
