import type { ProviderUpdate } from './provider-updates.ts';
import type { Version } from './event-order.ts';
import type { ObjectKind, ReportedState } from './reported-state.ts';
import type { Outcome } from './outcome.ts';

/**
 * A customer, a subscription, a payment or the refunds of a payment at a provider, with what its events say about it. It belongs to the
 * account at the provider: what any connector of the account tells is of the same object.
 */
export interface ProviderObject<K extends ReportedState = ReportedState> {
  readonly id: string;
  readonly organizationId: string;
  /** The connector that told of it last. */
  readonly connectorId: string;
  readonly ref: string;
  readonly reported: K;
  /** Grows whenever the object is worked on. */
  readonly revision: number;
  /** The customer, subscription or order here, the first one of several; null if there is none yet. */
  readonly resultId: string | null;
  /** The orders of a payment, by the key of its part. Empty for a payment that an earlier release made one order of. */
  readonly orders: { readonly [part: string]: string };
  /** When it was told of first. */
  readonly createdAt: Date;
  /** False if nothing of it is listed as undelivered, and no earlier work can list it. */
  readonly mayBeListed: boolean;
}

export type ObjectOf<K extends ObjectKind> = ProviderObject<Extract<ReportedState, { readonly kind: K }>>;

/** An object depends on others of earlier kinds only. */
const ORDER: readonly ObjectKind[] = ['customer', 'subscription', 'payment', 'refund', 'dispute'];

export const rankOf = (kind: ObjectKind): number => ORDER.indexOf(kind);

/** An object that is to be worked on after another one. */
export interface Dependent {
  readonly id: string;
  readonly kind: ObjectKind;
}

/** Port to provider objects. A connector stands for its account. */
export abstract class ProviderObjects {
  /**
   * Merges updates into the reported states, in one transaction, and connects the event with the object of the first one. Returns them in the order of their first updates, with their revisions counted up as by `begin`.
   */
  abstract merge(
    event: { readonly id: string; readonly organizationId: string; readonly connectorId: string },
    updates: readonly ProviderUpdate[],
    version: Version,
    now: Date,
  ): Promise<readonly ProviderObject[]>;

  /**
   * Begins to work on an object: counts its revision up and returns it with its state. The revision `merged` stays, because no other work
   * has begun since the object was merged.
   */
  abstract begin(id: string, merged?: number): Promise<ProviderObject>;

  /** Undefined if nothing was reported about it. */
  abstract find<K extends ObjectKind>(connectorId: string, kind: K, ref: string): Promise<ObjectOf<K> | undefined>;

  /**
   * What is worked on after an object: subscriptions and payments of a customer, payments of a subscription and refunds of a payment that
   * are not processed, and all disputes of a payment, because a part of it may have become an order after the dispute.
   */
  abstract waitingFor(object: ProviderObject): Promise<readonly Dependent[]>;

  /** The payments or the refunds that are known by one of these ids. */
  abstract known<K extends 'payment' | 'refund'>(
    connectorId: string,
    kind: K,
    aliases: readonly string[],
  ): Promise<readonly ObjectOf<K>[]>;

  /**
   * Subscriptions, payments, refunds and disputes that have waited since before the time and are not listed as undelivered: a batch after the
   * id `after`. Subscriptions of which nothing can have been paid are left out.
   */
  abstract waitingSince(
    before: Date,
    after: string | null,
  ): Promise<readonly { readonly id: string; readonly connectorId: string }[]>;

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

  /** Stores the e-mail address of a customer about which was decided. */
  abstract settleEmail(id: string, email: string): Promise<void>;

  /** Stores the customer, subscription or order of an object in the place of another one, or of none. Otherwise what is stored stays. */
  abstract link(id: string, resultId: string, insteadOf?: string): Promise<void>;

  /** Stores the order of a part of a payment, and as that of the payment unless it has one. The first one stays. */
  abstract linkOrder(id: string, part: string, orderId: string): Promise<void>;

  /**
   * Stores the customer, subscription or order of an object, unless it has one, and what became of the object, for its events too, unless
   * the work on a later revision has begun.
   */
  abstract settle(
    object: Pick<ProviderObject, 'id' | 'revision'>,
    result: { readonly outcome: Outcome; readonly resultId: string | null },
    now: Date,
  ): Promise<void>;
}
