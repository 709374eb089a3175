import { AggregateRoot, newId } from '#kernel';
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

/** A refund `failed` if the money came back, and was `canceled` if it was recorded by mistake. */
export type RefundStatus = 'succeeded' | 'failed' | 'canceled';

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

export interface RefundState extends NewRefund {
  readonly id: string;
  readonly organizationId: string;
  readonly orderId: string;
  readonly subscriptionId: string | null;
  readonly customerId: string;
  readonly taxAmount: number;
  readonly currency: string;
  status: RefundStatus;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

/** Money of an order that the seller paid back elsewhere. The order records its events. */
export class Refund extends AggregateRoot<RefundState> {
  static create(order: RefundedOrder, refund: NewRefund, taxAmount: number, now: Date): Refund {
    const { id: orderId, organizationId, subscriptionId, customerId, currency } = order;
    return new Refund({
      ...refund,
      id: newId('refund'),
      organizationId,
      orderId,
      subscriptionId,
      customerId,
      taxAmount,
      currency,
      status: 'succeeded',
      createdAt: now,
      modifiedAt: null,
    });
  }

  get amount(): number {
    return this.state.amount;
  }

  get taxAmount(): number {
    return this.state.taxAmount;
  }

  get hasSucceeded(): boolean {
    return this.state.status === 'succeeded';
  }

  /** True if it takes the benefits away. */
  get revokesBenefits(): boolean {
    return this.hasSucceeded && this.state.revokeBenefits;
  }

  /** It no longer counts. */
  undo(status: Exclude<RefundStatus, 'succeeded'>, now: Date): void {
    this.state.status = status;
    this.state.modifiedAt = now;
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
  const made = refunds.filter(({ hasSucceeded }) => hasSucceeded);
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
