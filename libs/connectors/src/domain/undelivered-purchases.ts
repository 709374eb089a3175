import { RemedyNotApplicable } from './connector.errors.ts';
import { UndeliveredPurchaseCreated } from './connector.events.ts';

/** Why something that was paid did not bring what was paid for. */
export const UNDELIVERED_REASONS = [
  'price_unmapped',
  'value_unknown',
  'event_refused',
  'product_missing',
  'customer_missing',
  'list_incomplete',
  'order_unknown',
  'event_waiting',
  'quantity_ignored',
  'renewal_ambiguous',
  'key_missing',
  'customer_email_changed',
] as const;
export type UndeliveredReason = (typeof UNDELIVERED_REASONS)[number];

/** One thing that was paid and not delivered. */
export interface UndeliveredPurchase {
  /** Distinguishes the things of one source: the provider's id of the line or item, else that of its price, else `''`. */
  readonly line: string;
  readonly reason: UndeliveredReason;
  /** A sentence for the seller. */
  readonly problem: string;
  /** The provider's id of the payment or subscription. */
  readonly externalId: string;
  readonly externalPriceId: string | null;
  /**
   * The external id of an order that delivers exactly this, which is the one that its processing would use: so it is delivered once. Null if
   * no order can.
   */
  readonly deliverAs: string | null;
  /** The value that has no declared meaning. */
  readonly value: string | null;
  /** Null if the customer is not known here. */
  readonly customerId: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly quantity: number | null;
  /** In the smallest unit of the currency, with taxes; null where the provider does not say it. */
  readonly amount: number | null;
  /** The part of the amount that is taxes. */
  readonly taxAmount: number | null;
  /** ISO 4217, lower case. */
  readonly currency: string | null;
  readonly occurredAt: Date;
}

/**
 * Where it is known from that something was not delivered: a provider object (`subject` is its older, stored name), an event that is about
 * nothing, or a purchase here.
 */
export const UNDELIVERED_SOURCES = ['subject', 'event', 'order', 'subscription'] as const;

interface Source {
  readonly organizationId: string;
  readonly id: string;
}

/** A provider object or an event. `externalSource` is that of the external ids of its purchases. */
export type ConnectorSource = Source & { readonly connectorId: string; readonly externalSource: string } & (
    | {
        readonly kind: 'subject';
        /** The revision of the object when the work on it began: what is found out about an earlier one is not stored. */
        readonly revision: number;
      }
    | { readonly kind: 'event' }
  );

/** A purchase here. */
export type PurchaseSource = Source & { readonly kind: 'order' | 'subscription' };

export type UndeliveredSource = ConnectorSource | PurchaseSource;

/** What a seller decided about it. */
export type Resolution =
  { readonly kind: 'dismissed'; readonly reason: string } | { readonly kind: 'delivered'; readonly orderId: string };

/** What was not delivered, as it is stored. */
export interface StoredUndelivered extends UndeliveredPurchase {
  readonly id: string;
  readonly organizationId: string;
  readonly connectorId: string | null;
  readonly externalSource: string;
  readonly source: { readonly kind: (typeof UNDELIVERED_SOURCES)[number]; readonly id: string };
  /** Null while it is open. */
  readonly resolution: Resolution | null;
}

/** Selects one by id within the given organizations. */
export interface WhichUndelivered {
  readonly id: string;
  readonly organizations: readonly string[];
}

export interface Replacement {
  readonly removed: readonly StoredUndelivered[];
  readonly added: readonly UndeliveredPurchase[];
  /** Problems that are stored already; what was dismissed for another reason is open again. */
  readonly kept: readonly {
    readonly stored: StoredUndelivered;
    readonly now: UndeliveredPurchase;
    readonly isReopened: boolean;
  }[];
}

/**
 * What changes when `undelivered` replaces what is stored of a source. What was delivered by a seller stays, because there is an order; what
 * was dismissed stays dismissed until its reason changes.
 */
export function replacementOf(stored: readonly StoredUndelivered[], undelivered: readonly UndeliveredPurchase[]): Replacement {
  const before = new Map(stored.map((each) => [each.line, each]));
  const lines = new Set(undelivered.map(({ line }) => line));
  return {
    removed: stored.filter(({ line, resolution }) => !lines.has(line) && resolution?.kind !== 'delivered'),
    added: undelivered.filter(({ line }) => !before.has(line)),
    kept: undelivered.flatMap((now) => {
      const known = before.get(now.line);
      if (!known || known.resolution?.kind === 'delivered') return [];
      const isOther = known.reason !== now.reason || (now.reason === 'customer_email_changed' && known.email !== now.email);
      return { stored: known, now, isReopened: known.resolution !== null && isOther };
    }),
  };
}

/** The price that is not mapped. Throws `RemedyNotApplicable` if it is about something else. */
export function priceOf({ reason, connectorId, externalPriceId }: StoredUndelivered): {
  readonly connectorId: string;
  readonly externalId: string;
} {
  if (reason === 'price_unmapped' && connectorId !== null && externalPriceId !== null)
    return { connectorId, externalId: externalPriceId };
  throw new RemedyNotApplicable('It is not about a price that is not mapped.');
}

/** The external id of the order that delivers it. Throws `RemedyNotApplicable` if no order can, and says what helps. */
export function deliverableAs({ deliverAs, resolution, reason }: StoredUndelivered): string {
  if (resolution !== null) throw new RemedyNotApplicable('It was dismissed.');
  if (deliverAs !== null) return deliverAs;
  throw new RemedyNotApplicable(`An order cannot deliver it: ${OTHER_REMEDIES[reason] ?? 'deliver it by hand, and dismiss it.'}`);
}

/** The address that the customer has at the provider, and the object that tells it. Throws `RemedyNotApplicable` if it is about something else. */
export function changedEmailOf({ reason, customerId, email, source }: StoredUndelivered): {
  readonly objectId: string;
  readonly customerId: string;
  readonly email: string;
} {
  if (reason === 'customer_email_changed' && customerId !== null && email !== null)
    return { objectId: source.id, customerId, email };
  throw new RemedyNotApplicable('It is not about the e-mail address of a customer.');
}

const OTHER_REMEDIES: { readonly [R in UndeliveredReason]?: string } = {
  price_unmapped: 'map its price, or dismiss it.',
  customer_missing: 'give the e-mail address of the customer, or dismiss it.',
  event_waiting: 'send the missing events again at the provider, or import what they are about, then process the event again.',
  order_unknown: 'import the order with the ID of the payment, then process the event again, or dismiss it.',
  event_refused: 'mend what its problem says, then process the event again.',
};

/** Whether the customer of it is to be named: the provider told no address, or the customer was deleted. */
export const isOfUnknownCustomer = ({ reason, resolution, email }: StoredUndelivered): boolean =>
  reason === 'customer_missing' && resolution === null && email === null;

/** What is published when something is not delivered. */
export const undeliveredEvent = (
  { organizationId, id, connectorId }: Pick<StoredUndelivered, 'organizationId' | 'id' | 'connectorId'>,
  { reason, problem, externalId, externalPriceId, quantity, amount, currency }: UndeliveredPurchase,
  now: Date,
): UndeliveredPurchaseCreated =>
  new UndeliveredPurchaseCreated(organizationId, id, now, {
    connector_id: connectorId,
    reason,
    problem,
    external_id: externalId,
    external_price_id: externalPriceId,
    quantity,
    amount,
    currency,
  });

/** How much time is between two mails to the owners of an organization. */
export const NOTICE_INTERVAL_MS = 3_600_000;

/** Port to what was paid and not delivered. What becomes undelivered is published as `UndeliveredPurchaseCreated`. */
export abstract class UndeliveredPurchases {
  /** Replaces what is undelivered of a source. What is not in the list any more was delivered. */
  abstract replaceOf(source: ConnectorSource, undelivered: readonly UndeliveredPurchase[], now: Date): Promise<void>;

  /** Adds something that is undelivered of a purchase, or replaces it if it is known. */
  abstract add(source: PurchaseSource, undelivered: UndeliveredPurchase, now: Date): Promise<void>;

  /** Removes something that is undelivered of a purchase: it was delivered, or is not due any more. */
  abstract remove(source: PurchaseSource, line: string): Promise<void>;

  /** Throws `ResourceNotFound`. */
  abstract find(which: WhichUndelivered): Promise<StoredUndelivered>;

  /** Stores what a seller decided; the first decision stays. Throws `ResourceNotFound`. */
  abstract resolve(which: WhichUndelivered, resolution: Resolution, now: Date): Promise<void>;

  /** Dismisses everything open of a price of a connector. */
  abstract dismissPrice(
    price: { readonly organizationId: string; readonly connectorId: string; readonly externalPriceId: string },
    reason: string,
    now: Date,
  ): Promise<void>;

  /** Erases who paid for what is undelivered of these objects. */
  abstract eraseContacts(organizationId: string, objectIds: readonly string[]): Promise<void>;

  /**
   * Another e-mail address of a customer is not reported: everything was delivered. Publishes `UndeliveredPurchasesReported` for every organization with something open that was not reported, unless the last report is
   * younger than `NOTICE_INTERVAL_MS`.
   */
  abstract report(now: Date): Promise<void>;
}
