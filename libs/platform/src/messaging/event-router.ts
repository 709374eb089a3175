import type { EventWithSubscribers } from './deliveries.ts';
import type { PublishedEvent } from './published-event.ts';
import type { Subscriber } from './subscriber.ts';

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

  /** Each event with the subscribers that want it now. They are asked at the same time, so that what they read shares statements.
   * One that cannot answer gets its events: then only the delivery to it fails. */
  async route(events: readonly PublishedEvent[]): Promise<EventWithSubscribers[]> {
    const routed = events.map((event) => ({ event, subscribers: this.subscribersOf(event) }));
    const asked = [...this.byId.values()].map(async ({ id, wanted }) => {
      if (!wanted) return;
      const own = routed.filter(({ subscribers }) => subscribers.includes(id));
      if (own.length === 0) return;
      const ids = await wanted(own.map(({ event }) => event)).catch(() => undefined);
      if (!ids) return;
      for (const each of own) if (!ids.has(each.event.id)) each.subscribers = each.subscribers.filter((other) => other !== id);
    });
    await Promise.all(asked);
    return routed;
  }

  /** Undefined for one that only another version has. */
  subscriber(id: string): Subscriber | undefined {
    return this.byId.get(id);
  }
}
