import type { PublishedEvent, Subscriber } from './published-event.ts';

/** Names of the subscribers of each event. */
export type Routes = ReadonlyMap<string, readonly string[]>;

/** Who hears of an event: those who subscribed to its name and want this one. */
export class EventRouter {
  constructor(
    private readonly routes: Routes,
    private readonly subscribers: ReadonlyMap<string, Subscriber>,
  ) {}

  subscribersOf(event: PublishedEvent): string[] {
    return (this.routes.get(event.name) ?? []).filter((name) => this.subscribers.get(name)?.accepts(event) ?? true);
  }
}
