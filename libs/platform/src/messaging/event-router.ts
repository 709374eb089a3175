import type { EventWithSubscribers } from './deliveries.ts';
import type { PublishedEvent } from './published-event.ts';
import type { Command, CommandBus } from '@nestjs/cqrs';
import type { DomainEvent } from '#kernel';

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
interface SubscriberRow<N extends string = string, Event = PublishedEvent> extends SubscriberProperties {
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

/** An event with the ids of the subscribers that accept it. */
export interface AskedEvent extends EventWithSubscribers {
  readonly isWanted: (subscriber: string) => Promise<boolean>;
}

/** Finds the subscribers of an event. A subscriber that takes several events is one object, listed under each of them. */
export class EventRouter {
  private readonly byId = new Map<string, Subscriber>();

  /** `byEvent` has the subscribers of each event name. */
  constructor(private readonly byEvent: ReadonlyMap<string, readonly Subscriber[]>) {
    for (const subscriber of new Set([...byEvent.values()].flat())) {
      if (this.byId.has(subscriber.id)) throw new Error(`Two subscribers have the same id: ${subscriber.id}`);
      this.byId.set(subscriber.id, subscriber);
    }
  }

  /** False for an event of another version, which runs at the same time. Its workers process the event. */
  knows({ name }: PublishedEvent): boolean {
    return this.byEvent.has(name);
  }

  /** The ids of the subscribers that want the event. */
  subscribersOf(event: PublishedEvent): string[] {
    const subscribers = this.byEvent.get(event.name) ?? [];
    return subscribers.filter((subscriber) => subscriber.accepts?.(event) ?? true).map(({ id }) => id);
  }

  /** Each event with the subscribers that want it now. */
  async route(events: readonly PublishedEvent[]): Promise<EventWithSubscribers[]> {
    const asked = this.ask(events).map(async ({ event, subscribers, isWanted }) => {
      const answers = await Promise.all(subscribers.map(isWanted));
      return { event, subscribers: subscribers.filter((_, index) => answers[index]) };
    });
    return Promise.all(asked);
  }

  /**
   * Each event with the subscribers that accept it. Those that know only by what is stored whether they want it are asked at the same time,
   * so that what they read shares statements, and answer later. One that cannot answer gets its events: then only the delivery to it fails.
   */
  ask(events: readonly PublishedEvent[]): AskedEvent[] {
    const accepted = events.map((event) => ({ event, subscribers: this.subscribersOf(event) }));
    const answers = new Map<string, Promise<ReadonlySet<string> | undefined>>();
    for (const { id, wanted } of this.byId.values()) {
      const own = wanted ? accepted.filter(({ subscribers }) => subscribers.includes(id)) : [];
      if (own.length > 0)
        answers.set(
          id,
          wanted!(own.map(({ event }) => event)).catch(() => undefined),
        );
    }
    return accepted.map(({ event, subscribers }) => ({
      event,
      subscribers,
      isWanted: async (subscriber) => (await answers.get(subscriber))?.has(event.id) ?? true,
    }));
  }

  /** Undefined for one that only another version has. */
  subscriber(id: string): Subscriber | undefined {
    return this.byId.get(id);
  }
}
