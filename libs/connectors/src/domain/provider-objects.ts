import type { ProviderUpdate } from './provider-updates.ts';
import type { ObjectKind, ReportedState, Version } from './reported-state.ts';
import type { Outcome } from './outcome.ts';

/** A customer, a subscription, a payment or the refunds of a payment at a provider, with what its events say about it. */
export interface ProviderObject<K extends ReportedState = ReportedState> {
  readonly id: string;
  readonly organizationId: string;
  readonly connectorId: string;
  readonly ref: string;
  readonly reported: K;
  /** Grows whenever the object is worked on. */
  readonly revision: number;
  /** The customer, subscription or order here, the first one of several; null if there is none yet. */
  readonly resultId: string | null;
  /** The orders of a payment, by the key of its part. Empty for a payment that an earlier release made one order of. */
  readonly orders: { readonly [part: string]: string };
}

export type ObjectOf<K extends ObjectKind> = ProviderObject<Extract<ReportedState, { readonly kind: K }>>;

/** Which objects depend on others: on their customer, their subscription, or their payment. */
export type Dependency =
  { readonly customerRef: string } | { readonly subscriptionRef: string } | { readonly aliases: readonly string[] };

/** Port to provider objects. */
export abstract class ProviderObjects {
  /**
   * Merges updates into the reported states, in one transaction, and connects the event with the object of the first one. Returns the
   * ids of the objects in the order of their first updates.
   */
  abstract merge(
    event: { readonly id: string; readonly organizationId: string; readonly connectorId: string },
    updates: readonly ProviderUpdate[],
    version: Version,
  ): Promise<readonly string[]>;

  /** Begins to work on an object: counts its revision up and returns it with its state. */
  abstract begin(id: string): Promise<ProviderObject>;

  /** Undefined if nothing was reported about it. */
  abstract find<K extends ObjectKind>(connectorId: string, kind: K, ref: string): Promise<ObjectOf<K> | undefined>;

  /** Objects of the connector that depend on another one: those of a kind that are not processed, or all of them. */
  abstract dependents<K extends ObjectKind>(
    connectorId: string,
    kind: K,
    on: Dependency,
    which: 'open' | 'all',
  ): Promise<readonly ObjectOf<K>[]>;

  /** Customers at providers who are one of these customers here, or who are nobody here: a batch after the id `after`. */
  abstract customers(
    organizationId: string,
    are: readonly string[] | null,
    after: string | null,
  ): Promise<readonly ObjectOf<'customer'>[]>;

  /** The ids of a customer and of everything that depends on it: subscriptions, payments, their refunds and disputes. */
  abstract idsAbout(customer: ObjectOf<'customer'>): Promise<readonly string[]>;

  /** Erases the e-mail address and name of a customer, until an event tells them again. */
  abstract eraseContact(id: string): Promise<void>;

  /** Stores the customer, subscription or order of an object in the place of another one, or of none. Otherwise what is stored stays. */
  abstract link(id: string, resultId: string, insteadOf?: string): Promise<void>;

  /** Stores the order of a part of a payment. The first one stays. */
  abstract linkOrder(id: string, part: string, orderId: string): Promise<void>;

  /** Stores what became of an object, for its events too, unless the work on a later revision has begun. */
  abstract settle(object: Pick<ProviderObject, 'id' | 'revision'>, outcome: Outcome, now: Date): Promise<void>;
}
