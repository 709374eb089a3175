import { newId } from '#kernel';
import type { Metadata } from './purchase.ts';

export const REFUND_REASONS = [
  'duplicate',
  'fraudulent',
  'customer_request',
  'service_disruption',
  'satisfaction_guarantee',
  'other',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** What the seller reports about a refund. */
export interface NewRefund {
  /** In minor units, without tax; at least 1. */
  readonly amount: number;
  readonly reason: RefundReason;
  readonly comment: string | null;
  readonly metadata: Metadata;
  /** Whether the customer loses the benefits of the order. */
  readonly revokeBenefits: boolean;
}

/** The order that a refund or a dispute is about. */
export interface RefundedOrder {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly currency: string;
}

/** Money of an order that the seller paid back elsewhere. Never changes. */
export class Refund {
  readonly id: string;
  readonly organizationId: string;
  readonly orderId: string;
  readonly subscriptionId: string | null;
  readonly customerId: string;
  readonly amount: number;
  readonly taxAmount: number;
  readonly currency: string;
  readonly reason: RefundReason;
  readonly comment: string | null;
  readonly metadata: Metadata;
  readonly revokeBenefits: boolean;
  readonly createdAt: Date;

  private constructor(order: RefundedOrder, refund: NewRefund, taxAmount: number, now: Date) {
    this.id = newId('refund');
    this.organizationId = order.organizationId;
    this.orderId = order.id;
    this.subscriptionId = order.subscriptionId;
    this.customerId = order.customerId;
    this.amount = refund.amount;
    this.taxAmount = taxAmount;
    this.currency = order.currency;
    this.reason = refund.reason;
    this.comment = refund.comment;
    this.metadata = refund.metadata;
    this.revokeBenefits = refund.revokeBenefits;
    this.createdAt = now;
  }

  static create(order: RefundedOrder, refund: NewRefund, taxAmount: number, now: Date): Refund {
    return new Refund(order, refund, taxAmount, now);
  }
}

/** The part of an amount with tax that is not tax, rounded down; at most the amount of the order. */
export function netOf(total: number, { amount, taxAmount }: { readonly amount: number; readonly taxAmount: number }): number {
  const gross = amount + taxAmount;
  return total >= gross ? amount : Math.floor((amount * total) / gross);
}
