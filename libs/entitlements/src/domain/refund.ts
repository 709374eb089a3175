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

export type RefundStatus = 'succeeded' | 'failed';

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

/** Money of an order that the seller paid back elsewhere. */
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
  status: RefundStatus = 'succeeded';
  readonly createdAt: Date;
  modifiedAt: Date | null = null;

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

  /** The money came back to the seller. */
  fail(now: Date): void {
    this.status = 'failed';
    this.modifiedAt = now;
  }
}

/** What a payment provider says about the refunds of an order, with tax. */
export interface RefundTotals {
  /** What was refunded in all, without what failed. */
  readonly total: number;
  /** What was said to be refunded and was not. */
  readonly failed: number;
}

interface Refundable {
  readonly amount: number;
  readonly taxAmount: number;
  readonly refundedAmount: number;
  readonly refundedTaxAmount: number;
}

/** The tax that is refunded with an amount: in proportion, and all that is left with the rest of the amount. */
export function taxOf(refunded: number, { amount, taxAmount, refundedAmount, refundedTaxAmount }: Refundable): number {
  const left = taxAmount - refundedTaxAmount;
  if (refunded === amount - refundedAmount) return left;
  return Math.min(Math.round((taxAmount * refunded) / amount), left);
}

/** Which of the refunds failed if so much did: the first one of this amount, or else as many as it takes. */
export function failedAmong(refunds: readonly Refund[], amount: number): Refund[] {
  const made = refunds.filter(({ status }) => status === 'succeeded');
  const same = made.find((refund) => refund.amount === amount);
  if (same) return [same];
  const before = (index: number): number => made.slice(0, index).reduce((sum, each) => sum + each.amount, 0);
  return made.filter((_, index) => before(index) < amount);
}

/** The part of an amount with tax that is not tax, rounded down; at most the amount of the order. */
export function netOf(total: number, { amount, taxAmount }: { readonly amount: number; readonly taxAmount: number }): number {
  const gross = amount + taxAmount;
  return total >= gross ? amount : Math.floor((amount * total) / gross);
}
