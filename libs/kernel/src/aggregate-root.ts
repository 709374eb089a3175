import type { DomainEvent } from './domain-event.ts';

/**
 * The root of what changes together. It decides, changes itself and records what happened;
 * whoever stores it writes the recorded events in the same transaction.
 */
export abstract class AggregateRoot {
  private recorded?: DomainEvent[];

  protected record(event: DomainEvent): void {
    (this.recorded ??= []).push(event);
  }

  /** Hands over the events recorded since the last call; they are given out once. */
  pullEvents(): DomainEvent[] {
    const events = this.recorded ?? [];
    this.recorded = undefined;
    return events;
  }
}
