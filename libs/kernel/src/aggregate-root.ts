import type { DomainEvent } from './domain-event.ts';

/**
 * The root of a consistency boundary. It checks its rules, changes its state and records events; the repository writes the
 * recorded events in the transaction that writes the state.
 */
export abstract class AggregateRoot {
  private recorded?: DomainEvent[];

  protected record(event: DomainEvent): void {
    (this.recorded ??= []).push(event);
  }

  /** Returns the events recorded since the last call and forgets them. */
  pullEvents(): DomainEvent[] {
    const events = this.recorded ?? [];
    this.recorded = undefined;
    return events;
  }
}
