import type { DomainEvent } from '#kernel';

/** An event read from the outbox. For a union of events: the union of their published forms, distinguished by `name`. */
export type PublishedEvent<E extends DomainEvent = DomainEvent> = E extends DomainEvent
  ? {
      /** Id of the outbox row. Not an order: a transaction that commits later may have taken a smaller id. */
      readonly id: string;
      readonly name: E['name'];
      readonly organizationId: string;
      readonly aggregateId: string;
      readonly occurredAt: Date;
      readonly payload: E['payload'];
    }
  : never;
