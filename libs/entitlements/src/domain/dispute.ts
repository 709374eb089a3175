import { AggregateRoot, applyChanges, newId, ValidationFailed } from '#kernel';
import { changedFields } from '#support/changes';
import { DisputeCreated, DisputeUpdated } from './dispute.events.ts';
import { DisputeNotOpenError, RevokeSubscriptionBenefitsProhibited } from './purchase.errors.ts';
import type { RefundedOrder } from './refund.ts';

export const OPEN_DISPUTE_STATUSES = ['early_warning', 'needs_response', 'under_review'] as const;
export const DISPUTE_STATUSES = ['prevented', ...OPEN_DISPUTE_STATUSES, 'lost', 'won'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** What the seller reports about a dispute. */
export interface NewDispute {
  readonly status: DisputeStatus;
  /** In minor units, without tax. */
  readonly amount: number;
  readonly taxAmount: number;
  /** As the card network states it. */
  readonly reason: string | null;
  /** Until when evidence can be submitted. */
  readonly evidenceDueBy: Date | null;
  /** The id of the payment at the payment provider. */
  readonly paymentId: string;
  /** Whether the customer loses the benefits of the order unless the seller wins. */
  readonly revokeBenefits: boolean;
}

type Changeable = Pick<Dispute, 'status' | 'reason' | 'evidenceDueBy' | 'revokeBenefits'>;

/** What a payment provider knows about a dispute. */
export type FollowedDispute = Readonly<Changeable> & {
  /** Grows with what the provider reports. */
  readonly revision: number;
};

/** `undefined` leaves a value unchanged. */
export interface DisputeChanges {
  readonly status?: DisputeStatus;
  readonly reason?: string | null;
  readonly evidenceDueBy?: Date | null;
}

type DisputedOrder = RefundedOrder & { readonly amount: number; readonly taxAmount: number };

/** A customer's bank demands the payment of an order back. Handled by the seller elsewhere and reported here. */
export class Dispute extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly orderId: string;
  readonly customerId: string;
  status: DisputeStatus;
  readonly amount: number;
  readonly taxAmount: number;
  readonly currency: string;
  reason: string | null;
  evidenceDueBy: Date | null;
  readonly paymentId: string;
  revokeBenefits: boolean;
  /** Of what a payment provider knows; null for a dispute that the seller reports. */
  private providerRevision: number | null = null;
  readonly createdAt: Date;
  modifiedAt: Date | null;

  private constructor(id: string, order: RefundedOrder, dispute: NewDispute, now: Date) {
    super();
    this.id = id;
    this.organizationId = order.organizationId;
    this.orderId = order.id;
    this.customerId = order.customerId;
    this.status = dispute.status;
    this.amount = dispute.amount;
    this.taxAmount = dispute.taxAmount;
    this.currency = order.currency;
    this.reason = dispute.reason;
    this.evidenceDueBy = dispute.evidenceDueBy;
    this.paymentId = dispute.paymentId;
    this.revokeBenefits = dispute.revokeBenefits;
    this.createdAt = now;
    this.modifiedAt = null;
  }

  /** At most the amounts of the order can be disputed. */
  static create(order: DisputedOrder, reported: NewDispute, now: Date): Dispute {
    if (reported.revokeBenefits && order.subscriptionId !== null) throw new RevokeSubscriptionBenefitsProhibited();
    for (const field of ['amount', 'taxAmount'] as const) {
      if (reported[field] > order[field])
        throw ValidationFailed.at([field], `The order is about ${order[field]}.`, reported[field], 'less_than_equal');
    }
    const dispute = new Dispute(newId('dispute'), order, reported, now);
    dispute.record(new DisputeCreated(dispute, now));
    return dispute;
  }

  /** A dispute that a payment provider reports. */
  static followed(
    id: string,
    order: DisputedOrder,
    { revision, ...known }: FollowedDispute & Pick<NewDispute, 'amount' | 'taxAmount' | 'paymentId'>,
    now: Date,
  ): Dispute {
    const dispute = new Dispute(id, order, known, now);
    dispute.providerRevision = revision;
    dispute.record(new DisputeCreated(dispute, now));
    return dispute;
  }

  get isOpen(): boolean {
    return OPEN_DISPUTE_STATUSES.some((status) => status === this.status);
  }

  /** Records nothing if no value changes. The outcome of a dispute that is closed does not change. */
  update({ status = this.status, reason = this.reason, evidenceDueBy = this.evidenceDueBy }: DisputeChanges, now: Date): void {
    if (status !== this.status && !this.isOpen) throw new DisputeNotOpenError();
    this.set({ status, reason, evidenceDueBy, revokeBenefits: this.revokeBenefits }, now);
  }

  /**
   * Takes over what a payment provider knows, which may be another outcome than before. Ignores what is older than the last, and records
   * nothing if no value changes.
   */
  follow({ revision, ...known }: FollowedDispute, now: Date): void {
    if (revision <= (this.providerRevision ?? 0)) return;
    this.providerRevision = revision;
    this.set(known, now);
  }

  /** The seller gives in. */
  accept(now: Date): void {
    if (!this.isOpen) throw new DisputeNotOpenError();
    this.update({ status: 'lost' }, now);
  }

  private set({ status, reason, evidenceDueBy, revokeBenefits }: Changeable, now: Date): void {
    const before = {
      status: this.status,
      reason: this.reason,
      evidenceDueBy: this.evidenceDueBy,
      revokeBenefits: this.revokeBenefits,
    };
    const changed = applyChanges<Changeable>(this, { status, reason, evidenceDueBy, revokeBenefits });
    if (changed.length === 0) return;
    this.modifiedAt = now;
    this.record(new DisputeUpdated(this, now, changedFields(changed, before, this)));
  }
}
