import type { DomainEvent } from './domain-event.ts';

/**
 * An aggregate checks its rules, changes its own fields and records domain events. The repository writes the recorded events
 * in the transaction that stores the aggregate.
 */
export abstract class AggregateRoot {
  private recorded?: DomainEvent[];

  protected record(event: DomainEvent): void {
    (this.recorded ??= []).push(event);
  }

  /** Returns the events recorded since the last call, and forgets them. */
  pullEvents(): DomainEvent[] {
    const events = this.recorded ?? [];
    this.recorded = undefined;
    return events;
  }
}
