import type { PublishedEvent } from './published-event.ts';
import type { AnySubscriber } from './subscriber.ts';

/** Finds the subscribers of an event. A subscriber that takes several events is one instance, listed under each of them. */
export class EventRouter {
  private readonly byId = new Map<string, AnySubscriber>();

  /** `byEvent` has the subscribers of each event name. */
  constructor(private readonly byEvent: ReadonlyMap<string, readonly AnySubscriber[]>) {
    for (const subscriber of new Set([...byEvent.values()].flat())) {
      const other = this.byId.get(subscriber.id);
      if (other) {
        throw new Error(
          `The subscribers ${other.constructor.name} and ${subscriber.constructor.name} have the same id: ${subscriber.id}`,
        );
      }
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
    return subscribers.filter((subscriber) => subscriber.accepts(event)).map(({ id }) => id);
  }

  /** Undefined for one that only another version has. */
  subscriber(id: string): AnySubscriber | undefined {
    return this.byId.get(id);
  }
}
