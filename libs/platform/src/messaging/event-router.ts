import type { EventWithSubscribers } from './deliveries.ts';
import type { PublishedEvent } from './published-event.ts';
import type { Subscriber } from './subscriber.ts';

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
