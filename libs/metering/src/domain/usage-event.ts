type Metadata = { readonly [key: string]: unknown };

/** Whom an event is about: a customer, or whoever has this id in the seller's system, now or later. */
export type Holder = { readonly customerId: string } | { readonly externalId: string };

/** Something that a customer did, as the seller tells it. Never changed and never taken back. */
export interface NewUsageEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** When it happened, which is never after it arrived. */
  readonly timestamp: Date;
  readonly holder: Holder;
  /** The seller's own id for it: told again, it is a duplicate. */
  readonly externalId: string | null;
  /** The id or the external id of another event, which may come later. */
  readonly parent: string | null;
  readonly memberId: string | null;
  /** Who did it, in the seller's words: kept as it is, and not looked up. */
  readonly externalMemberId: string | null;
  readonly metadata: Metadata;
}

/** What the owner of customers says about those that events are about. */
export interface KnownCustomer {
  readonly id: string;
  readonly organizationId: string;
  readonly externalId: string | null;
  readonly name: string | null;
  readonly isDeleted: boolean;
}

/** Customers that are said to have an external id here, while their owner did not mention them: they have to be asked for by id. */
export interface Contested {
  readonly contested: readonly string[];
}

export interface Ingested {
  readonly inserted: number;
  readonly duplicates: number;
}

/** All events. Those that arrive together are counted together, in the transaction that stores them. */
export abstract class UsageEvents {
  /** All of them or none. `customers` are those that the events may be about. */
  abstract ingest(
    events: readonly NewUsageEvent[],
    customers: readonly KnownCustomer[],
    now: Date,
  ): Promise<Ingested | Contested>;
}

/** Who has used what, whether or not it is known as a customer yet. */
export abstract class Subjects {
  /** What is used under the customer's external id is the customer's from now on; the external id of a deleted one is free. */
  abstract follow(customer: KnownCustomer): Promise<void>;
}
