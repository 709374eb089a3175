import { DomainEvent } from '#kernel';
import { isoTime } from '#support/days';
import { type OrderItem, quantitiesOf } from './order-details.ts';
import type { OrderStatus } from './order-status.ts';

interface Order {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly recipientId: string | null;
  readonly productId: string;
  readonly seats: number | null;
  readonly status: OrderStatus;
  readonly subscriptionId: string | null;
  readonly amount: number;
  readonly taxAmount: number;
  readonly refundedAmount: number;
  readonly currency: string;
}

type OrderPayload = {
  readonly customer_id: string;
  /** Who gets the benefits, if it is not the customer. Missing in events from before there were recipients. */
  readonly recipient_id: string | null;
  readonly product_id: string;
  readonly seats: number | null;
  readonly status: OrderStatus;
  /** The subscription that the order pays for; null for products that were bought once. */
  readonly subscription_id: string | null;
  /** In minor units, without tax. */
  readonly amount: number;
  readonly tax_amount: number;
  readonly refunded_amount: number;
  readonly currency: string;
};

const payloadOf = ({ customerId, recipientId, productId, seats, status, ...paid }: Order): OrderPayload => ({
  customer_id: customerId,
  recipient_id: recipientId,
  product_id: productId,
  seats,
  status,
  subscription_id: paid.subscriptionId,
  amount: paid.amount,
  tax_amount: paid.taxAmount,
  refunded_amount: paid.refundedAmount,
  currency: paid.currency,
});

abstract class OrderEvent<Name extends string> extends DomainEvent<Name, OrderPayload> {
  constructor(order: Order, at: Date) {
    super(order.organizationId, order.id, at, payloadOf(order));
  }
}

export class OrderCreated extends OrderEvent<'order.created'> {
  readonly name = 'order.created';
}

interface PaidOrder extends Order {
  readonly furtherProductIds: readonly string[];
  readonly items: readonly OrderItem[];
  readonly renewsLicenseKeyId: string | null;
  readonly createdAt: Date;
}

/** What an order is about never changes, so what it brings is decided from this, unless something was decided before. */
type Bought = {
  /** How many were bought of each product; one of a product that is sold by seats. */
  readonly quantities: Readonly<Record<string, number>>;
  readonly renews_license_key_id: string | null;
  readonly at: string;
};

/** `bought` is missing in events from before it was told. */
export class OrderPaid extends DomainEvent<'order.paid', OrderPayload & { readonly bought?: Bought }> {
  readonly name = 'order.paid';

  constructor(order: PaidOrder, at: Date) {
    const bought = {
      quantities: Object.fromEntries(quantitiesOf(order)),
      renews_license_key_id: order.renewsLicenseKeyId,
      at: isoTime(order.createdAt),
    };
    super(order.organizationId, order.id, at, { ...payloadOf(order), bought });
  }
}

/** Refunds of the order. */
export class OrderRefunded extends OrderEvent<'order.refunded'> {
  readonly name = 'order.refunded';
}

type ChangedStatus = { readonly status: { readonly before: OrderStatus; readonly after: OrderStatus } };

abstract class VoidingEvent<Name extends string> extends DomainEvent<Name, OrderPayload & { readonly changes: ChangedStatus }> {
  constructor(order: Order, at: Date, before: OrderStatus) {
    super(order.organizationId, order.id, at, { ...payloadOf(order), changes: { status: { before, after: order.status } } });
  }
}

export class OrderVoided extends VoidingEvent<'order.voided'> {
  readonly name = 'order.voided';
}

export class OrderUnvoided extends VoidingEvent<'order.unvoided'> {
  readonly name = 'order.unvoided';
}

/** `benefits`: whether the order brings its benefits. */
type ChangedField =
  'billing_name' | 'billing_address' | 'status' | 'refunded_amount' | 'benefits' | 'invoice' | 'receipt' | 'invoice_requested_at';

export class OrderUpdated extends DomainEvent<'order.updated', OrderPayload & { readonly changed: readonly ChangedField[] }> {
  readonly name = 'order.updated';

  constructor(order: Order, at: Date, changed: readonly ChangedField[]) {
    super(order.organizationId, order.id, at, { ...payloadOf(order), changed });
  }
}
