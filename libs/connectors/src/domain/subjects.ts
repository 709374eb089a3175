import type { Fact } from './facts.ts';
import type { Knowledge, KnowledgeKind, Stamp } from './knowledge.ts';
import type { Outcome } from './outcome.ts';

/** A customer, a subscription, a payment or the refunds of a payment at a provider, with what its events say about it. */
export interface Subject<K extends Knowledge = Knowledge> {
  readonly id: string;
  readonly organizationId: string;
  readonly connectorId: string;
  readonly ref: string;
  readonly knowledge: K;
  /** Grows whenever the subject is worked on. */
  readonly revision: number;
  /** The customer, subscription or order here, the first one of several; null if there is none yet. */
  readonly resultId: string | null;
  /** The orders of a payment, by the key of its part. Empty for a payment that an earlier release made one order of. */
  readonly orders: { readonly [part: string]: string };
}

export type SubjectOf<K extends KnowledgeKind> = Subject<Extract<Knowledge, { readonly kind: K }>>;

/** Which subjects depend on others: on their customer, their subscription, or their payment. */
export type Dependency =
  { readonly customerRef: string } | { readonly subscriptionRef: string } | { readonly aliases: readonly string[] };

/** Port to what is known. */
export abstract class Subjects {
  /**
   * Adds facts to what is known, in one transaction, and connects the event with the subject of the first one. Returns the ids of the
   * subjects in the order of their first facts.
   */
  abstract learn(
    event: { readonly id: string; readonly organizationId: string; readonly connectorId: string },
    facts: readonly Fact[],
    stamp: Stamp,
  ): Promise<readonly string[]>;

  /** Begins to work on a subject: counts its revision up and returns it with everything that is known. */
  abstract begin(id: string): Promise<Subject>;

  /** Undefined if nothing is known. */
  abstract find<K extends KnowledgeKind>(connectorId: string, kind: K, ref: string): Promise<SubjectOf<K> | undefined>;

  /** Subjects of the connector that depend on another one: those of a kind that are not processed, or all of them. */
  abstract dependents<K extends KnowledgeKind>(
    connectorId: string,
    kind: K,
    on: Dependency,
    which: 'open' | 'all',
  ): Promise<readonly SubjectOf<K>[]>;

  /** Customers at providers who are one of these customers here, or who are nobody here: a batch after the id `after`. */
  abstract customers(
    organizationId: string,
    are: readonly string[] | null,
    after: string | null,
  ): Promise<readonly SubjectOf<'customer'>[]>;

  /** The ids of a customer and of everything that depends on it: subscriptions, payments, their refunds and disputes. */
  abstract idsAbout(customer: SubjectOf<'customer'>): Promise<readonly string[]>;

  /** Erases the e-mail address and name of a customer, until an event tells them again. */
  abstract eraseContact(id: string): Promise<void>;

  /** Stores the customer, subscription or order of a subject in the place of another one, or of none. Otherwise what is stored stays. */
  abstract link(id: string, resultId: string, insteadOf?: string): Promise<void>;

  /** Stores the order of a part of a payment. The first one stays. */
  abstract linkOrder(id: string, part: string, orderId: string): Promise<void>;

  /** Stores what became of a subject, for its events too, unless the work on a later revision has begun. */
  abstract settle(subject: Pick<Subject, 'id' | 'revision'>, outcome: Outcome, now: Date): Promise<void>;
}
