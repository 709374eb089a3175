type Metadata = { readonly [key: string]: unknown };

/** The customer of an event, by id or by external id. A customer with the external id may be created later. */
export type CustomerReference = { readonly customerId: string } | { readonly externalId: string };

/** An immutable usage event, as sent by the seller. */
export interface NewUsageEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** When it happened; never later than the time of ingestion. */
  readonly timestamp: Date;
  readonly customer: CustomerReference;
  /** The seller's own id. A second event with the same id is a duplicate. */
  readonly externalId: string | null;
  /** The id or external id of another event, which may be ingested later. */
  readonly parent: string | null;
  readonly memberId: string | null;
  /** The seller's id of the member. Stored as it is, without a lookup. */
  readonly externalMemberId: string | null;
  readonly metadata: Metadata;
}

/** A customer as published by the customer-portal context. */
export interface KnownCustomer {
  readonly id: string;
  readonly organizationId: string;
  readonly externalId: string | null;
  readonly name: string | null;
  readonly isDeleted: boolean;
}

/** Customers stored with an external id of the events, but not passed to `ingest`. The caller repeats `ingest` with them. */
export interface ConflictingCustomers {
  readonly conflictingCustomerIds: readonly string[];
}

export interface Ingested {
  readonly inserted: number;
  readonly duplicates: number;
}

/** The repository of usage events. A batch is counted in the transaction that stores it. */
export abstract class UsageEvents {
  /** Stores all events or none. `customers` are the customers that the events refer to. */
  abstract ingest(
    events: readonly NewUsageEvent[],
    customers: readonly KnownCustomer[],
    now: Date,
  ): Promise<Ingested | ConflictingCustomers>;
}

/** The repository of subjects: whoever events are about, whether or not a customer is known. */
export abstract class Subjects {
  /** Assigns the usage under the customer's external id to the customer. A deleted customer loses its external id. */
  abstract sync(customer: KnownCustomer): Promise<void>;
}
