import { asUuid, digestUuid } from '#support/texts';
import { newId } from '#kernel';

const TIME_DIGITS = 12;

/**
 * A new event id: a UUID of version 4 whose first 48 bits are the time, so that events that arrive together are adjacent in
 * indexes. 74 bits are random.
 */
export function newEventId(now: Date): string {
  const time = now.getTime().toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId('event').slice(13)}`;
}

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

/** An event that the service itself creates. No meter counts it. */
export interface SystemEvent {
  readonly organizationId: string;
  readonly customerId: string;
  readonly memberId: string | null;
  readonly name: string;
  readonly timestamp: Date;
  readonly metadata: Metadata;
}

/** The names by which an event and its parent are found. */
export type NamedEvent = Pick<NewUsageEvent, 'externalId' | 'parent'>;

/** An event that is stored already, with what names it and what it names as its parent. */
export interface StoredEvent {
  readonly id: string;
  readonly key: string | null;
  /** The id or the key of the parent, or both if the name of the parent may be either; empty without a parent. */
  readonly parents: readonly string[];
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

  /** The number of clauses and groups that each event of the organization is compared with. */
  abstract clauses(organizationId: string): Promise<number>;

  /**
   * Stores a system event of a customer, one about the customer itself with what the customer has then. Nothing is stored of a customer
   * who was deleted before its first event. `find` is called for a customer that has no usage of its own: it looks up the one of the event,
   * or the one that it was merged into.
   */
  abstract addSystemEvent(event: SystemEvent, find: () => Promise<KnownCustomer | undefined>, now: Date): Promise<void>;

  /**
   * The stored events that the events name as parents, and all their ancestors. Empty if no stored event names one of the
   * events as its parent: then none of the events can be an ancestor of a stored one.
   */
  abstract ancestors(organizationId: string, events: readonly NamedEvent[]): Promise<StoredEvent[]>;
}

/** The repository of subjects: whoever events are about, whether or not a customer is known. */
export abstract class Subjects {
  /** Assigns the usage under the customer's external id to the customer. A deleted customer loses its external id. */
  abstract sync(customer: KnownCustomer): Promise<void>;

  /**
   * Moves usage, credits and balances of a customer to the one that it was merged into. Does nothing if it has none. Events of both
   * that arrived in the current billing window of a balance count in it.
   */
  abstract merge(customerId: string, into: KnownCustomer): Promise<void>;

  /** Erases the name of a customer, after the system events that are being stored. Returns the ids of its subjects. */
  abstract eraseNames(organizationId: string, customerId: string): Promise<string[]>;

  /**
   * Erases the text in the metadata of one batch of events, and the seller's id of the member. Numbers stay. `after` is what the
   * call before returned. Returns null after the last batch.
   */
  abstract eraseEvents(organizationId: string, subjectId: string, after: string | null): Promise<string | null>;
}

/** The ids and keys that a parent's name may stand for: a parent is referenced by its external id or by its id. */
export const namesOf = (parent: string): string[] => [digestUuid(parent), asUuid(parent)].filter((name) => name !== null);

/** Only an event that has an external id and a parent can become its own ancestor: nothing else can be named beforehand. */
export const mayBeOwnAncestor = ({ externalId, parent }: NamedEvent): boolean => externalId !== null && parent !== null;

/**
 * The positions of the events that would be their own ancestors. `stored` has the stored ancestors of the events. An event
 * that is stored already under its external id is a duplicate and does not count. May be interrupted after each event.
 */
export function* ownAncestors(events: readonly NamedEvent[], stored: readonly StoredEvent[]): Generator<void, number[]> {
  type Node = { readonly index: number | null; readonly parents: readonly string[] };
  const nodes = new Map<string, Node>();
  for (const { id, key, parents } of stored) {
    const node = { index: null, parents };
    for (const name of key === null ? [id] : [id, key]) nodes.set(name, node);
  }
  for (const [index, { externalId, parent }] of events.entries()) {
    yield;
    if (externalId === null) continue;
    const key = digestUuid(externalId);
    if (!nodes.has(key)) nodes.set(key, { index, parents: parent === null ? [] : namesOf(parent) });
  }
  const parentOf = ({ parents }: Node): Node | undefined => parents.map((name) => nodes.get(name)).find((node) => node);

  const visited = new Set<Node>();
  const found = new Set<Node>();
  for (const start of nodes.values()) {
    yield;
    const path: Node[] = [];
    let node: Node | undefined = start;
    for (; node && !visited.has(node); node = parentOf(node)) {
      visited.add(node);
      path.push(node);
    }
    const begin = node ? path.indexOf(node) : -1;
    if (begin >= 0) for (const member of path.slice(begin)) found.add(member);
  }
  return [...found].flatMap(({ index }) => index ?? []).sort((a, b) => a - b);
}
