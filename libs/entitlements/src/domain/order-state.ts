import { newId } from '#kernel';
import type { Address } from '#support/addresses';
import type { BilledTo } from './billing-details.ts';
import type { OrderDetails, OrderedThings } from './order-details.ts';
import type { OrderDocument } from './order-document.ts';
import type { OrderStatus } from './order-status.ts';
import { type Metadata, originOf, type PurchaseOriginState } from './purchase.ts';

/** All that is stored of an order. The product is the first one. Amounts are in minor units, without tax if they do not say otherwise. */
export interface OrderState extends PurchaseOriginState, OrderedThings {
  readonly id: string;
  readonly taxAmount: number;
  readonly metadata: Metadata;
  /** When it was bought, if that was before it was reported. */
  readonly purchasedAt: Date | null;
  readonly createdAt: Date;
  status: OrderStatus;
  /** The status before the order was voided; null unless it is void. */
  statusBeforeVoid: OrderStatus | null;
  refundedAmount: number;
  refundedTaxAmount: number;
  /** With tax: what was said to be refunded and was not, as far as it is undone. */
  failedRefundTotal: number;
  /** When a refund revoked the benefits; null if none did. */
  benefitsRevokedAt: Date | null;
  billingName: string | null;
  billingAddress: Address | null;
  /** What the seller made for the customer elsewhere. */
  invoice: OrderDocument | null;
  receipt: OrderDocument | null;
  /** When somebody first asked for an invoice that there was not. */
  invoiceRequestedAt: Date | null;
  modifiedAt: Date | null;
}

/** The state of an order that is placed. */
export const placedState = (things: OrderedThings, details: OrderDetails, billedTo: BilledTo, now: Date): OrderState => ({
  ...originOf(details),
  ...things,
  id: newId('order'),
  taxAmount: details.taxAmount ?? 0,
  metadata: details.metadata,
  purchasedAt: details.purchasedAt ?? null,
  createdAt: now,
  status: details.status ?? 'paid',
  statusBeforeVoid: null,
  refundedAmount: 0,
  refundedTaxAmount: 0,
  failedRefundTotal: 0,
  benefitsRevokedAt: null,
  billingName: billedTo.billingName,
  billingAddress: billedTo.billingAddress,
  invoice: null,
  receipt: null,
  invoiceRequestedAt: null,
  modifiedAt: null,
});
